#include "engine/players/exchange/side_facts.h"

#include <gtest/gtest.h>

#include "engine/players/basic_players.h"
#include "engine/players/local_game.h"
#include "tests/tools/drawn_field.h"
#include "tests/tools/field_picture.h"

namespace rensa::players {
namespace {

using duel::Phase;

bool is_between_lock_and_end_of_chain(Phase phase) {
  return phase == Phase::falling || phase == Phase::grounding || phase == Phase::vanishing ||
         phase == Phase::collapsing;
}

// In every frame of a chain, the points so far and the remaining points have the same sum.
TEST(RunningChain, IsKnownInEveryFrame) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.colours = 3;
  ruleset.all_clear_points = 0;
  int links = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Greedy one({.ruleset = ruleset, .seed = 0});
    Greedy two({.ruleset = ruleset, .seed = 1});
    LocalGame run({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&one, &two}, nullptr);
    std::array<std::optional<std::int64_t>, 2> promised;
    for (int clock = 1; !run.is_over(); ++clock) {
      run.play_until(clock);
      for (const duel::Seat seat : duel::kSeats) {
        const duel::SideView side = duel::view_for_seat(run.game(), seat).own;
        std::optional<std::int64_t>& total = promised[duel::index_of(seat)];
        if (is_between_lock_and_end_of_chain(side.phase)) {
          const std::int64_t seen = side.score + running_chain_of(side, rules::AttackFormula::score).attack;
          ASSERT_EQ(total.value_or(seen), seen) << "frame " << clock << ", link " << side.link;
          total = seen;
          links = std::max(links, side.link);
        } else {
          if (side.phase != Phase::control) {
            ASSERT_EQ(total.value_or(side.score), side.score) << "frame " << clock;
          }
          total.reset();
        }
      }
    }
  }
  EXPECT_GE(links, 3);
}

TEST(PairsToCome, LeaveOutThePairInTheField) {
  duel::SideView side;
  side.pairs = {rules::Pair{rules::Cell::red, rules::Cell::red},
                {rules::Cell::blue, rules::Cell::blue},
                {rules::Cell::green, rules::Cell::green}};
  for (const int shown : {1, 2, 3}) {
    side.pairs_shown = shown;
    for (const Phase phase : {Phase::preparation, Phase::control}) {
      side.phase = phase;
      EXPECT_EQ(pairs_to_come(side).size(), static_cast<std::size_t>(shown));
      EXPECT_EQ(pairs_to_come(side).front(), side.pairs[0]);
    }
    for (const Phase phase : {Phase::falling, Phase::grounding, Phase::vanishing, Phase::collapsing,
                              Phase::garbage_falling, Phase::settling}) {
      side.phase = phase;
      ASSERT_EQ(pairs_to_come(side).size(), static_cast<std::size_t>(shown - 1));
      if (shown > 1) {
        EXPECT_EQ(pairs_to_come(side).front(), side.pairs[1]);
      }
    }
  }
}

using rules::Choke;

duel::SideView side_of(const rules::Field& field) {
  duel::SideView side;
  side.field = field;
  side.hand = 1;
  return side;
}

TEST(EmptyVisibleCells, CountsEmptyVisibleCells) {
  EXPECT_EQ(empty_visible_cells({}), 72);
  EXPECT_EQ(empty_visible_cells(tests::field_of_heights({13, 12, 1, 0, 0, 2})), 72 - 12 - 12 - 1 - 2);
}

TEST(GarbageToBury, TakesARowForEachEmptyCellOfTheSpawnColumn) {
  EXPECT_EQ(garbage_to_bury(side_of({}), Choke::spawn_cell), 12 * 6);
  EXPECT_EQ(garbage_to_bury(side_of(tests::field_of_heights({0, 12, 7, 12, 0, 0})), Choke::spawn_cell), 5 * 6);
  EXPECT_EQ(garbage_to_bury(side_of(tests::field_of_heights({0, 0, 11, 0, 0, 0})), Choke::spawn_cell), 6);
}

// During a chain the spawn cell may be filled for a while. Then any garbage buries the side.
TEST(GarbageToBury, TakesARowWhereTheSpawnCellIsFilled) {
  EXPECT_EQ(garbage_to_bury(side_of(tests::field_of_heights({0, 0, 13, 0, 0, 0})), Choke::spawn_cell), 6);
}

TEST(GarbageToBury, TakesAllEmptyCellsIfOnlyMissingMovesLose) {
  EXPECT_EQ(garbage_to_bury(side_of({}), Choke::no_move), 13 * 6);
  EXPECT_EQ(garbage_to_bury(side_of(tests::field_of_heights({0, 0, 13, 1, 0, 0})), Choke::no_move), 13 * 6 - 14);
}

TEST(GarbageToBury, IsCountedAfterTheRunningChain) {
  duel::SideView side =
      side_of(tests::field_from_picture("..R...\n"
                                        "..R...\n"
                                        "..R...\n"
                                        "..R...\n"
                                        "OOBOOO\n"
                                        "OOYOOO"));
  EXPECT_EQ(garbage_to_bury(side, Choke::spawn_cell), 10 * 6);
  side.phase = duel::Phase::vanishing;
  EXPECT_EQ(garbage_to_bury(side, Choke::spawn_cell), 10 * 6);
}

TEST(GarbageToBury, ASideWithoutAPairCannotBeBuried) {
  duel::SideView side = side_of(tests::field_of_heights({0, 0, 11, 0, 0, 0}));
  side.hand = 0;
  for (const Choke choke : {Choke::spawn_cell, Choke::no_move})
    EXPECT_EQ(garbage_to_bury(side, choke), kCannotBeBuried);
}

}  // namespace
}  // namespace rensa::players
