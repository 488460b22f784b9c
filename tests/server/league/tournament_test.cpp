#include "server/league/tournament.h"

#include <gtest/gtest.h>

namespace rensa::league {
namespace {

constexpr GameId kFirst{.pair = 0, .leg = 0, .attempt = 0};

Tournament of_two() {
  Tournament tournament(2);
  tournament.apply(StageBegun{{0, 1}});
  tournament.apply(PairDrawn{{.first = 0, .second = 1}});
  tournament.apply(PairDrawn{{.first = 1, .second = 0}});
  return tournament;
}

TEST(Tournament, GivesGamesInTheOrderOfTheirPlan) {
  Tournament tournament = of_two();
  for (int pair = 0; pair < 2; ++pair) {
    for (int leg = 0; leg < 2; ++leg) {
      const auto game = tournament.next();
      ASSERT_TRUE(game);
      EXPECT_EQ(game->id, (GameId{.pair = pair, .leg = leg, .attempt = 0}));
      EXPECT_EQ(game->pair.first, static_cast<std::size_t>(pair));
      EXPECT_TRUE(tournament.apply(GameStarted{game->id}));
    }
  }
  EXPECT_EQ(tournament.next(), std::nullopt);
  EXPECT_EQ(tournament.pairs_decided(), 0U);
}

TEST(Tournament, WhoHasJoinedPlaysFromThenOn) {
  Tournament tournament(2);
  EXPECT_FALSE(tournament.apply(PlayerJoined{.player = 2, .entry = "{}"})) << "nothing has begun";
  tournament.apply(StageBegun{{0, 1}});
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 2}}));
  EXPECT_FALSE(tournament.apply(PlayerJoined{.player = 1, .entry = "{}"}));
  EXPECT_FALSE(tournament.apply(PlayerJoined{.player = 3, .entry = "{}"}));
  EXPECT_TRUE(tournament.apply(PlayerJoined{.player = 2, .entry = "{}"}));
  EXPECT_EQ(tournament.players(), 3U);
  EXPECT_TRUE(tournament.apply(PairDrawn{{.first = 0, .second = 2}}));
  EXPECT_EQ(tournament.undecided_pairs(2), 1U);
  EXPECT_TRUE(tournament.apply(PlayerBenched{.player = 2, .why = ""}));
  EXPECT_TRUE(tournament.is_decided(0));
}

TEST(Tournament, AResultCountsOnce) {
  Tournament tournament = of_two();
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0})) << "it has not begun";
  EXPECT_TRUE(tournament.apply(GameStarted{kFirst}));
  EXPECT_FALSE(tournament.apply(GameStarted{kFirst}));
  EXPECT_TRUE(tournament.apply(GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0}));
  EXPECT_FALSE(tournament.apply(GameVoided{.game = kFirst, .why = ""}));
  EXPECT_EQ(tournament.games_over(), 1U);
  EXPECT_EQ(*tournament.ended(0, 0), (GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_EQ(tournament.ended(0, 1), nullptr);
}

TEST(Tournament, WhatIsVoidedIsPlayedAgainInItsPlace) {
  Tournament tournament = of_two();
  tournament.apply(GameStarted{kFirst});
  tournament.apply(GameStarted{tournament.next()->id});
  EXPECT_TRUE(tournament.apply(GameVoided{.game = kFirst, .why = "the host stood still"}));
  const GameId again{.pair = 0, .leg = 0, .attempt = 1};
  EXPECT_EQ(tournament.next()->id, again);
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 0})) << "that attempt is void";
  EXPECT_TRUE(tournament.apply(GameStarted{again}));
  EXPECT_EQ(tournament.next()->id, (GameId{.pair = 1, .leg = 0, .attempt = 0}));
  EXPECT_EQ(tournament.games_voided(), 1U);
}

TEST(Tournament, ARestartVoidsWhatWasRunning) {
  Tournament tournament = of_two();
  tournament.apply(GameStarted{kFirst});
  tournament.apply(GameEnded{.game = kFirst, .winner = std::nullopt});
  tournament.apply(GameStarted{tournament.next()->id});
  EXPECT_EQ(tournament.games_running(), 1U);
  EXPECT_TRUE(tournament.apply(Restarted{}));
  EXPECT_EQ(tournament.games_running(), 0U);
  EXPECT_EQ(tournament.games_over(), 1U);
  EXPECT_EQ(tournament.next()->id, (GameId{.pair = 0, .leg = 1, .attempt = 1}));
}

TEST(Tournament, OnlyPlayersOfTheStageAreDrawn) {
  Tournament tournament(3);
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 1}})) << "no stage has begun";
  EXPECT_FALSE(tournament.apply(StageBegun{{0, 0}}));
  EXPECT_FALSE(tournament.apply(StageBegun{{0, 3}}));
  EXPECT_FALSE(tournament.apply(StageBegun{{}}));
  EXPECT_TRUE(tournament.apply(StageBegun{{2, 0}}));
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 1}}));
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 0}}));
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 2, .stage = 1}}));
  EXPECT_FALSE(tournament.apply(PairDrawn{{.first = 0, .second = 2, .legs = 0}}));
  EXPECT_TRUE(tournament.apply(PairDrawn{{.first = 0, .second = 2}}));
  EXPECT_FALSE(tournament.apply(StageBegun{{0, 1}})) << "the one before is not over";
}

TEST(Tournament, WhatIsNotThereChangesNothing) {
  Tournament tournament = of_two();
  for (const GameId& game :
       {GameId{.pair = -1}, GameId{.pair = 2}, GameId{.leg = 2}, GameId{.leg = -1}, GameId{.attempt = 1}}) {
    EXPECT_FALSE(tournament.apply(GameStarted{game}));
  }
  tournament.apply(GameStarted{kFirst});
  EXPECT_FALSE(tournament.apply(GameEnded{.game = kFirst, .winner = 2}));
  EXPECT_EQ(tournament.games_over(), 0U);
}

}  // namespace
}  // namespace rensa::league
