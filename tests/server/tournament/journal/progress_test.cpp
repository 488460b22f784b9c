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

TEST(TournamentProgress, APairThatCannotPlayIsAskedOnceForAllItsGames) {
  TournamentProgress progress(2);
  progress.apply(StageStarted{{0, 1}});
  for (int i = 0; i < 3; ++i) progress.apply(PairScheduled{{.first = 0, .second = 1, .legs = 500}});
  int questions = 0;
  EXPECT_EQ(progress.next_game([&questions](const PlayerPair&) { return ++questions == 3; })->id,
            (GameId{.pair = 2, .leg = 0, .attempt = 0}));
  EXPECT_EQ(questions, 3);
  EXPECT_FALSE(progress.next_game([&questions](const PlayerPair&) { return ++questions > 6; }));
  EXPECT_EQ(questions, 6);
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

// Pages are made from copies while the tournament goes on.
TEST(TournamentProgress, ACopyDoesNotChangeWithTheOriginal) {
  TournamentProgress progress = of_two();
  progress.apply(GameStarted{kFirst});
  const TournamentProgress copy = progress;
  const GameId second{.pair = 0, .leg = 1, .attempt = 0};
  progress.apply(GameEnded{.game = kFirst, .winner = 0});
  progress.apply(GameStarted{second});
  progress.apply(GameEnded{.game = second, .winner = 0});
  EXPECT_TRUE(progress.is_decided(0));
  EXPECT_FALSE(copy.is_decided(0));
  EXPECT_EQ(copy.game_result(0, 0), nullptr);
  EXPECT_EQ(copy.half_points(0), (std::array<int, 2>{0, 0}));
  EXPECT_EQ(copy.games_running(), 1U);
  EXPECT_EQ(copy.next_game()->id, second);
}

TEST(MeetingCounts, CountBothOrdersOfTwoPlayers) {
  MeetingCounts meetings;
  meetings.add({.first = 7, .second = 2});
  meetings.add({.first = 2, .second = 7});
  meetings.add({.first = 2, .second = 3});
  EXPECT_EQ(meetings.of(7, 2), 2);
  EXPECT_EQ(meetings.of(2, 7), 2);
  EXPECT_EQ(meetings.of(3, 2), 1);
  EXPECT_EQ(meetings.of(3, 7), 0);
  EXPECT_EQ(meetings.of(9, 8), 0);
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

TEST(TournamentProgress, AnAnnulledResultDoesNotCountAndTheGameIsPlayedAgain) {
  TournamentProgress progress = of_two();
  const GameId second{.pair = 0, .leg = 1, .attempt = 0};
  const GameAnnulled annulled{.game = kFirst, .why = "the wrong version played"};
  EXPECT_FALSE(progress.apply(annulled)) << "it has not begun";
  for (const GameId& game : {kFirst, second}) {
    progress.apply(GameStarted{game});
    EXPECT_FALSE(progress.apply(GameAnnulled{.game = game})) << "it has no result";
    progress.apply(GameEnded{.game = game, .winner = 0});
  }
  ASSERT_TRUE(progress.is_decided(0));
  const std::size_t revision = progress.revision();
  EXPECT_TRUE(progress.apply(annulled));
  EXPECT_NE(progress.revision(), revision);
  EXPECT_FALSE(progress.is_decided(0));
  EXPECT_EQ(progress.decided_count(), 0U);
  EXPECT_EQ(progress.undecided_pair_count(0), 2U);
  EXPECT_EQ(progress.game_result(0, 0), nullptr);
  EXPECT_NE(progress.game_result(0, 1), nullptr);
  EXPECT_EQ(progress.half_points(0), (std::array<int, 2>{2, 0}));
  EXPECT_EQ(progress.games_finished(), 1U);
  EXPECT_EQ(progress.games_annulled(), 1U);
  EXPECT_FALSE(progress.apply(annulled)) << "it was annulled before";
  const GameId again{.pair = 0, .leg = 0, .attempt = 1};
  EXPECT_EQ(progress.next_game()->id, again);
  EXPECT_EQ(progress.next_game()->annulments, 1);
  EXPECT_TRUE(progress.apply(GameStarted{again}));
  EXPECT_TRUE(progress.apply(GameEnded{.game = again, .winner = std::nullopt}));
  EXPECT_TRUE(progress.is_decided(0));
  EXPECT_EQ(progress.half_points(0), (std::array<int, 2>{3, 1}));
}

TEST(TournamentProgress, BothGamesOnOneQueueAreAnnulledTogether) {
  TournamentProgress progress(2);
  progress.apply(StageStarted{{0, 1}});
  progress.apply(PairScheduled{{.first = 0, .second = 1, .legs = 4, .is_audit = true}});
  const auto play = [&progress](const GameId& game) {
    EXPECT_TRUE(progress.apply(GameStarted{game}));
    EXPECT_TRUE(progress.apply(GameEnded{.game = game, .winner = 0}));
  };
  play(kFirst);
  play({.pair = 0, .leg = 2});
  EXPECT_TRUE(progress.apply(GameStarted{{.pair = 0, .leg = 1}}));
  EXPECT_TRUE(progress.apply(GameAnnulled{.game = kFirst}));
  EXPECT_EQ(progress.games_running(), 0U) << "the other game was being played on the same queue";
  EXPECT_FALSE(progress.is_running({.pair = 0, .leg = 1}));
  EXPECT_EQ(progress.games_finished(), 1U) << "the third game has another queue";
  for (const GameId& game : {GameId{.pair = 0, .leg = 0, .attempt = 1}, GameId{.pair = 0, .leg = 1, .attempt = 1}}) {
    EXPECT_EQ(progress.next_game()->id, game);
    EXPECT_EQ(progress.next_game()->annulments, 1);
    play(game);
  }
  EXPECT_EQ(progress.next_game()->id, (GameId{.pair = 0, .leg = 3}));
  EXPECT_EQ(progress.next_game()->annulments, 0);
  EXPECT_TRUE(progress.apply(GameAnnulled{.game = {.pair = 0, .leg = 1, .attempt = 1}}));
  EXPECT_EQ(progress.next_game()->id, (GameId{.pair = 0, .leg = 0, .attempt = 2}));
  EXPECT_EQ(progress.games_annulled(), 3U);
}

TEST(TournamentProgress, ACancelledPairIsNotPlayed) {
  TournamentProgress progress = of_two();
  progress.apply(GameStarted{kFirst});
  progress.apply(GameEnded{.game = kFirst, .winner = 0});
  progress.apply(GameStarted{{.pair = 1, .leg = 0}});
  EXPECT_FALSE(progress.apply(GameAnnulled{.game = kFirst, .why = "", .cancelled = {0}})) << "it is the pair itself";
  EXPECT_FALSE(progress.apply(GameAnnulled{.game = kFirst, .why = "", .cancelled = {2}})) << "there is no such pair";
  EXPECT_TRUE(progress.apply(GameAnnulled{.game = kFirst, .why = "", .cancelled = {1}}));
  EXPECT_TRUE(progress.is_cancelled(1));
  EXPECT_TRUE(progress.is_decided(1));
  EXPECT_EQ(progress.games_running(), 0U);
  EXPECT_FALSE(progress.apply(GameEnded{.game = {.pair = 1, .leg = 0}, .winner = 0}));
  EXPECT_EQ(progress.games_open(), 2U) << "those of the first pair";
}

TEST(TournamentProgress, ADisqualifiedPlayerPlaysNoMoreAndItsResultsDoNotCount) {
  TournamentProgress progress(3);
  progress.apply(StageStarted{{0, 1, 2}});
  progress.apply(PairScheduled{{.first = 0, .second = 1}});
  progress.apply(PairScheduled{{.first = 0, .second = 2}});
  progress.apply(GameStarted{kFirst});
  progress.apply(GameEnded{.game = kFirst, .winner = 0});
  const PlayerDisqualified event{.player = 1, .why = "it plays with help"};
  EXPECT_FALSE(progress.apply(PlayerDisqualified{.player = 3, .why = ""}));
  EXPECT_FALSE(progress.apply(PlayerDisqualified{.player = 1, .why = "", .is_after_end = true})) << "it is not over";
  EXPECT_TRUE(progress.apply(event));
  EXPECT_FALSE(progress.apply(event)) << "it was disqualified before";
  EXPECT_TRUE(progress.is_benched(1));
  EXPECT_EQ(progress.disqualified_players().at(1), "it plays with help");
  EXPECT_TRUE(progress.is_decided(0));
  EXPECT_FALSE(progress.counts(0));
  EXPECT_TRUE(progress.counts(1));
  EXPECT_NE(progress.game_result(0, 0), nullptr) << "the result stays known";
  EXPECT_FALSE(progress.apply(PlayerReturned{.player = 1}));
  EXPECT_TRUE(progress.apply(PlayerBenched{.player = 2, .why = ""}));
  EXPECT_TRUE(progress.apply(PlayerDisqualified{.player = 2, .why = "", .is_after_end = true}));
  EXPECT_TRUE(progress.is_closed());
  EXPECT_FALSE(progress.apply(StageStarted{{0}}));
}

TEST(TournamentProgress, AReturnedPlayerPlaysItsUnfinishedPairs) {
  TournamentProgress progress = of_two();
  progress.apply(GameStarted{kFirst});
  progress.apply(GameEnded{.game = kFirst, .winner = 0});
  EXPECT_FALSE(progress.apply(PlayerReturned{.player = 1})) << "it takes part already";
  progress.apply(PlayerBenched{.player = 1, .why = "ill"});
  ASSERT_EQ(progress.decided_count(), 2U);
  EXPECT_TRUE(progress.lacks_games(0));
  EXPECT_FALSE(progress.apply(PlayerReturned{.player = 1, .reopened = {1, 0}})) << "they have to rise";
  EXPECT_FALSE(progress.apply(PlayerReturned{.player = 1, .reopened = {2}})) << "there is no such pair";
  EXPECT_TRUE(progress.apply(PlayerReturned{.player = 1, .reopened = {0, 1}}));
  EXPECT_FALSE(progress.is_benched(1));
  EXPECT_EQ(progress.decided_count(), 0U);
  EXPECT_EQ(progress.games_open(), 3U);
  EXPECT_EQ(progress.half_points(0), (std::array<int, 2>{2, 0})) << "the result stays";
  EXPECT_EQ(progress.next_game()->id, (GameId{.pair = 0, .leg = 1}));
}

TEST(TournamentProgress, AMatchThatWasCutShortGoesOnAfterTheReturn) {
  TournamentProgress progress(2);
  progress.apply(StageStarted{{0, 1}});
  progress.apply(PairScheduled{{.first = 0, .second = 1, .legs = 3, .is_best_of = true}});
  progress.apply(GameStarted{kFirst});
  progress.apply(PlayerBenched{.player = 0, .why = "ill"});
  progress.apply(GameEnded{.game = kFirst, .winner = 0});
  ASSERT_TRUE(progress.is_decided(0));
  EXPECT_EQ(progress.winner(0), 1) << "by the absence of the other";
  EXPECT_TRUE(progress.apply(PlayerReturned{.player = 0, .reopened = {0}}));
  EXPECT_FALSE(progress.is_decided(0));
  const GameId second{.pair = 0, .leg = 1};
  ASSERT_EQ(progress.next_game()->id, second);
  progress.apply(GameStarted{second});
  progress.apply(GameEnded{.game = second, .winner = 0});
  EXPECT_TRUE(progress.is_decided(0));
  EXPECT_EQ(progress.winner(0), 0);
}

TEST(TournamentProgress, RemembersTheNewestMessages) {
  TournamentProgress progress(2);
  for (std::size_t i = 1; i <= kMaxKeptMessages + 2; ++i) {
    ASSERT_TRUE(progress.apply(MessageSent{.text = std::to_string(i), .sent_at = {}})) << "also before the first stage";
  }
  ASSERT_EQ(progress.newest_messages().size(), kMaxKeptMessages);
  EXPECT_EQ(progress.newest_messages().front().message->text, "3");
  EXPECT_EQ(progress.newest_messages().back().number, kMaxKeptMessages + 2);
  EXPECT_EQ(progress.newest_messages().back().message->text, std::to_string(kMaxKeptMessages + 2));
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
