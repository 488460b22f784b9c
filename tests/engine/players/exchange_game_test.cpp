#include "engine/players/exchange_game.h"

#include <gtest/gtest.h>

#include "engine/research/nplayer/game.h"
#include "engine/players/room.h"
#include "engine/rules/rng.h"

namespace rensa::players {
namespace {

static_assert(nplayer::Game<ExchangeGame>);

using search::Exchange;
using search::ExchangeTerms;
using search::Fighter;
using search::HandTree;

constexpr std::array<int, 2> kNobody{kBuriesNobody, kBuriesNobody};

// A tree of up to three chains now, each followed by up to two.
HandTree random_tree(rules::Rng& rng) {
  HandTree tree;
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

TEST(ExchangeSearcher, FindsWhatAlphaAndBetaFindWhereNobodyIsBuried) {
  rules::Rng rng(3);
  ExchangeSearcher searcher;
  int chains = 0;
  for (int i = 0; i < 400; ++i) {
    const HandTree own_tree = random_tree(rng);
    const HandTree their_tree = random_tree(rng);
    const Fighter own{.tree = &own_tree, .owed = static_cast<int>(rng.below(3)) * 10, .certain_at = 200};
    const Fighter theirs{.tree = &their_tree, .free_at = static_cast<int>(rng.below(100))};
    const ExchangeTerms terms{.first = i % 2 == 0 ? search::Side::own : search::Side::theirs};
    const Exchange expected = search::exchange(own, theirs, terms);
    const Exchange found = searcher.search(own, theirs, terms, kNobody);
    EXPECT_EQ(found.net(), expected.net()) << i;
    chains += found.chains;
  }
  EXPECT_GT(chains, 200);
}

TEST(ExchangeGame, CountsWhoIsBuriedAndNotHowDeep) {
  const HandTree tree = [] {
    HandTree one;
    one.nodes[0] = {};
    return one;
  }();
  const search::ExchangeRules rules(tree, tree, {});
  const ExchangeGame game(rules, {18, 30});
  ExchangeGame::Position position;
  position.exchange.sides[1].owed = 29;
  EXPECT_EQ(game.values(position), (nplayer::Values<2>{29, -29}));
  position.exchange.sides[1].owed = 30;
  const auto buried = game.values(position);
  EXPECT_GT(buried[0], ExchangeGame::kVictory);
  position.exchange.sides[1].owed = 90;
  EXPECT_EQ(game.values(position), buried);
  position.exchange.sides[0].owed = 18;
  EXPECT_LT(game.values(position)[0], 30) << "both are";
}

TEST(ExchangeSearcher, PassesWhereThereIsNothingToFire) {
  const HandTree empty = [] {
    HandTree tree;
    tree.nodes[0] = {};
    return tree;
  }();
  const Fighter nobody{.tree = &empty};
  ExchangeSearcher searcher;
  EXPECT_EQ(searcher.search(nobody, nobody, {}, kNobody), Exchange{});
}

}  // namespace
}  // namespace rensa::players
