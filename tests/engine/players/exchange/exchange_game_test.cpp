#include "engine/players/exchange/exchange_game.h"

#include <gtest/gtest.h>

#include "engine/players/exchange/side_facts.h"
#include "engine/research/nplayer/game.h"
#include "engine/rules/rng.h"

namespace rensa::players {
namespace {

static_assert(nplayer::Game<ExchangeGame>);

using search::ChainTree;
using search::ExchangeResult;
using search::ExchangeSettings;
using search::ExchangeSide;

constexpr std::array<int, 2> kNobody{kCannotBeBuried, kCannotBeBuried};

// A tree of up to three chains, each followed by up to two.
ChainTree random_tree(rules::Rng& rng) {
  ChainTree tree;
  tree.nodes[0] = {};
  const auto grow = [&](std::size_t parent, std::uint32_t most) {
    tree.nodes[parent].first_child = static_cast<std::uint16_t>(tree.size);
    tree.nodes[parent].children = static_cast<std::uint16_t>(rng.below(most + 1));
    int end = 0;
    for (std::size_t i = 0; i < tree.nodes[parent].children; ++i) {
      const int fire = static_cast<int>(rng.below(300));
      end = std::max(end, fire) + 40 + static_cast<int>(rng.below(200));
      const int score = 70 * static_cast<int>(1 + rng.below(60));
      tree.nodes[tree.size++] = {.fire = fire, .end = end, .score = score, .links = 2};
    }
  };
  grow(0, 3);
  const std::size_t first = tree.size;
  for (std::size_t node = 1; node < first; ++node) grow(node, 2);
  return tree;
}

TEST(BestFirstExchange, EqualsAlphaBetaIfNeitherSideIsBuried) {
  rules::Rng rng(3);
  BestFirstExchange searcher;
  limits::SearchBudget budget(limits::SearchLimits{});
  int chains = 0;
  for (int i = 0; i < 400; ++i) {
    const ChainTree own_tree = random_tree(rng);
    const ChainTree their_tree = random_tree(rng);
    const ExchangeSide own{.tree = &own_tree, .incoming = static_cast<int>(rng.below(3)) * 10, .certain_at = 200};
    const ExchangeSide theirs{.tree = &their_tree, .free_at = static_cast<int>(rng.below(100))};
    const ExchangeSettings settings{.first = i % 2 == 0 ? search::ExchangeSeat::own : search::ExchangeSeat::theirs};
    const ExchangeResult expected = search::solve_exchange(own, theirs, settings, budget);
    const ExchangeResult found = searcher.search(own, theirs, settings, kNobody, budget);
    EXPECT_EQ(found.net(), expected.net()) << i;
    chains += found.chains;
  }
  EXPECT_GT(chains, 200);
}

TEST(ExchangeGame, CountsBeingBuriedAndNoGarbageBeyondThat) {
  const ChainTree tree = [] {
    ChainTree one;
    one.nodes[0] = {};
    return one;
  }();
  const search::ExchangeRules rules(tree, tree, {});
  const ExchangeGame game(rules, {18, 30});
  ExchangeGame::Position position;
  position.exchange.sides[1].incoming = 29;
  EXPECT_EQ(game.values(position), (nplayer::Values<2>{29, -29}));
  position.exchange.sides[1].incoming = 30;
  const auto buried = game.values(position);
  EXPECT_GT(buried[0], ExchangeGame::kVictory);
  position.exchange.sides[1].incoming = 90;
  EXPECT_EQ(game.values(position), buried);
  position.exchange.sides[0].incoming = 18;
  EXPECT_LT(game.values(position)[0], 30) << "both are";
}

TEST(BestFirstExchange, PassesWithoutAChain) {
  const ChainTree empty = [] {
    ChainTree tree;
    tree.nodes[0] = {};
    return tree;
  }();
  const ExchangeSide nobody{.tree = &empty};
  BestFirstExchange searcher;
  limits::SearchBudget budget(limits::SearchLimits{});
  EXPECT_EQ(searcher.search(nobody, nobody, {}, kNobody, budget), ExchangeResult{});
}

}  // namespace
}  // namespace rensa::players
