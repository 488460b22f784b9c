#include "engine/search/standoff.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "engine/rules/chain.h"
#include "engine/rules/link.h"
#include "engine/rules/picture.h"
#include "engine/rules/timing.h"
#include "engine/search/firing.h"
#include "tests/engine/search/quiet_fields.h"

namespace rensa::search {
namespace {

using rules::Field;
using rules::field_of_picture;
using rules::Pair;
using enum rules::Cell;

// Whatever stands in it, at rest, groups and all.
Field random_field_with_groups(rules::Rng& rng) {
  Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(12));
    for (int y = 1; y <= height; ++y) field.put(x, y, rules::kColours[rng.below(3)]);
  }
  return field;
}

TEST(RunningChain, FromItsBeginningIsTheWholeChain) {
  rules::Rng rng(81, 1);
  int links = 0;
  for (int i = 0; i < 1000; ++i) {
    const Field field = random_field_with_groups(rng);
    Field after = field;
    const rules::ChainResult whole = rules::simulate_chain(after);
    const RunningChain rest = rest_of_chain(field, 0, rules::AttackFormula::score);
    ASSERT_EQ(rest.attack, whole.score) << rules::picture_of(field);
    ASSERT_EQ(rest.after, after) << rules::picture_of(field);
    links += whole.links;
  }
  EXPECT_GT(links, 1000);
}

TEST(RunningChain, CountsAsTheLiteratureWhereThatIsAsked) {
  rules::Rng rng(83, 1);
  for (int i = 0; i < 300; ++i) {
    const Field field = random_field_with_groups(rng);
    ASSERT_EQ(rest_of_chain(field, 0, rules::AttackFormula::literature).attack, literature_attack_of(field));
  }
}

TEST(RunningChain, GoesOnWithTheNextLink) {
  rules::Rng rng(82, 1);
  int asked = 0;
  for (int i = 0; i < 500; ++i) {
    Field field = random_field_with_groups(rng);
    const RunningChain whole = rest_of_chain(field, 0, rules::AttackFormula::score);
    int score = 0;
    int frames = 0;
    for (int links = 1;; ++links) {
      const rules::Link link = rules::erase_groups(field);
      if (link.erased == 0) break;
      score += rules::link_score(link, links);
      // The same from the field in which all hangs and from that in which all has fallen, but for the time.
      const RunningChain hanging = rest_of_chain(field, links, rules::AttackFormula::score);
      const int rows = rules::settle(field);
      const RunningChain rest = rest_of_chain(field, links, rules::AttackFormula::score);
      frames += rules::kVanishFrames + (rows > 0 ? rules::fast_fall_frames(rows) + rules::kGroundingFrames : 0);
      ASSERT_EQ(score + rest.attack, whole.attack) << "after " << links;
      ASSERT_EQ(frames + rest.frames, whole.frames) << "after " << links;
      ASSERT_EQ(rest.after, whole.after);
      ASSERT_EQ(hanging.attack, rest.attack);
      ASSERT_EQ(hanging.frames, rest.frames + rules::fast_fall_frames(rows));
      ASSERT_EQ(hanging.after, rest.after);
      ++asked;
    }
  }
  EXPECT_GT(asked, 500);
}

TEST(RunningChain, WhereNothingRunsOnlyFallsWhatHangs) {
  const Field field = field_of_picture(
      "R.....\n"
      "......\n"
      "......\n"
      "B..G..\n");
  const RunningChain rest = rest_of_chain(field, 3, rules::AttackFormula::score);
  EXPECT_EQ(rest.attack, 0);
  EXPECT_EQ(rest.frames, rules::fast_fall_frames(2));
  EXPECT_EQ(rest.after, field_of_picture("R.....\n"
                                         "B..G..\n"));
}

TEST(RunningChain, TakesTheTimeOfItsLinksAndFalls) {
  const Field field = field_of_picture(
      "..B...\n"
      "..R...\n"
      "RRRBBB\n");
  // Red vanishes, blue falls by two rows to three of its own; after that nothing falls.
  const RunningChain rest = rest_of_chain(field, 0, rules::AttackFormula::score);
  EXPECT_EQ(rest.frames, (50 + 3 * 2 + 20) + 50);
  EXPECT_EQ(rest.attack, 40 + 40 * 8);
  EXPECT_TRUE(rest.after.all_clear());
}

HandTree tree_of(const StandoffTerms& terms, const Field& field, const std::vector<Pair>& known) {
  const auto standoff = std::make_unique<Standoff>(terms);
  return standoff->tree_of(field, known);
}

const Field& two_links_ready() {
  static const Field field = field_of_picture(
      "..B...\n"
      "RRRBBB\n");
  return field;
}
constexpr Pair kRed{red, yellow};

TEST(Standoff, WhatTheNextPairFiresIsInTheTree) {
  const HandTree tree = tree_of({}, two_links_ready(), {kRed});
  const auto chains = tree.children_of(HandTree::kNow);
  const auto two_links = std::ranges::find(chains, 2, &HandNode::links);
  ASSERT_NE(two_links, chains.end());
  EXPECT_EQ(two_links->score, 40 + 40 * 8);
  EXPECT_EQ(two_links->fire, 0);
  EXPECT_GE(two_links->end, kFramesPerHand + 2 * rules::kVanishFrames);
}

TEST(Standoff, WhatHasToBeDrawnIsFiredLater) {
  const HandTree drawn = tree_of({}, two_links_ready(), {{yellow, green}});
  const auto chains = drawn.children_of(HandTree::kNow);
  const auto two_links = std::ranges::find(chains, 2, &HandNode::links);
  ASSERT_NE(two_links, chains.end());
  EXPECT_GE(two_links->fire, kFramesPerHand);
}

TEST(Standoff, WhereTheLiteratureCountsScoresAreItsCounts) {
  const HandTree tree = tree_of({.formula = rules::AttackFormula::literature}, two_links_ready(), {kRed});
  const auto chains = tree.children_of(HandTree::kNow);
  const auto two_links = std::ranges::find(chains, 2, &HandNode::links);
  ASSERT_NE(two_links, chains.end());
  const Field filled = field_of_picture(
      ".RB...\n"
      "RRRBBB\n");
  EXPECT_EQ(two_links->score, literature_attack_of(filled));
  EXPECT_EQ(two_links->score, 3 * 2 * 1) << "four each: the links alone count";
}

TEST(Standoff, WhereTurnsAreTakenChainsTakeNoTime) {
  const HandTree tree = tree_of({.pacing = rules::Pacing::turns}, two_links_ready(), {kRed});
  const auto chains = tree.children_of(HandTree::kNow);
  ASSERT_FALSE(chains.empty());
  for (const HandNode& chain : chains) EXPECT_EQ(chain.end % kFramesPerHand, 0);
  EXPECT_EQ(std::ranges::find(chains, 2, &HandNode::links)->end, kFramesPerHand);
}

TEST(Standoff, WhatAChainLeavesCanBeFiredAfterIt) {
  const Field field = field_of_picture(
      "GGG...\n"
      "RRR...\n");
  const HandTree tree = tree_of({}, field, {{red, red}, {green, green}});
  bool follows = false;
  for (const HandNode& first : tree.children_of(HandTree::kNow)) follows = follows || first.children > 0;
  EXPECT_TRUE(follows);
}

TEST(Standoff, NothingCanBeFiredFromAnEmptyOrAChokedField) {
  EXPECT_EQ(tree_of({}, {}, {kRed}).size, 1U);
  Field choked = two_links_ready();
  for (int y = 2; y <= rules::kSpawnRow; ++y) choked.put(rules::kSpawnColumn, y, garbage);
  EXPECT_EQ(tree_of({}, choked, {kRed}).size, 1U);
}

TEST(Standoff, DoesNotDependOnEarlierCalls) {
  rules::Rng rng(83, 1);
  Standoff standoff({});
  const Field field = random_play(rng, 20);
  const std::vector<Pair> known = {{red, blue}, {green, yellow}};
  const HandTree first = standoff.tree_of(field, known);
  for (int i = 0; i < 10; ++i) standoff.tree_of(random_play(rng, 15 + i), known);
  const HandTree again = standoff.tree_of(field, known);
  ASSERT_EQ(again.size, first.size);
  for (std::size_t i = 0; i < first.size; ++i) EXPECT_EQ(again.nodes[i], first.nodes[i]);
  EXPECT_GT(first.size, 1U);
}

}  // namespace
}  // namespace rensa::search
