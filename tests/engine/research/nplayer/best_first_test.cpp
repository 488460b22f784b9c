#include "engine/research/nplayer/best_first.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/research/nplayer/fixed_depth_search.h"
#include "engine/research/nplayer/random_game.h"
#include "tests/engine/research/nplayer/naive_search.h"
#include "tests/engine/research/nplayer/recursive_best_first.h"
#include "tests/engine/research/nplayer/small_game.h"

namespace rensa::nplayer::test {
namespace {

constexpr std::uint64_t kSeeds = 150;
constexpr ExpansionLimits kUnlimited{.expansions = 1'000'000};
limits::SearchBudget endless(limits::SearchLimits{});  // it never ends

using Small = NaiveNode<SmallGame>;

SmallGame game_for(std::uint64_t seed) {
  return {.depth = 4 + static_cast<int>(seed % 3), .spread = seed % 5 < 3 ? 5U : 1000U, .in_turn = seed % 2 == 0};
}

// The nodes in the order of their expansion.
template <Game G>
std::vector<std::uint32_t> expanded_in(const Tree<G>& tree) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < tree.size(); ++i) {
    if (tree[i].is_expanded) order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return tree[a].expanded_index < tree[b].expanded_index; });
  return order;
}

// Expects the same tree with the same values and the same principal variation.
template <typename ValueOf>
void expect_same(const Tree<SmallGame>& tree, std::uint32_t index, const Small& node, ValueOf value_of) {
  ASSERT_EQ(tree[index].values, value_of(node));
  ASSERT_EQ(tree[index].is_expanded, !node.children.empty());
  if (node.children.empty()) return;
  const auto& branch = tree.expanded_node(index);
  ASSERT_EQ(branch.end - branch.first_child, node.children.size());
  ASSERT_EQ(branch.best - branch.first_child, choice_of(node, value_of));
  for (std::uint32_t i = 0; i < node.children.size(); ++i) {
    expect_same(tree, branch.first_child + i, node.children[i], value_of);
  }
}

template <typename Search, typename ValueOf>
void expect_like_the_twin(ValueOf value_of) {
  Search search;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SmallGame game = game_for(seed);
    Small root = node_of(game, game.start(seed));
    for (int expansions = 1; expansions <= 40; ++expansions) {
      const bool goes_on = !expand_best_first(game, root, 1, value_of).empty();
      const auto decision = search.search(game, root.position, {.expansions = expansions}, endless);
      ASSERT_NO_FATAL_FAILURE(expect_same(search.tree(), 0, root, value_of)) << seed << ' ' << expansions;
      EXPECT_EQ(static_cast<std::size_t>(decision.move), choice_of(root, value_of));
      if (!goes_on) break;
      EXPECT_EQ(decision.expanded, expansions);
    }
  }
}

TEST(BestFirstMaxN, MatchesTheNaiveSearchAfterEachExpansion) {
  expect_like_the_twin<BestFirstMaxN<SmallGame>>(max_n_of<SmallGame>);
}

TEST(TurnConsidered, MatchesTheNaiveSearchAfterEachExpansion) {
  expect_like_the_twin<TurnConsidered<SmallGame>>(turn_considered_of<SmallGame>);
}

// The decision after the last expansion that made the principal variation longer than before or ended the game.
template <typename Search, typename ValueOf>
void expect_the_full_depth_of_the_twin(ValueOf value_of) {
  Search search;
  int kept = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SmallGame game = game_for(seed);
    Small root = node_of(game, game.start(seed));
    std::size_t longest = 0;
    std::size_t move = 0;
    for (int expansions = 1; expansions <= 40; ++expansions) {
      if (expand_best_first(game, root, 1, value_of).empty()) break;
      const auto variation = line_of(root, value_of);
      if (variation.size() > longest || variation.back()->is_over) {
        longest = variation.size();
        move = choice_of(root, value_of);
      }
      const auto decision = search.search_to_full_depth(game, root.position, {.expansions = expansions}, endless);
      EXPECT_EQ(static_cast<std::size_t>(decision.move), move) << seed << ' ' << expansions;
      EXPECT_EQ(static_cast<std::size_t>(decision.variation), longest - 1);
      EXPECT_EQ(decision.depth, decision.variation);
      EXPECT_EQ(decision.expanded, expansions);
      kept += move == choice_of(root, value_of) ? 0 : 1;
    }
  }
  EXPECT_GT(kept, 20) << "it is not always the best move at the end";
}

TEST(BestFirstMaxN, MatchesTheNaiveSearchAtItsFullDepth) {
  expect_the_full_depth_of_the_twin<BestFirstMaxN<SmallGame>>(max_n_of<SmallGame>);
}

TEST(TurnConsidered, MatchesTheNaiveSearchAtItsFullDepth) {
  expect_the_full_depth_of_the_twin<TurnConsidered<SmallGame>>(turn_considered_of<SmallGame>);
}

template <Game G>
void expect_same_order(G& game, const typename G::Position& position, const ExpansionLimits& limits) {
  BestFirstMaxN<G> best_first;
  RecursiveBestFirst<G> recursive;
  const auto decision = best_first.search(game, position, limits, endless);
  const auto recursively = recursive.search(game, position, limits);
  EXPECT_EQ(expanded_in(best_first.tree()), expanded_in(recursive.tree()));
  EXPECT_EQ(decision.move, recursively.move);
  EXPECT_EQ(decision.values, recursively.values);
  EXPECT_EQ(decision.expanded, recursively.expanded);
  EXPECT_EQ(decision.depth, recursively.depth);
  EXPECT_EQ(decision.variation, recursively.variation);
}

TEST(RecursiveBestFirst, ExpandsTheSameNodesInTheSameOrderAsTheTree) {
  for (std::uint64_t seed = 0; seed < 10 * kSeeds; ++seed) {
    SmallGame game = game_for(seed);
    game.depth = 8;
    for (const int expansions : {1, 2, 3, 7, 30, 200}) {
      expect_same_order(game, game.start(seed), {.expansions = expansions});
    }
  }
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    RandomGame game({.max_moves = 5, .is_fixed = seed % 2 == 0});
    expect_same_order(game, RandomGame::start(seed), {.expansions = 500});
  }
}

TEST(RecursiveBestFirst, EndsWhereTheGameEnds) {
  SmallGame game{.depth = 3};
  RecursiveBestFirst<SmallGame> search;
  const auto decision = search.search(game, game.start(1), kUnlimited);
  EXPECT_LE(decision.variation, 3);
  const auto& tree = search.tree();
  EXPECT_TRUE(tree[tree.principal_leaf_of(0)].is_over);
}

// After the end of the line, the rest of the endless expands all other nodes. Then every value is exact.
template <typename Search>
void expect_full_max_n() {
  Search search(AfterGameEnd::expand_elsewhere);
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    SmallGame game = game_for(seed);
    Small root = node_of(game, game.start(seed));
    expand_to(game, root, game.depth);
    const auto decision = search.search(game, root.position, kUnlimited, endless);
    EXPECT_EQ(decision.values, max_n_of(root)) << seed;
    EXPECT_EQ(static_cast<std::size_t>(decision.move), choice_of(root, max_n_of<SmallGame>));
    EXPECT_EQ(decision.expanded, MaxN<SmallGame>().count(game, root.position, game.depth));
  }
}

TEST(BestFirstMaxN, WithoutLimitsIsFullMaxN) { expect_full_max_n<BestFirstMaxN<SmallGame>>(); }

TEST(TurnConsidered, WithoutLimitsIsFullMaxN) { expect_full_max_n<TurnConsidered<SmallGame>>(); }

TEST(TurnConsidered, SearchesDeeperThanBestFirst) {
  RandomGame game({.max_moves = 5, .is_fixed = false});
  BestFirstMaxN<RandomGame> best_first;
  TurnConsidered<RandomGame> turn_considered;
  int deeper = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto position = RandomGame::start(seed);
    const ExpansionLimits limits{.expansions = 40};
    if (turn_considered.search(game, position, limits, endless).depth >
        best_first.search(game, position, limits, endless).depth) {
      ++deeper;
    }
  }
  EXPECT_GE(deeper, 15);
}

TEST(BestFirstMaxN, KeepsToItsLimits) {
  RandomGame game({.max_moves = 5, .is_fixed = true});
  BestFirstMaxN<RandomGame> search;
  EXPECT_EQ(search.search(game, RandomGame::start(1), {.expansions = 17}, endless).expanded, 17);
  const ExpansionLimits small{.expansions = 1000, .nodes = 50};
  EXPECT_LT(search.search(game, RandomGame::start(1), small, endless).expanded, 12);
  EXPECT_LE(search.tree().size(), 55U);
}

}  // namespace
}  // namespace rensa::nplayer::test
