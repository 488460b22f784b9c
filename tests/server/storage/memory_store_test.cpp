#include "server/storage/memory_store.h"

#include <gtest/gtest.h>

#include "tests/server/storage/saving.h"

namespace rensa::storage {
namespace {

using test::hand_over;
using test::save;

bool is_answered(const std::future<test::Saved>& saved) {
  return saved.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

TEST(MemoryStore, PumpedItTellsNobodyBeforeItIsLetThrough) {
  MemoryStore store(MemoryStore::Saving::when_pumped);
  const auto first = hand_over(store, 1, 1);
  const auto second = hand_over(store, 1, 2);
  EXPECT_FALSE(is_answered(first));
  EXPECT_TRUE(store.games({}).empty());
  EXPECT_EQ(store.waiting(), 2U);

  EXPECT_TRUE(store.pump_one());
  EXPECT_TRUE(is_answered(first));
  EXPECT_FALSE(is_answered(second));
  EXPECT_EQ(store.games({}).size(), 1U);

  store.pump();
  EXPECT_TRUE(is_answered(second));
  EXPECT_FALSE(store.pump_one());
}

TEST(MemoryStore, BrokenDownItFailsEveryGameUntilItIsWell) {
  MemoryStore store(MemoryStore::Saving::at_once);
  store.break_down("The disk is full.");
  EXPECT_EQ(save(store, 1, 1).fault, "The disk is full.");
  EXPECT_TRUE(store.games({}).empty());
  store.break_down("");
  EXPECT_EQ(save(store, 1, 1).record, 1U);
}

}  // namespace
}  // namespace rensa::storage
