#include "server/storage/memory/memory_store.h"

#include <gtest/gtest.h>

#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using test::start_saving;

bool is_answered(const std::future<test::SaveResult>& saved) {
  return saved.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

TEST(MemoryStore, ReportsNoGameBeforeItIsReleased) {
  MemoryStore store(MemoryStore::Saving::when_released, test::run_at_once());
  const auto first = start_saving(store, 1, 1);
  const auto second = start_saving(store, 1, 2);
  EXPECT_FALSE(is_answered(first));
  EXPECT_TRUE(test::WaitingStore(store).games({}).empty());
  EXPECT_EQ(store.waiting_count(), 2U);

  EXPECT_TRUE(store.release_one());
  EXPECT_TRUE(is_answered(first));
  EXPECT_FALSE(is_answered(second));
  EXPECT_EQ(test::WaitingStore(store).games({}).size(), 1U);

  store.store_waiting_games();
  EXPECT_TRUE(is_answered(second));
  EXPECT_FALSE(store.release_one());
}

}  // namespace
}  // namespace rensa::storage
