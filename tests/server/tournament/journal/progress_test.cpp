#include "server/tournament/journal/progress.h"

#include <gtest/gtest.h>

namespace rensa::tournament {
namespace {

constexpr GameId kFirst{.pair = 0, .leg = 0, .attempt = 0};

TournamentProgress of_two() {
  TournamentProgress progress(2);
  progress.apply(StageStarted{{0, 1}});
  progress.apply(PairScheduled{{.first = 0, .second = 1}});
  progress.apply(PairScheduled{{.first = 1, .second = 0}});
  return progress;
}

TEST(TournamentProgress, ReturnsGamesInTheirPlannedOrder) {
  TournamentProgress progress = of_two();
  for (int pair = 0; pair < 2; ++pair) {
    for (int leg = 0; leg < 2; ++leg) {
      const auto game = progress.next_game();
      ASSERT_TRUE(game);
      EXPECT_EQ(game->id, (GameId{.pair = pair, .leg = leg, .attempt = 0}));
      EXPECT_EQ(game->pair.first, static_cast<std::size_t>(pair));
      EXPECT_TRUE(progress.apply(GameStarted{game->id}));
    }
  }
  EXPECT_EQ(progress.next_game(), std::nullopt);
  EXPECT_EQ(progress.decided_count(), 0U);
}

TEST(TournamentProgress, ALateEntryPlaysFromThenOn) {
  TournamentProgress progress(2);
  EXPECT_FALSE(progress.apply(PlayerJoined{.player = 2, .entry = "{}"})) << "nothing has begun";
  progress.apply(StageStarted{{0, 1}});
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 2}}));
  EXPECT_FALSE(progress.apply(PlayerJoined{.player = 1, .entry = "{}"}));
  EXPECT_FALSE(progress.apply(PlayerJoined{.player = 3, .entry = "{}"}));
  EXPECT_TRUE(progress.apply(PlayerJoined{.player = 2, .entry = "{}"}));
  EXPECT_EQ(progress.player_count(), 3U);
  EXPECT_TRUE(progress.apply(PairScheduled{{.first = 0, .second = 2}}));
  EXPECT_EQ(progress.undecided_pair_count(2), 1U);
  EXPECT_TRUE(progress.apply(PlayerBenched{.player = 2, .why = ""}));
  EXPECT_TRUE(progress.is_decided(0));
}

TEST(TournamentProgress, AResultCountsOnce) {
  TournamentProgress progress = of_two();
  EXPECT_FALSE(progress.apply(GameEnded{.game = kFirst, .winner = 0})) << "it has not begun";
  EXPECT_TRUE(progress.apply(GameStarted{kFirst}));
  EXPECT_FALSE(progress.apply(GameStarted{kFirst}));
  EXPECT_TRUE(progress.apply(GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_FALSE(progress.apply(GameEnded{.game = kFirst, .winner = 0}));
  EXPECT_FALSE(progress.apply(GameVoided{.game = kFirst, .why = ""}));
  EXPECT_EQ(progress.games_finished(), 1U);
  EXPECT_EQ(*progress.game_result(0, 0), (GameEnded{.game = kFirst, .winner = 1, .cause = duel::Cause::time}));
  EXPECT_EQ(progress.game_result(0, 1), nullptr);
}

TEST(TournamentProgress, AVoidedGameIsPlayedAgain) {
  TournamentProgress progress = of_two();
  progress.apply(GameStarted{kFirst});
  progress.apply(GameStarted{progress.next_game()->id});
  EXPECT_TRUE(progress.apply(GameVoided{.game = kFirst, .why = "the host stood still"}));
  const GameId again{.pair = 0, .leg = 0, .attempt = 1};
  EXPECT_EQ(progress.next_game()->id, again);
  EXPECT_FALSE(progress.apply(GameEnded{.game = kFirst, .winner = 0})) << "that attempt is void";
  EXPECT_TRUE(progress.apply(GameStarted{again}));
  EXPECT_EQ(progress.next_game()->id, (GameId{.pair = 1, .leg = 0, .attempt = 0}));
  EXPECT_EQ(progress.games_voided(), 1U);
}

TEST(TournamentProgress, ARestartVoidsRunningGames) {
  TournamentProgress progress = of_two();
  progress.apply(GameStarted{kFirst});
  progress.apply(GameEnded{.game = kFirst, .winner = std::nullopt});
  progress.apply(GameStarted{progress.next_game()->id});
  EXPECT_EQ(progress.games_running(), 1U);
  EXPECT_TRUE(progress.apply(RunRestarted{}));
  EXPECT_EQ(progress.games_running(), 0U);
  EXPECT_EQ(progress.games_finished(), 1U);
  EXPECT_EQ(progress.next_game()->id, (GameId{.pair = 0, .leg = 1, .attempt = 1}));
}

TEST(TournamentProgress, OnlyPlayersOfTheStageAreScheduled) {
  TournamentProgress progress(3);
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 1}})) << "no stage has begun";
  EXPECT_FALSE(progress.apply(StageStarted{{0, 0}}));
  EXPECT_FALSE(progress.apply(StageStarted{{0, 3}}));
  EXPECT_FALSE(progress.apply(StageStarted{{}}));
  EXPECT_TRUE(progress.apply(StageStarted{{2, 0}}));
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 1}}));
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 0}}));
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 2, .stage = 1}}));
  EXPECT_FALSE(progress.apply(PairScheduled{{.first = 0, .second = 2, .legs = 0}}));
  EXPECT_TRUE(progress.apply(PairScheduled{{.first = 0, .second = 2}}));
  EXPECT_FALSE(progress.apply(StageStarted{{0, 1}})) << "the one before is not over";
}

TEST(TournamentProgress, UnknownGamesAndPlayersChangeNothing) {
  TournamentProgress progress = of_two();
  for (const GameId& game :
       {GameId{.pair = -1}, GameId{.pair = 2}, GameId{.leg = 2}, GameId{.leg = -1}, GameId{.attempt = 1}}) {
    EXPECT_FALSE(progress.apply(GameStarted{game}));
  }
  progress.apply(GameStarted{kFirst});
  EXPECT_FALSE(progress.apply(GameEnded{.game = kFirst, .winner = 2}));
  EXPECT_EQ(progress.games_finished(), 0U);
}

}  // namespace
}  // namespace rensa::tournament
