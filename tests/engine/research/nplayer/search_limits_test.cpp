#include "engine/limits/search_limits.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "engine/research/nplayer/best_first.h"
#include "engine/research/nplayer/fixed_depth_search.h"
#include "engine/research/nplayer/random_game.h"
#include "engine/rules/rng.h"
#include "tests/tools/setting_flag.h"

namespace rensa::nplayer {
namespace {

constexpr int kDepth = 5;
constexpr std::int64_t kExpansions = 700;

struct NamedSearch {
  std::string name;
  std::function<Decision<RandomGame>(RandomGame&, const RandomGame::Position&, limits::SearchBudget&)> run;
};

std::vector<NamedSearch> all_searches() {
  using Position = RandomGame::Position;
  using limits::SearchBudget;
  return {
      {"Max-N", [](RandomGame& game, const Position& from,
                   SearchBudget& budget) { return MaxN<RandomGame>().search(game, from, kDepth, budget); }},
      {"Paranoid", [](RandomGame& game, const Position& from,
                      SearchBudget& budget) { return Paranoid<RandomGame>().search(game, from, kDepth, budget); }},
      {"Best-First Max-N",
       [](RandomGame& game, const Position& from, SearchBudget& budget) {
         return BestFirstMaxN<RandomGame>().search(game, from, {.expansions = kExpansions}, budget);
       }},
      {"Turn-considered, to its full depth",
       [](RandomGame& game, const Position& from, SearchBudget& budget) {
         return TurnConsidered<RandomGame>().search_to_full_depth(game, from, {.expansions = kExpansions}, budget);
       }},
  };
}

bool is_move(const RandomGame& game, const RandomGame::Position& position, RandomGame::Move move) {
  std::vector<RandomGame::Move> moves;
  game.list_moves(position, moves);
  return std::ranges::find(moves, move) != moves.end();
}

TEST(NplayerSearchLimits, ASearchEndsAtMostSixtyFourNodesAfterItsFlagIsSet) {
  rules::Rng rng(91, 1);
  for (const NamedSearch& search : all_searches()) {
    SCOPED_TRACE(search.name);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomGame game({.max_moves = 5});
      const auto start = RandomGame::start(seed);
      limits::SearchBudget unlimited(limits::SearchLimits{});
      const auto whole = search.run(game, start, unlimited);
      EXPECT_EQ(whole.expanded, unlimited.searched()) << search.name;
      for (int i = 0; i < 5; ++i) {
        const std::int64_t after = rng.below(static_cast<std::uint32_t>(whole.expanded));
        const tests::SettingFlag flag(after);
        limits::SearchBudget budget({.stop = &flag});
        const auto stopped = search.run(game, start, budget);
        EXPECT_LE(stopped.expanded - after, tests::kMostNodesBetweenLooks) << search.name;
        EXPECT_TRUE(is_move(game, start, stopped.move)) << search.name;
      }
    }
  }
}

TEST(NplayerSearchLimits, ANodeLimitIsExact) {
  rules::Rng rng(92, 1);
  for (const NamedSearch& search : all_searches()) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      RandomGame game({.max_moves = 5});
      const auto start = RandomGame::start(seed);
      limits::SearchBudget unlimited(limits::SearchLimits{});
      const auto whole = search.run(game, start, unlimited);
      for (int i = 0; i < 5; ++i) {
        const std::int64_t nodes = rng.below(static_cast<std::uint32_t>(whole.expanded));
        limits::SearchBudget budget({.nodes = nodes});
        const auto limited = search.run(game, start, budget);
        EXPECT_EQ(limited.expanded, nodes) << search.name;
        EXPECT_TRUE(budget.has_ended()) << search.name;
        EXPECT_TRUE(is_move(game, start, limited.move)) << search.name;
      }
      limits::SearchBudget enough({.nodes = whole.expanded});
      const auto again = search.run(game, start, enough);
      EXPECT_EQ(again.move, whole.move) << search.name;
      EXPECT_EQ(again.values, whole.values) << search.name;
    }
  }
}

}  // namespace
}  // namespace rensa::nplayer
