#include "engine/search/chain_tree.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "engine/evaluation/chain_attack.h"
#include "engine/rules/chain.h"
#include "engine/rules/link.h"
#include "engine/rules/rng.h"
#include "engine/rules/timing.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/engine/search/drawn_tree.h"
#include "tests/tools/field_picture.h"

namespace rensa::search {
namespace {

using rules::Cell;
using rules::Field;

std::span<const ChainNode> children_of(const ChainTree& tree, std::size_t node) {
  return {tree.nodes.data() + tree.nodes[node].first_child, tree.nodes[node].children};
}

const NeededDraws& even_chance() {
  static const NeededDraws table(4, 50);
  return table;
}

ChainTreeSettings settings() { return {.draws = &even_chance(), .known = {}, .frames_per_hand = 50}; }

// Different fields for chains to lead to. The tree does not read them.
Field numbered(int number) {
  Field field;
  for (int bit = 0; bit < 12; ++bit) {
    if ((number >> bit & 1) != 0) field.put(1 + bit % 6, 1 + bit / 6, Cell::garbage);
  }
  return field;
}

// A chain that lasts `frames` and needs some red puyos. It leads to the field with the given number.
PossibleChain chain_of(int score, int frames, int red = 0, int after = 0) {
  PossibleChain chain;
  chain.links = 1;
  chain.score = score;
  chain.frames = frames;
  chain.needed[0] = static_cast<std::uint8_t>(red);
  chain.after = numbered(after);
  return chain;
}

std::vector<PossibleChain> none_after(const Field&) { return {}; }

std::string tree_text(const std::vector<PossibleChain>& chains, const ChainTreeSettings& terms = settings()) {
  return text_of(build_chain_tree(chains, terms, none_after));
}

std::vector<PossibleChain> random_chains(rules::Rng& rng, std::size_t count) {
  std::vector<PossibleChain> chains;
  for (std::size_t i = 0; i < count; ++i) {
    PossibleChain chain = chain_of(static_cast<int>(1 + rng.below(40)) * 40, static_cast<int>(60 + rng.below(400)));
    for (std::size_t colour = 0; colour < 4; ++colour) {
      if (rng.below(3) == 0) chain.needed[colour] = static_cast<std::uint8_t>(rng.below(4));
    }
    chains.push_back(chain);
  }
  return chains;
}

struct Timed {
  int fire;
  int end;
  int score;
  friend bool operator==(const Timed&, const Timed&) = default;
};

Timed timed(const PossibleChain& chain) {
  const int hands = even_chance().hands_for(chain.needed);
  return {.fire = std::max(hands - 1, 0) * 50, .end = hands * 50 + chain.frames, .score = chain.score};
}

std::vector<Timed> roots_of(const ChainTree& tree) {
  std::vector<Timed> roots;
  for (const ChainNode& node : children_of(tree, ChainTree::kRoot)) roots.push_back({node.fire, node.end, node.score});
  return roots;
}

// The example of document 004: 1000 points by 150 frames, 4000 by 250, 1200 by 300.
TEST(ChainTree, AChainIsKeptIfItScoresMoreThanAllThatEndEarlier) {
  EXPECT_EQ(tree_text({chain_of(4000, 250), chain_of(1200, 300), chain_of(1000, 150)}),
            "1 links, 1000 points, 0..150\n"
            "1 links, 4000 points, 0..250\n");
}

TEST(ChainTree, KeepsTheBestOfChainsWithTheSameEnd) {
  EXPECT_EQ(tree_text({chain_of(1000, 150), chain_of(1200, 150), chain_of(1100, 150)}),
            "1 links, 1200 points, 0..150\n");
}

TEST(ChainTree, KeepsTheSoonestOfEqualEndsAndScores) {
  EXPECT_EQ(tree_text({chain_of(1000, 150, 1), chain_of(1000, 250, 0)}), "1 links, 1000 points, 0..250\n");
  EXPECT_EQ(tree_text({chain_of(1000, 250, 0), chain_of(1000, 150, 1)}), "1 links, 1000 points, 0..250\n");
}

TEST(ChainTree, AChainStartsWithTheHandThatBringsTheLastPuyo) {
  // One red takes three draws at an even chance: the second hand.
  EXPECT_EQ(tree_text({chain_of(1000, 150, 1)}), "1 links, 1000 points, 50..250\n");
  EXPECT_EQ(tree_text({chain_of(1000, 150, 0)}), "1 links, 1000 points, 0..150\n");
}

TEST(ChainTree, KnownPairsAreCertain) {
  const std::vector<rules::Pair> known = {{Cell::blue, Cell::red}, {Cell::red, Cell::green}};
  ChainTreeSettings terms = settings();
  terms.known = known;
  EXPECT_EQ(tree_text({chain_of(1000, 150, 1)}, terms), "1 links, 1000 points, 0..200\n");
  EXPECT_EQ(tree_text({chain_of(1000, 150, 2)}, terms), "1 links, 1000 points, 50..250\n");
  // The third red comes after the known ones, with the second hand of those: the fourth.
  EXPECT_EQ(tree_text({chain_of(1000, 150, 3)}, terms), "1 links, 1000 points, 150..350\n");
}

TEST(ChainTree, KnownPairsAreUsedOnlyOnce) {
  const std::vector<rules::Pair> known = {{Cell::blue, Cell::red}, {Cell::red, Cell::green}};
  ChainTreeSettings terms = settings();
  terms.known = known;
  const std::vector<PossibleChain> first = {chain_of(1000, 150, 1)};
  const std::vector<PossibleChain> second = {chain_of(2000, 150, 2)};
  // One red of the second known pair, then two hands until the next comes.
  EXPECT_EQ(text_of(build_chain_tree(first, terms, [&](const Field&) { return std::span(second); })),
            "1 links, 1000 points, 0..200\n"
            "  1 links, 2000 points, 100..300\n");
}

TEST(ChainTree, EveryChainOfALineUsesItsPairs) {
  const std::vector<rules::Pair> known = {{Cell::red, Cell::blue}, {Cell::red, Cell::green}, {Cell::blue, Cell::green}};
  ChainTreeSettings terms = settings();
  terms.known = known;
  terms.depth = 3;
  const std::vector<PossibleChain> one_red = {chain_of(1000, 150, 1)};
  // The third red comes with the second hand after the pair that has none.
  EXPECT_EQ(text_of(build_chain_tree(one_red, terms, [&](const Field&) { return std::span(one_red); })),
            "1 links, 1000 points, 0..200\n"
            "  1 links, 1000 points, 0..200\n"
            "    1 links, 1000 points, 100..300\n");
}

TEST(ChainTree, ChainsWithTooManyDrawsAreLeftOut) {
  EXPECT_EQ(tree_text({chain_of(9000, 150, 9)}), "");
  EXPECT_EQ(tree_text({}), "");
}

TEST(ChainTree, ContainsTheChainsAfterAChain) {
  const std::vector<std::vector<PossibleChain>> by_field = {
      {}, {chain_of(400, 90, 0, 3)}, {chain_of(500, 95, 0, 4), chain_of(300, 99)}, {chain_of(700, 80)}, {}};
  const auto chains_after = [&by_field](const Field& field) -> std::span<const PossibleChain> {
    for (std::size_t i = 0; i < by_field.size(); ++i) {
      if (numbered(static_cast<int>(i)) == field) return by_field[i];
    }
    return {};
  };
  const std::vector<PossibleChain> now = {chain_of(1000, 150, 0, 1), chain_of(2000, 250, 0, 2)};
  EXPECT_EQ(text_of(build_chain_tree(now, settings(), chains_after)),
            "1 links, 1000 points, 0..150\n"
            "  1 links, 400 points, 0..90\n"
            "1 links, 2000 points, 0..250\n"
            "  1 links, 500 points, 0..95\n");
  ChainTreeSettings deeper = settings();
  deeper.depth = 3;
  EXPECT_EQ(text_of(build_chain_tree(now, deeper, chains_after)),
            "1 links, 1000 points, 0..150\n"
            "  1 links, 400 points, 0..90\n"
            "    1 links, 700 points, 0..80\n"
            "1 links, 2000 points, 0..250\n"
            "  1 links, 500 points, 0..95\n");
  ChainTreeSettings flat = settings();
  flat.depth = 1;
  int asked = 0;
  build_chain_tree(now, flat, [&asked](const Field&) {
    ++asked;
    return std::span<const PossibleChain>();
  });
  EXPECT_EQ(asked, 0);
}

TEST(ChainTree, ContainsTheBestScoreOfEveryEnd) {
  rules::Rng rng(1);
  ChainTreeSettings terms = settings();
  terms.widths.fill(kMaxSiblings);
  for (int i = 0; i < 300; ++i) {
    const std::vector<PossibleChain> chains = random_chains(rng, 1 + rng.below(60));
    const std::vector<Timed> roots = roots_of(build_chain_tree(chains, terms, none_after));
    for (int end = 0; end < 1200; ++end) {
      int best = 0;
      int kept = 0;
      for (const PossibleChain& chain : chains) {
        if (timed(chain).end <= end) best = std::max(best, chain.score);
      }
      for (const Timed& root : roots) {
        if (root.end <= end) kept = std::max(kept, root.score);
      }
      ASSERT_EQ(kept, best) << "by frame " << end << " of case " << i;
    }
  }
}

// The rule of document 004: sort by the end, and take each chain that scores more than all before.
TEST(ChainTree, KeepsTheSameChainsAsTheDocument) {
  rules::Rng rng(2);
  ChainTreeSettings terms = settings();
  terms.widths.fill(kMaxSiblings);
  for (int i = 0; i < 300; ++i) {
    std::vector<Timed> all;
    const std::vector<PossibleChain> chains = random_chains(rng, 1 + rng.below(60));
    for (const PossibleChain& chain : chains) all.push_back(timed(chain));
    std::ranges::sort(all, [](const Timed& a, const Timed& b) {
      return std::tuple(a.end, -a.score, a.fire) < std::tuple(b.end, -b.score, b.fire);
    });
    std::vector<Timed> kept;
    for (const Timed& chain : all) {
      if (kept.empty() || chain.score > kept.back().score) kept.push_back(chain);
    }
    EXPECT_EQ(roots_of(build_chain_tree(chains, terms, none_after)), kept);
  }
}

TEST(ChainTree, UndominatedChainsAreTheBestByEveryPairOfFrames) {
  rules::Rng rng(3);
  ChainTreeSettings terms = settings();
  terms.selection = ChainSelection::not_dominated;
  terms.widths.fill(kMaxSiblings);
  for (int i = 0; i < 100; ++i) {
    const std::vector<PossibleChain> chains = random_chains(rng, 1 + rng.below(20));
    const std::vector<Timed> roots = roots_of(build_chain_tree(chains, terms, none_after));
    ASSERT_LT(roots.size(), kMaxSiblings);
    for (int fire = 0; fire < 600; fire += 50) {
      for (int end = 0; end < 1200; end += 7) {
        int best = 0;
        int kept = 0;
        for (const PossibleChain& chain : chains) {
          if (timed(chain).end <= end && timed(chain).fire <= fire) best = std::max(best, chain.score);
        }
        for (const Timed& root : roots) {
          if (root.end <= end && root.fire <= fire) kept = std::max(kept, root.score);
        }
        ASSERT_EQ(kept, best);
      }
    }
  }
}

TEST(ChainTree, OnlyTheUndominatedSelectionKeepsAnEarlyAnswer) {
  const std::vector<PossibleChain> chains = {chain_of(1000, 260, 0), chain_of(1200, 120, 1)};
  EXPECT_EQ(tree_text(chains), "1 links, 1200 points, 50..220\n");
  ChainTreeSettings terms = settings();
  terms.selection = ChainSelection::not_dominated;
  EXPECT_EQ(tree_text(chains, terms),
            "1 links, 1200 points, 50..220\n"
            "1 links, 1000 points, 0..260\n");
}

TEST(ChainTree, DropsTheSmallestLossIfThereAreTooMany) {
  ChainTreeSettings terms = settings();
  terms.widths.fill(3);
  EXPECT_EQ(tree_text({chain_of(1000, 100), chain_of(2000, 200), chain_of(2100, 300), chain_of(4000, 400),
                       chain_of(4100, 500)},
                      terms),
            "1 links, 1000 points, 0..100\n"
            "1 links, 2000 points, 0..200\n"
            "1 links, 4000 points, 0..400\n");
}

TEST(ChainTree, AFullTreeIsCutAndKeepsItsOrder) {
  ChainTreeSettings terms = settings();
  terms.depth = 3;
  terms.widths.fill(kMaxSiblings);
  std::vector<PossibleChain> ladder;
  for (int i = 1; i <= 40; ++i) ladder.push_back(chain_of(1000 * i, 100 * i));
  const ChainTree tree = build_chain_tree(ladder, terms, [&ladder](const Field&) { return std::span(ladder); });
  EXPECT_EQ(tree.size, kMaxChainNodes);
  for (std::size_t node = 0; node < tree.size; ++node) {
    const ChainNode& parent = tree.nodes[node];
    EXPECT_LE(parent.children, kMaxSiblings);
    if (parent.children == 0) continue;
    EXPECT_GT(parent.first_child, node);
    EXPECT_LE(parent.first_child + parent.children, tree.size);
    const auto children = children_of(tree, node);
    EXPECT_TRUE(std::ranges::is_sorted(children, {}, &ChainNode::end));
  }
}

using rules::Pair;
using tests::field_from_picture;
using enum rules::Cell;

ChainTree tree_of(const rules::Ruleset& ruleset, const Field& field, const std::vector<Pair>& known) {
  const auto finder = std::make_unique<ChainTreeFinder>(ruleset);
  limits::SearchBudget budget(limits::SearchLimits{});
  return finder->tree_of(field, known, budget);
}

const Field& two_links_ready() {
  static const Field field = field_from_picture(
      "..B...\n"
      "RRRBBB\n");
  return field;
}
constexpr Pair kRed{red, yellow};

TEST(ChainTreeFinder, ContainsTheChainOfTheNextPair) {
  const ChainTree tree = tree_of({}, two_links_ready(), {kRed});
  const auto chains = children_of(tree, ChainTree::kRoot);
  const auto two_links = std::ranges::find(chains, 2, &ChainNode::links);
  ASSERT_NE(two_links, chains.end());
  EXPECT_EQ(two_links->score, 40 + 40 * 8);
  EXPECT_EQ(two_links->fire, 0);
  EXPECT_GE(two_links->end, kFramesPerHand + 2 * rules::kVanishFrames);
}

TEST(ChainTreeFinder, AChainWithMissingPuyosIsFiredLater) {
  const ChainTree drawn = tree_of({}, two_links_ready(), {{yellow, green}});
  const auto chains = children_of(drawn, ChainTree::kRoot);
  const auto two_links = std::ranges::find(chains, 2, &ChainNode::links);
  ASSERT_NE(two_links, chains.end());
  EXPECT_GE(two_links->fire, kFramesPerHand);
}

TEST(ChainTreeFinder, ScoresFollowTheLiteratureIfItCounts) {
  const ChainTree tree = tree_of({.id = "", .attack = rules::AttackFormula::literature}, two_links_ready(), {kRed});
  const auto chains = children_of(tree, ChainTree::kRoot);
  const auto two_links = std::ranges::find(chains, 2, &ChainNode::links);
  ASSERT_NE(two_links, chains.end());
  const Field filled = field_from_picture(
      ".RB...\n"
      "RRRBBB\n");
  EXPECT_EQ(two_links->score, evaluation::literature_attack_of(filled));
  EXPECT_EQ(two_links->score, 3 * 2 * 1) << "four each: the links alone count";
}

TEST(ChainTreeFinder, ChainsTakeNoTimeInTurnGames) {
  const ChainTree tree = tree_of({.id = "", .pacing = rules::Pacing::turns}, two_links_ready(), {kRed});
  const auto chains = children_of(tree, ChainTree::kRoot);
  ASSERT_FALSE(chains.empty());
  for (const ChainNode& chain : chains) EXPECT_EQ(chain.end % kFramesPerHand, 0);
  EXPECT_EQ(std::ranges::find(chains, 2, &ChainNode::links)->end, kFramesPerHand);
}

TEST(ChainTreeFinder, ContainsChainsInTheFieldAfterAChain) {
  const Field field = field_from_picture(
      "GGG...\n"
      "RRR...\n");
  const ChainTree tree = tree_of({}, field, {{red, red}, {green, green}});
  bool follows = false;
  for (const ChainNode& first : children_of(tree, ChainTree::kRoot)) follows = follows || first.children > 0;
  EXPECT_TRUE(follows);
}

TEST(ChainTreeFinder, IsEmptyForAnEmptyOrAChokedField) {
  EXPECT_EQ(tree_of({}, {}, {kRed}).size, 1U);
  Field choked = two_links_ready();
  for (int y = 2; y <= rules::kSpawnRow; ++y) choked.put(rules::kSpawnColumn, y, garbage);
  EXPECT_EQ(tree_of({}, choked, {kRed}).size, 1U);
}

TEST(ChainTreeFinder, DoesNotDependOnEarlierCalls) {
  rules::Rng rng(83, 1);
  ChainTreeFinder finder({});
  const Field field = evaluation::random_play(rng, 20);
  const std::vector<Pair> known = {{red, blue}, {green, yellow}};
  limits::SearchBudget budget(limits::SearchLimits{});
  const ChainTree first = finder.tree_of(field, known, budget);
  for (int i = 0; i < 10; ++i) finder.tree_of(evaluation::random_play(rng, 15 + i), known, budget);
  const ChainTree again = finder.tree_of(field, known, budget);
  ASSERT_EQ(again.size, first.size);
  for (std::size_t i = 0; i < first.size; ++i) EXPECT_EQ(again.nodes[i], first.nodes[i]);
  EXPECT_GT(first.size, 1U);
}

}  // namespace
}  // namespace rensa::search
