#include "server/live_tournaments/restored_games.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/tournament/plan/game_seeds.h"
#include "tests/server/tournament/plan/test_plan.h"

namespace rensa::live_tournaments {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using tournament::GameId;

constexpr base::MatchId kMatch{7};
constexpr GameId kFirst{.pair = 0, .leg = 0, .attempt = 0};

// A tournament of two guests and a program, with its first two games running.
class RestoredGamesOfATournament : public testing::Test {
 protected:
  RestoredGamesOfATournament() {
    apply(tournament::StageStarted{{0, 1, 2}});
    apply(tournament::PairScheduled{{.first = 0, .second = 1, .legs = 2}});
    apply(tournament::PairScheduled{{.first = 1, .second = 2, .legs = 2}});
    apply(tournament::GameStarted{kFirst});
    apply(tournament::GameStarted{{.pair = 1, .leg = 0, .attempt = 0}});
  }

  void apply(const tournament::Event& event) { ASSERT_TRUE(progress_.apply(event)); }
  // The match that was begun for the game.
  match::RestoredArrangedMatch match_of(const GameId& game, base::MatchId number = kMatch) const {
    const tournament::GameToPlay planned = progress_.game(game);
    const tournament::GameSeeds seeds = tournament::game_seeds(plan_, planned);
    match::RestoredArrangedMatch match;
    match.match = number;
    match.game.name = match::TournamentGame{.tournament = "cup", .game = tournament::name_of(game)};
    match.game.seed = seeds.queue;
    for (const duel::Seat seat : duel::kSeats) {
      match.players[duel::index_of(seat)] = plan_.players[tournament::player_at(planned, seeds, seat)].name;
    }
    return match;
  }
  RestoredGames found(const std::vector<match::RestoredArrangedMatch>& matches) const {
    return find_restored_games(plan_, progress_, matches);
  }
  void expect_unknown(const match::RestoredArrangedMatch& match) const {
    const RestoredGames games = found({match});
    EXPECT_THAT(games.running, IsEmpty());
    EXPECT_THAT(games.finished, IsEmpty());
  }

  const tournament::TournamentPlan plan_ = tournament::test::plan_of(
      R"({"name": "cup", "seed": 5, "players": [{"name": "ann", "guest": true}, {"name": "bob", "guest": true}, "gaze"]})");
  tournament::TournamentProgress progress_{3};
};

TEST_F(RestoredGamesOfATournament, ARunningGameGoesOnInItsMatch) {
  const RestoredGames games = found({match_of(kFirst)});
  EXPECT_THAT(games.running, ElementsAre(Pair(kFirst, RestoredGames::Running{.match = kMatch})));
  EXPECT_THAT(games.finished, IsEmpty());
}

TEST_F(RestoredGamesOfATournament, AGameThatHasEndedGoesOnUntilItsResultIsInTheJournal) {
  match::RestoredArrangedMatch match = match_of(kFirst);
  match.has_ended = true;
  EXPECT_THAT(found({match}).running,
              ElementsAre(Pair(kFirst, RestoredGames::Running{.match = kMatch, .has_ended = true})));
  apply(tournament::GameEnded{.game = kFirst, .winner = 0});
  EXPECT_THAT(found({match}).running, IsEmpty());
  EXPECT_THAT(found({match}).finished, ElementsAre(Pair(kMatch, kFirst)));
}

TEST_F(RestoredGamesOfATournament, AGameWithAResultIsNotPlayedOn) {
  const match::RestoredArrangedMatch match = match_of(kFirst);
  apply(tournament::GameEnded{.game = kFirst, .winner = 0});
  expect_unknown(match);
}

TEST_F(RestoredGamesOfATournament, AnEarlierAttemptIsVoid) {
  const match::RestoredArrangedMatch match = match_of(kFirst);
  apply(tournament::GameVoided{.game = kFirst, .why = "a test"});
  expect_unknown(match);
  apply(tournament::GameStarted{{.pair = 0, .leg = 0, .attempt = 1}});
  expect_unknown(match);
}

TEST_F(RestoredGamesOfATournament, AnAnnulledGameIsVoid) {
  match::RestoredArrangedMatch match = match_of(kFirst);
  match.has_ended = true;
  apply(tournament::GameEnded{.game = kFirst, .winner = 0});
  apply(tournament::GameAnnulled{.game = kFirst, .why = "a test"});
  expect_unknown(match);
}

TEST_F(RestoredGamesOfATournament, AGameThatTheJournalHasNotStartedIsVoid) {
  expect_unknown(match_of({.pair = 0, .leg = 1, .attempt = 0}));
}

// The games of a withdrawn player are void in the journal.
TEST_F(RestoredGamesOfATournament, AGameOfABenchedPlayerGoesOn) {
  const match::RestoredArrangedMatch match = match_of(kFirst);
  apply(tournament::PlayerBenched{.player = 1, .why = "a test"});
  EXPECT_THAT(found({match}).running, ElementsAre(Pair(kFirst, RestoredGames::Running{.match = kMatch})));
}

TEST_F(RestoredGamesOfATournament, AGameOfADisqualifiedPlayerIsVoid) {
  const match::RestoredArrangedMatch match = match_of(kFirst);
  apply(tournament::PlayerDisqualified{.player = 1, .why = "a test"});
  expect_unknown(match);
}

TEST_F(RestoredGamesOfATournament, AGameOfAProgramOfThisServerIsVoid) {
  expect_unknown(match_of({.pair = 1, .leg = 0, .attempt = 0}));
}

TEST_F(RestoredGamesOfATournament, AMatchOfAnEarlierTournamentWithThisNameIsVoid) {
  match::RestoredArrangedMatch other_queue = match_of(kFirst);
  ++other_queue.game.seed;
  expect_unknown(other_queue);
  match::RestoredArrangedMatch other_players = match_of(kFirst);
  std::swap(other_players.players[0], other_players.players[1]);
  expect_unknown(other_players);
}

TEST_F(RestoredGamesOfATournament, NamesOfNoGameAreVoid) {
  for (const char* name : {"", "0", "0-0-0-0", "99-0", "0-99"}) {
    match::RestoredArrangedMatch match = match_of(kFirst);
    match.game.name->game = name;
    expect_unknown(match);
  }
  match::RestoredArrangedMatch nameless = match_of(kFirst);
  nameless.game.name.reset();
  expect_unknown(nameless);
}

TEST_F(RestoredGamesOfATournament, OfTwoMatchesOfAGameTheNewerOneGoesOn) {
  for (const bool newer_is_first : {false, true}) {
    const base::MatchId newer{8};
    std::vector<match::RestoredArrangedMatch> matches{match_of(kFirst), match_of(kFirst, newer)};
    if (newer_is_first) std::swap(matches[0], matches[1]);
    EXPECT_THAT(found(matches).running, ElementsAre(Pair(kFirst, RestoredGames::Running{.match = newer})));
  }
}

}  // namespace
}  // namespace rensa::live_tournaments
