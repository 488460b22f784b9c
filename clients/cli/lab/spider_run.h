#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// Spider solitaire on the same deals by the algorithms of document 003, by the player that learns from them, and by
// ours.

struct SpiderPlan {
  int deals = 1000;
  std::uint64_t seed = 1;        // of the first deal; the others follow
  std::vector<int> suits{1, 2};  // for our player; published players use one suit
  int jobs = 1;                  // threads; they change nothing
  int lessons = 10'000;          // games of the teacher
  int tables = 30'000;           // that ours looks at before each deal; a sixth of them with one suit
};

// Sizes for a look that takes a quarter of a minute.
SpiderPlan quick_spider_plan();

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

  tournament::Interval won() const;
  std::optional<tournament::Interval> steps() const;  // of the games that were won; nullopt: fewer than two
};

// The share of the deals that only one of the first three algorithms solved.
struct OnlyOne {
  std::string name;
  double published = 0;
  tournament::Interval share;
};

struct SpiderRun {
  std::vector<SpiderRow> rows;
  std::vector<OnlyOne> only;
};

SpiderRun run_spider(const SpiderPlan& plan);

}  // namespace rensa::cli
