#include "server/match/visibility.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "server/match/series.h"

namespace rensa::match {
namespace {

using duel::EventKind;
using duel::Seat;

TEST(Visibility, OwnEventsAreImmediateUnlessTheyAreKnown) {
  for (int kind = 0; kind <= static_cast<int>(EventKind::game_over); ++kind) {
    const auto known = {EventKind::preparation_started, EventKind::placement_accepted};
    const bool is_known = std::find(known.begin(), known.end(), static_cast<EventKind>(kind)) != known.end();
    const duel::Event event = duel::make_event(static_cast<EventKind>(kind), Seat::two);
    EXPECT_EQ(relevance_of(Seat::two, event, ExpectedLanding::unknown),
              is_known ? EventRelevance::deferred : EventRelevance::immediate)
        << kind;
  }
}

TEST(Visibility, ALockAsAcceptedIsDeferredForItsSeat) {
  const duel::Event locked = duel::make_event(EventKind::locked, Seat::one);
  EXPECT_EQ(relevance_of(Seat::one, locked, ExpectedLanding::at_accepted_placement), EventRelevance::deferred);
  EXPECT_EQ(relevance_of(Seat::one, locked, ExpectedLanding::unknown), EventRelevance::immediate);
  EXPECT_EQ(relevance_of(Seat::two, locked, ExpectedLanding::at_accepted_placement), EventRelevance::immediate);
}

TEST(Visibility, OnlyFieldAndAttacksOfTheOpponentAreImmediate) {
  const auto concern = [](EventKind kind) {
    return relevance_of(Seat::one, duel::make_event(kind, Seat::two), ExpectedLanding::at_accepted_placement);
  };
  for (const EventKind kind :
       {EventKind::locked, EventKind::link_started, EventKind::garbage_sent, EventKind::garbage_fixed,
        EventKind::garbage_fell, EventKind::all_clear, EventKind::died, EventKind::game_over}) {
    EXPECT_EQ(concern(kind), EventRelevance::immediate) << static_cast<int>(kind);
  }
  for (const EventKind kind :
       {EventKind::preparation_started, EventKind::controllable, EventKind::next_next_revealed}) {
    EXPECT_EQ(concern(kind), EventRelevance::deferred) << static_cast<int>(kind);
  }
  EXPECT_EQ(concern(EventKind::placement_accepted), EventRelevance::hidden);
  EXPECT_EQ(concern(EventKind::placement_refused), EventRelevance::hidden);
  duel::Event missing = duel::make_event(EventKind::placement_refused, Seat::two);
  missing.refusal = duel::Refusal::missing;  // a turn without a choice
  EXPECT_EQ(relevance_of(Seat::one, missing, ExpectedLanding::at_accepted_placement), EventRelevance::immediate);
}

TEST(Visibility, SpectatorsSeeBothSidesAndHaveNoDecisionDue) {
  duel::Game game({.ruleset = ruleset_of(Terms{}, {}), .seed = 7, .queue = std::nullopt});
  while (!game.is_decision_due(Seat::one)) game.advance();
  const duel::View view = view_for_spectators(game);
  EXPECT_EQ(view.own, view_for(game, Seat::one).own);
  EXPECT_EQ(view.opponent, view_for(game, Seat::two).own);
  EXPECT_FALSE(view.decision_due);
  EXPECT_TRUE(view_for(game, Seat::one).decision_due);
}

}  // namespace
}  // namespace rensa::match
