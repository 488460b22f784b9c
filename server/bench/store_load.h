#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/base/task_thread.h"
#include "server/storage/store.h"

namespace rensa::bench {

// A store with very many games, to measure the cost of its pages. The games are made up: 500 players, two rulesets, and
// tournaments, the largest of which has a tenth of all games. One game of twenty is stored after games that ended
// later.
class StoreLoad {
 public:
  // `open` makes the store, which sends its answers through the executor.
  explicit StoreLoad(const std::function<std::unique_ptr<storage::Store>(storage::Executor)>& open);

  // Stores games until so many more have been added. Throws std::runtime_error if one cannot be stored.
  void add_games(std::uint64_t games);

  struct QueryTimes {
    std::string filter;
    double median_ms = 0;
    double p99_ms = 0;
  };
  // Asks for pages with each kind of filter, so often with different values.
  std::vector<QueryTimes> measure_pages(int queries);

 private:
  storage::GameToSave next_game();
  double time_of_page(const storage::GamesQuery& query);

  base::TaskThread answers_;  // calls the completions
  std::unique_ptr<storage::Store> store_;
  std::uint64_t count_ = 0;
};

}  // namespace rensa::bench
