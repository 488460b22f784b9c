#include "server/bench/store_load.h"

#include <algorithm>
#include <future>
#include <gtest/gtest.h>

#include "server/storage/memory/memory_store.h"

namespace rensa::bench {
namespace {

TEST(StoreLoad, StoresGamesAndReadsPagesWithEachFilter) {
  storage::Store* store = nullptr;
  StoreLoad load([&store](storage::Executor executor) {
    auto made = std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once, std::move(executor));
    store = made.get();
    return made;
  });
  load.add_games(500);
  load.add_games(500);
  EXPECT_EQ(load.measure_pages(3).size(), 8U);
  std::promise<std::vector<storage::GameRow>> games;
  store->list_games({.limit = 5'000}, [&games](auto answer) { games.set_value(*answer); });
  const std::vector<storage::GameRow> all = games.get_future().get();
  EXPECT_EQ(all.size(), 1'000U);
  const auto in_large = [](const storage::GameRow& game) { return game.tournament == "large"; };
  EXPECT_NEAR(static_cast<double>(std::count_if(all.begin(), all.end(), in_large)), 100, 40);
}

}  // namespace
}  // namespace rensa::bench
