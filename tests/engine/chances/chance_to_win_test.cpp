#include "engine/chances/chance_to_win.h"

#include <gtest/gtest.h>
#include <string>

#include "engine/rules/chain.h"
#include "engine/rules/rng.h"
#include "tests/tools/field_picture.h"

namespace rensa::chances {
namespace {

using duel::Phase;
using rules::Cell;

const rules::Ruleset& ruleset() { return *rules::find_ruleset("tsu-1"); }

// A side whose pair is under control.
duel::SideView side_of(const rules::Field& field) {
  duel::SideView side;
  side.field = field;
  side.hand = 10;
  side.phase = Phase::control;
  side.pairs = {rules::Pair{Cell::red, Cell::blue}, {Cell::yellow, Cell::green}, {Cell::blue, Cell::blue}};
  side.pairs_shown = 3;
  return side;
}

int chance_between(const duel::SideView& one, const duel::SideView& two, int clock = 1000) {
  ChanceEstimator estimator;
  return estimator.chance_of_seat_one({.clock = clock, .sides = {one, two}}, ruleset());
}

// A field at rest without groups that vanish, and not choked, of random cells.
rules::Field random_field(rules::Rng& rng) {
  for (;;) {
    rules::Field field;
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto height = static_cast<int>(rng.below(11));
      for (int y = 1; y <= height; ++y) {
        const std::uint32_t drawn = rng.below(5);
        field.put(x, y, drawn == 4 ? Cell::garbage : rules::kColours[drawn]);
      }
    }
    const rules::Field before = field;
    if (rules::simulate_chain(field).links == 0 && !before.is_choked()) return before;
  }
}

duel::SideView random_side(rules::Rng& rng) {
  duel::SideView side = side_of(random_field(rng));
  side.hand = static_cast<int>(rng.below(60)) + 1;
  for (rules::Pair& pair : side.pairs) pair = {rules::kColours[rng.below(4)], rules::kColours[rng.below(4)]};
  if (rng.below(2) == 0) side.waiting = {.pending = static_cast<int>(rng.below(40)), .fixed = 0};
  if (rng.below(4) == 0) side.waiting.fixed = static_cast<int>(rng.below(80));
  if (rng.below(6) == 0) {
    side.motion = duel::Motion{};
    side.motion->unsent = 2100;
  }
  return side;
}

TEST(ChanceToWin, OfBothSidesIsAThousandTogether) {
  rules::Rng rng(1, 1);
  int even = 0;
  for (int i = 0; i < 300; ++i) {
    const duel::SideView one = random_side(rng);
    const duel::SideView two = random_side(rng);
    const int chance = chance_between(one, two);
    EXPECT_EQ(chance + chance_between(two, one), kCertain) << i;
    EXPECT_GE(chance, 1);
    EXPECT_LE(chance, kCertain - 1);
    even += chance == kCertain / 2 ? 1 : 0;
  }
  EXPECT_LT(even, 30);
}

TEST(ChanceToWin, OfEqualSidesIsAHalf) {
  const duel::SideView side = side_of(tests::field_from_picture("BBB...\nRRR...\n"));
  EXPECT_EQ(chance_between(side, side), kCertain / 2);
}

TEST(ChanceToWin, OfADeadSideIsNothing) {
  const duel::SideView alive = side_of(tests::field_from_picture("BBB...\nRRR...\n"));
  duel::SideView dead = alive;
  dead.phase = Phase::dead;
  EXPECT_EQ(chance_between(dead, alive), 0);
  EXPECT_EQ(chance_between(alive, dead), kCertain);
  EXPECT_EQ(chance_between(dead, dead), kCertain / 2);
}

TEST(ChanceToWin, NeverRisesWithGarbageOnItsWay) {
  rules::Rng rng(2, 1);
  int fallen = 0;
  for (int i = 0; i < 60; ++i) {
    duel::SideView one = random_side(rng);
    const duel::SideView two = random_side(rng);
    int before = kCertain;
    for (const int garbage : {0, 1, 3, 6, 12, 18, 30, 60, 90, 200, 5000, 1'000'000'000}) {
      one.waiting = {.pending = garbage, .fixed = 0};
      const int chance = chance_between(one, two);
      ASSERT_LE(chance, before) << i << ": " << garbage;
      fallen += chance < before ? 1 : 0;
      before = chance;
    }
  }
  EXPECT_GT(fallen, 200);
}

TEST(ChanceToWin, RisesWithAChainInTheSameCells) {
  const duel::SideView other = side_of(tests::field_from_picture("GY.BY.\n"));
  const duel::SideView chain = side_of(tests::field_from_picture("BBB...\nRRR...\n"));
  const duel::SideView none = side_of(tests::field_from_picture("BRB...\nRBR...\n"));
  EXPECT_GT(chance_between(chain, other), chance_between(none, other));
}

TEST(ChanceToWin, CountsWhatARunningChainWillStillSend) {
  const duel::SideView other = side_of(tests::field_from_picture("GY.BY.\n"));
  // Four red puyos have come down beside each other; when they have vanished, so do the blue ones above them.
  duel::SideView running = side_of(tests::field_from_picture("BBBB..\nRRRRY.\n"));
  running.phase = Phase::grounding;
  duel::SideView after = side_of(tests::field_from_picture("....Y.\n"));
  const int with_chain = chance_between(running, other);
  EXPECT_GT(with_chain, chance_between(after, other));
  // What a chain cancels does not count as sent.
  running.waiting.fixed = 5;
  EXPECT_LT(chance_between(running, other), with_chain);
}

TEST(ChanceToWin, KnowsThePointsOfAnAllClear) {
  const duel::SideView other = side_of(tests::field_from_picture("GY.BY.\n"));
  duel::SideView side = side_of(tests::field_from_picture("BBB...\nRRR...\n"));
  side.motion = duel::Motion{};
  const int without = chance_between(side, other);
  side.motion->unsent = 2100;
  EXPECT_GT(chance_between(side, other), without);
  // Without its motion, a side is known to have them while its field is empty.
  duel::SideView empty = side_of(rules::Field{});
  empty.pairs = {rules::Pair{Cell::red, Cell::red}, {Cell::red, Cell::red}};
  duel::SideView at_start = empty;
  at_start.hand = 1;
  EXPECT_GT(chance_between(empty, other), chance_between(at_start, other));
}

TEST(ChanceToWin, IsTheSameOnEveryMachine) {
  rules::Rng rng(3, 1);
  std::string chances;
  for (int i = 0; i < 16; ++i) {
    const duel::SideView one = random_side(rng);
    const duel::SideView two = random_side(rng);
    chances += std::to_string(chance_between(one, two, 500 * i)) + ' ';
  }
  EXPECT_EQ(chances, "247 681 493 3 325 201 486 735 42 837 964 973 288 538 457 14 ");
}

TEST(ChanceToWin, IsNotEstimatedWithoutFramesOrPoints) {
  EXPECT_TRUE(can_estimate(ruleset()));
  EXPECT_FALSE(can_estimate(*rules::find_ruleset("jaist-1")));
  EXPECT_FALSE(can_estimate(*rules::find_ruleset("class-1")));
}

TEST(ChanceToWin, LearnedWeightsNeverSpeakAgainstAFeature) {
  for (const int weight : learned_weights()) EXPECT_GE(weight, 0);
}

}  // namespace
}  // namespace rensa::chances
