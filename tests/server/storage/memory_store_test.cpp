#include "server/storage/memory_store.h"

#include <gtest/gtest.h>

#include "tests/server/storage/sample_rows.h"

namespace rensa::storage {
namespace {

using test::save;
using test::start_saving;

bool is_answered(const std::future<test::SaveResult>& saved) {
  return saved.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

TEST(MemoryStore, ReportsNoGameBeforeItIsReleased) {
  MemoryStore store(MemoryStore::Saving::when_released);
  const auto first = start_saving(store, 1, 1);
  const auto second = start_saving(store, 1, 2);
  EXPECT_FALSE(is_answered(first));
  EXPECT_TRUE(store.games({}).empty());
  EXPECT_EQ(store.waiting_count(), 2U);

  EXPECT_TRUE(store.release_one());
  EXPECT_TRUE(is_answered(first));
  EXPECT_FALSE(is_answered(second));
  EXPECT_EQ(store.games({}).size(), 1U);

  store.release_all();
  EXPECT_TRUE(is_answered(second));
  EXPECT_FALSE(store.release_one());
}

TEST(MemoryStore, FailsEverySaveUntilTheErrorIsCleared) {
  MemoryStore store(MemoryStore::Saving::at_once);
  store.fail_saves("The disk is full.");
  EXPECT_EQ(save(store, 1, 1).error, "The disk is full.");
  EXPECT_TRUE(store.games({}).empty());
  store.fail_saves("");
  EXPECT_EQ(save(store, 1, 1).record, 1U);
}

}  // namespace
}  // namespace rensa::storage
