#include "engine/players/potential.h"

#include <gtest/gtest.h>

#include "engine/notation/text.h"
#include "engine/players/choices.h"

namespace rensa::players {
namespace {

using evaluation::FirableChain;
using search::PlacementPotential;
using search::PlacementPotentials;

PlacementPotential waiting(int build_value, int later = 0) {
  return {.survives = true,
          .fired = {},
          .best_later = {later, later > 0 ? 5 : 0, later > 0 ? 2 : 0},
          .build_value = build_value};
}
PlacementPotential firing(int attack, int links, int build_value = 0) {
  return {.survives = true, .fired = {attack, links, 1}, .best_later = {}, .build_value = build_value};
}

std::size_t choice(std::initializer_list<PlacementPotential> list, const PotentialSituation& situation) {
  PlacementPotentials potentials;
  std::size_t count = 0;
  for (const PlacementPotential& potential : list) potentials[count++] = potential;
  return choose_by_potential(potentials, (1U << count) - 1, situation);
}

constexpr PotentialSituation kCalm{.empty_cells = 60, .waiting = 0, .to_bury = 10'000, .attack_per_garbage = 1};

TEST(Potential, WaitsForTheGreatestBuildValue) {
  EXPECT_EQ(choice({firing(100, 7), waiting(50), waiting(80)}, kCalm), 2U);
}

TEST(Potential, OfEqualsTakesTheFirst) { EXPECT_EQ(choice({waiting(7), waiting(80), waiting(80)}, kCalm), 1U); }

TEST(Potential, FiresInANearlyFullFieldIfWaitingGainsNothing) {
  PotentialSituation full = kCalm;
  full.empty_cells = 10;
  EXPECT_EQ(choice({firing(100, 7), waiting(50, 120)}, full), 1U);
  EXPECT_EQ(choice({firing(100, 7), waiting(50, 100)}, full), 0U);
  EXPECT_EQ(choice({waiting(500, 20), waiting(50, 100)}, full), 1U) << "the build value does not count any more";
}

TEST(Potential, FiresAnAttackThatBuriesTheOpponent) {
  PotentialSituation situation = kCalm;
  situation.to_bury = 72;
  situation.attack_per_garbage = 70;
  EXPECT_EQ(choice({firing(72 * 70, 6), waiting(9'999)}, situation), 0U);
  EXPECT_EQ(choice({firing(72 * 70 - 1, 6), waiting(9'999)}, situation), 1U);
}

TEST(Potential, AnswersGarbageThatItCanCancel) {
  PotentialSituation situation = kCalm;
  situation.waiting = 12;
  EXPECT_EQ(choice({firing(12, 2), waiting(9'999)}, situation), 0U);
  EXPECT_EQ(choice({firing(11, 2), waiting(9'999)}, situation), 1U) << "it would fall all the same";
  situation.waiting = situation.empty_cells;
  EXPECT_EQ(choice({firing(11, 2), waiting(9'999)}, situation), 0U) << "nothing is left to lose";
}

TEST(Potential, ClearsObstaclesForAMuchGreaterBuildValue) {
  EXPECT_EQ(choice({firing(1, 1, 130), waiting(100)}, kCalm), 0U);
  EXPECT_EQ(choice({firing(1, 1, 120), waiting(100)}, kCalm), 1U) << "for little it is not worth the puyos";
  EXPECT_EQ(choice({firing(40, 3, 130), waiting(100)}, kCalm), 1U) << "that is no small chain";
}

TEST(Potential, DoesNotOverflow) {
  PotentialSituation situation = kCalm;
  situation.to_bury = 1 << 20;
  situation.attack_per_garbage = 1'000'000;
  EXPECT_EQ(choice({firing(9'999, 9), waiting(50)}, situation), 1U) << "the attack does not bury the opponent";
  EXPECT_EQ(choice({firing(1, 1), waiting(-1'000'000'000)}, kCalm), 1U) << "a bad build value is no reason to clear";
}

TEST(Potential, LosesOnlyByTheRulesOfTheGame) {
  // The spawn cell is filled, but there are possible placements.
  duel::View view;
  view.pacing = rules::Pacing::turns;
  view.decision_due = true;
  view.own.pairs_shown = 3;
  view.own.pairs.fill({rules::Cell::red, rules::Cell::blue});
  for (int y = 1; y <= rules::kSpawnRow; ++y) view.own.field.put(rules::kSpawnColumn, y, rules::Cell::garbage);
  const rules::Ruleset& ruleset = *rules::find_ruleset("jaist-1");
  limits::SearchBudget budget(limits::SearchLimits{});
  RememberedPotentials own;
  const search::PlacementPotentials& potentials = own.of(view.own, possible_placements(view), ruleset, budget);
  int living = 0;
  for (const PlacementPotential& potential : potentials) living += potential.survives ? 1 : 0;
  EXPECT_GT(living, 10);
}

TEST(Potential, LosesOnlyIfItHasTo) {
  PlacementPotential death = waiting(9'999);
  death.survives = false;
  EXPECT_EQ(choice({death, waiting(1)}, kCalm), 1U);
  EXPECT_EQ(choice({death, firing(1, 1)}, kCalm), 1U);
  EXPECT_EQ(choice({death, death}, kCalm), 0U);
}

TEST(Potential, ChoosesAPossiblePlacementInEveryKindOfGame) {
  for (const rules::Ruleset& ruleset : rules::published_rulesets()) {
    duel::Game game({.ruleset = ruleset, .seed = 5, .queue = std::nullopt});
    Potential one({.ruleset = ruleset, .seed = 0});
    for (int hand = 0; hand < 12 && !game.outcome();) {
      duel::Inputs inputs{};
      for (const duel::Seat seat : duel::kSeats) {
        if (!game.is_decision_due(seat)) continue;
        const duel::View view = duel::view_for_seat(game, seat);
        const rules::Placement placement = one.choose(position_of(view, ruleset), {});
        std::uint32_t possible = possible_placements(view);
        bool is_possible = false;
        for (; possible != 0; possible &= possible - 1) {
          is_possible =
              is_possible || rules::kPlacements[static_cast<std::size_t>(std::countr_zero(possible))] == placement;
        }
        EXPECT_TRUE(is_possible) << ruleset.id;
        inputs[duel::index_of(seat)] = duel::Input::place(placement);
        ++hand;
      }
      game.step(inputs);
    }
  }
}

}  // namespace
}  // namespace rensa::players
