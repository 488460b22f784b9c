#include "engine/players/opponent.h"

#include <gtest/gtest.h>

#include "engine/players/greedy.h"
#include "engine/players/play.h"

namespace rensa::players {
namespace {

using duel::Phase;

bool is_between_lock_and_end_of_chain(Phase phase) {
  return phase == Phase::falling || phase == Phase::grounding || phase == Phase::vanishing ||
         phase == Phase::collapsing;
}

// In whatever frame of it a chain is looked at, what it has brought and what it is about to bring are the same points.
TEST(RunningChain, IsKnownInEveryFrameOfIt) {
  rules::Ruleset ruleset = *rules::find_ruleset("tsu-1");
  ruleset.colours = 3;
  ruleset.all_clear_points = 0;
  int links = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Greedy one({.ruleset = ruleset, .seed = 0});
    Greedy two({.ruleset = ruleset, .seed = 1});
    GameRun run({.ruleset = ruleset, .seed = seed, .queue = std::nullopt}, {&one, &two}, nullptr);
    std::array<std::optional<std::int64_t>, 2> promised;
    for (int clock = 1; !run.over(); ++clock) {
      run.play_until(clock);
      for (const duel::Seat seat : duel::kSeats) {
        const duel::SideView side = duel::view(run.game(), seat).own;
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

TEST(PairsToCome, LeaveOutThatWhichIsInTheFieldAlready) {
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

}  // namespace
}  // namespace rensa::players
