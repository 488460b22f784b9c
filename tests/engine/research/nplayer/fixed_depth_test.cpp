#include <gtest/gtest.h>

#include "engine/research/nplayer/fixed_depth_search.h"
#include "tests/engine/research/nplayer/naive_search.h"
#include "tests/engine/research/nplayer/small_game.h"

namespace rensa::nplayer::test {
namespace {

constexpr std::uint64_t kTrees = 200;

std::int64_t expanded_in(const NaiveNode<SmallGame>& node) {
  std::int64_t sum = node.children.empty() ? 0 : 1;
  for (const auto& child : node.children) sum += expanded_in(child);
  return sum;
}

TEST(MaxN, MatchesTheNaiveSearch) {
  MaxN<SmallGame> max_n;
  limits::SearchBudget budget(limits::SearchLimits{});
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    SmallGame game{.in_turn = seed % 2 == 0};
    for (int depth = 1; depth <= 6; ++depth) {
      NaiveNode<SmallGame> root = node_of(game, game.start(seed));
      expand_to(game, root, depth);
      const auto decision = max_n.search(game, root.position, depth, budget);
      EXPECT_EQ(decision.values, max_n_of(root)) << seed << ' ' << depth;
      EXPECT_EQ(static_cast<std::size_t>(decision.move), choice_of(root, max_n_of<SmallGame>));
      EXPECT_EQ(decision.expanded, expanded_in(root));
      EXPECT_EQ(max_n.count(game, root.position, depth), expanded_in(root));
      EXPECT_LE(decision.variation, decision.depth);
    }
  }
}

TEST(Paranoid, MatchesTheNaiveSearchWithFewerPositions) {
  Paranoid<SmallGame> paranoid;
  limits::SearchBudget budget(limits::SearchLimits{});
  std::int64_t expanded = 0;
  std::int64_t naively = 0;
  for (std::uint64_t seed = 0; seed < kTrees; ++seed) {
    SmallGame game{.in_turn = seed % 2 == 0};
    for (int depth = 1; depth <= 6; ++depth) {
      NaiveNode<SmallGame> root = node_of(game, game.start(seed));
      expand_to(game, root, depth);
      const auto decision = paranoid.search(game, root.position, depth, budget);
      const auto value_of = [&](const NaiveNode<SmallGame>& node) { return paranoid_of(node, root.player); };
      EXPECT_EQ(decision.values, value_of(root)) << seed << ' ' << depth;
      EXPECT_EQ(static_cast<std::size_t>(decision.move), choice_of(root, value_of));
      expanded += decision.expanded;
      naively += expanded_in(root);
    }
  }
  EXPECT_LT(expanded, naively);
}

}  // namespace
}  // namespace rensa::nplayer::test
