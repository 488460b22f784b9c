#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/experiments/experiments.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Spider solitaire on the same deals, played by the algorithms of document 003, by the player that learns from them,
// and by our search.

struct SpiderPlan {
  int deals = 1000;
  std::uint64_t seed = 1;        // of the first deal; the next deals have the next seeds
  std::vector<int> suits{1, 2};  // for our search; the published players use one suit
  int jobs = 1;                  // threads; the result does not depend on them
  int lessons = 10'000;          // games of the teacher
  int tables = 30'000;           // that our search visits before each deal; with one suit it visits a sixth of them
};

struct SpiderGame {
  bool won = false;
  int steps = 0;
};

// A player and the results of its deals, in the order of the deals.
struct SpiderRow {
  std::string name;
  int suits = 1;
  std::vector<double> published;  // shares of deals won; empty: none
  std::vector<SpiderGame> games;

  tournament::Interval share_won() const;
  std::optional<tournament::Interval> mean_steps() const;  // of the games that were won; nullopt: fewer than two
};

// The share of the deals that only one of the first three algorithms solved.
struct SoleSolverShare {
  std::string name;
  double published = 0;
  tournament::Interval share;
};

struct SpiderRun {
  std::vector<SpiderRow> rows;
  std::vector<SoleSolverShare> solved_only_by_one;
};

SpiderRun run_spider(const SpiderPlan& plan);

// Compares the published figures with ours.
std::vector<Comparison> comparisons_of(const SpiderRun& run);

}  // namespace rensa::cli
