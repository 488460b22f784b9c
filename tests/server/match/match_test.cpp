#include "server/match/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/side_prediction.h"
#include "engine/record/verify.h"
#include "server/match/series.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {
namespace {

using proto::Clock;
using tests::all_of;
using tests::decision;
using tests::play_in_real_time;
using tests::play_one_game;
using tests::play_out;
using tests::terms_of;
using tests::TestClient;
using tests::TestLobby;
using namespace std::chrono_literals;

TEST(Match, PlaysAllItsGamesInVirtualTime) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time, 3));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_out(server, one, two);

  ASSERT_EQ(server.saved.size(), 3U);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
  for (const FinishedGame& game : server.saved) {
    EXPECT_TRUE(record::verify(game.record).ok());
    EXPECT_EQ(game.record.outcome.cause, duel::Cause::choked);
  }
  const auto ends = all_of<proto::MatchEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].wins[0] + ends[0].wins[1] + ends[0].draws, 3);
  EXPECT_FALSE(ends[0].cause);
}

TEST(Match, EndsEarlyWhenAPlayerHasEnoughWins) {
  TestLobby server;
  proto::Terms terms = terms_of(Clock::virtual_time, 99);
  terms.first_to = 2;
  server.start(terms);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_out(server, one, two);
  const auto ends = all_of<proto::MatchEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(std::max(ends[0].wins[0], ends[0].wins[1]), 2);
  EXPECT_LE(std::min(ends[0].wins[0], ends[0].wins[1]), 1);
  EXPECT_EQ(ends[0].winner, ends[0].wins[0] == 2 ? duel::Seat::one : duel::Seat::two);
  EXPECT_FALSE(ends[0].cause);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

TEST(Match, FirstToMustNotExceedTheGames) {
  proto::Terms terms = terms_of(Clock::virtual_time, 3);
  terms.first_to = 3;
  EXPECT_FALSE(why_unplayable(terms, {}));
  terms.first_to = 4;
  EXPECT_EQ(why_unplayable(terms, {}), "first_to: 4 wins are more than 3 games");
}

TEST(Match, OwnRulesetsArePlayedBesideThePublishedOnes) {
  rules::Ruleset mine;
  mine.id = "mine";
  mine.visible_pairs = 5;
  const std::array own{mine};
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.ruleset = "mine";
  EXPECT_EQ(why_unplayable(terms, {}), "unknown ruleset 'mine': choose one of tsu-1, jaist-1, class-1");
  EXPECT_FALSE(why_unplayable(terms, own));
  EXPECT_EQ(ruleset_of(terms, own), mine);
  terms.ruleset = "yours";
  EXPECT_EQ(why_unplayable(terms, own), "unknown ruleset 'yours': choose one of tsu-1, jaist-1, class-1, mine");
}

TEST(Match, PlaysInTurns) {
  TestLobby server;
  server.start(terms_of(Clock::turns));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_out(server, one, two);
  ASSERT_EQ(server.saved.size(), 1U);
  EXPECT_TRUE(record::verify(server.saved[0].record).ok());
}

TEST(Match, PlaysInRealTime) {
  TestLobby server;
  server.start(terms_of(Clock::real));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_in_real_time(server, one, two, 20'000);
  ASSERT_EQ(server.saved.size(), 1U);
  EXPECT_TRUE(record::verify(server.saved[0].record).ok());
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

// Under both clocks, a decision in the frame in which it is due counts in the next frame.
TEST(Match, GivesTheSameRecordUnderTheRealAndTheVirtualClock) {
  std::vector<record::Record> records;
  for (const Clock clock : {Clock::real, Clock::virtual_time}) {
    TestLobby server;
    server.start(terms_of(clock));
    TestClient one(server, server.one, 1);
    TestClient two(server, server.two, 2);
    if (clock == Clock::real) {
      play_in_real_time(server, one, two, 20'000);
    } else {
      play_out(server, one, two);
    }
    ASSERT_EQ(server.saved.size(), 1U);
    records.push_back(server.saved[0].record);
  }
  EXPECT_EQ(records[0], records[1]);
}

TEST(Match, SendsTheResultOnlyWhenTheGameIsOnDisk) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_one_game(server, one, two);
  one.answer();
  EXPECT_TRUE(all_of<proto::GameEnd>(one.log).empty());
  server.save_all();
  one.answer();
  const auto ends = all_of<proto::GameEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].record, 1U);
}

TEST(Match, RevealsTheSeedOfItsCommitment) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_out(server, one, two);
  const auto start = all_of<proto::GameStart>(two.log);
  const auto end = all_of<proto::GameEnd>(two.log);
  ASSERT_EQ(start.size(), 1U);
  ASSERT_EQ(end.size(), 1U);
  EXPECT_EQ(hex_of(server.saved[0].record.setup.seed), end[0].seed);
  EXPECT_EQ(commitment_to({server.saved[0].record.setup.seed, end[0].nonce}), start[0].commitment);
}

TEST(Match, LetsPairsFallWithoutAnswers) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  for (int minute = 0; minute < 100 && server.saved.empty(); ++minute) {
    server.now += 61s;
    server.lobby.run_due_matches(server.now);
    server.save_all();
  }
  ASSERT_EQ(server.saved.size(), 1U);
  duel::Game silent(server.saved[0].record.setup);
  while (!silent.outcome()) silent.advance();
  EXPECT_EQ(server.saved[0].record.outcome, *silent.outcome());
}

TEST(Match, AFixedCostDelaysEachDecision) {
  TestLobby server;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::fixed;
  terms.charge_frames = 12;
  server.start(terms);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  const auto due = server.last<proto::Update>(server.one);
  ASSERT_TRUE(due && due->answer_due);
  one.answer();
  two.answer();
  one.answer();
  const auto decided = all_of<proto::Decided>(one.log);
  ASSERT_FALSE(decided.empty());
  EXPECT_EQ(decided[0].clock, due->view.clock + 1 + 12);
}

TEST(Match, MeasuredThinkingPassesAsFrames) {
  TestLobby server;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::measured;
  server.start(terms);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  const auto due = server.last<proto::Update>(server.one);
  server.now += 10 * base::kFrame;
  one.answer();
  two.answer();
  one.answer();
  EXPECT_EQ(all_of<proto::Decided>(one.log).at(0).clock, due->view.clock + 1 + 10);
}

TEST(Match, PassingFirstDoesNotReduceTheCost) {
  TestLobby server;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::ThinkingCost::measured;
  server.start(terms);
  const auto due = *server.last<proto::Update>(server.one);
  server.say(server.one, decision(due, {}));
  server.now += 10 * base::kFrame;
  server.say(server.one, decision(due, duel::Input::place({3, rules::Rotation::up})));
  server.say(server.two, decision(*server.last<proto::Update>(server.two), {}));
  EXPECT_EQ(server.last<proto::Decided>(server.one)->clock, due.view.clock + 1 + 10);
}

TEST(Match, AsksAgainAfterARefusedPlacementAndThenLetsThePairFall) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  const duel::Input off_field = duel::Input::place({1, rules::Rotation::left});
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto due = server.last<proto::Update>(server.one);
    ASSERT_TRUE(due->answer_due) << attempt;
    EXPECT_EQ(due->view.own.hand, 1);
    server.take(server.one);
    server.say(server.one, decision(*due, off_field));
    if (attempt == 0) server.say(server.two, decision(*server.last<proto::Update>(server.two), {}));
  }
  const auto due = server.last<proto::Update>(server.one);
  ASSERT_TRUE(due && due->answer_due);
  EXPECT_EQ(due->view.own.hand, 2);
}

TEST(Match, ATurnThatTakesTooLongIsPlayedWithoutAChoice) {
  TestLobby server;
  proto::Terms terms = terms_of(Clock::turns);
  terms.ruleset = "class-1";
  server.start(terms);
  EXPECT_EQ(server.last<proto::Update>(server.one)->bank_milliseconds, 31'000);
  server.now += 10s;
  server.say(server.one,
             decision(*server.last<proto::Update>(server.one), duel::Input::place({3, rules::Rotation::up})));
  server.lobby.run_due_matches(server.now);
  EXPECT_EQ(server.last<proto::Update>(server.one)->view.clock, 0);
  server.now += 21s;
  server.lobby.run_due_matches(server.now);
  const auto next = server.last<proto::Update>(server.one);
  EXPECT_EQ(next->view.clock, 1);
  EXPECT_EQ(next->bank_milliseconds, 22'000);
  EXPECT_EQ(server.last<proto::Update>(server.two)->bank_milliseconds, 1'000);
  EXPECT_TRUE(std::any_of(next->events.begin(), next->events.end(), [](const duel::Event& event) {
    return event.seat == duel::Seat::two && event.refusal == duel::Refusal::missing;
  }));
}

TEST(Match, RefusesOutdatedDecisions) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time));
  const auto due = *server.last<proto::Update>(server.one);
  proto::Decide early = decision(due, {});
  early.clock += 1;
  server.say(server.one, early);
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::late);
  proto::Decide other_game = decision(due, {});
  other_game.game = 2;
  server.say(server.one, other_game);
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::late);
  proto::Decide other_seat = decision(due, {});
  other_seat.seat = duel::Seat::two;
  server.say(server.one, other_seat);
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::not_yours);
}

TEST(Match, AbandoningDuringTheLastSaveChangesNothing) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_one_game(server, one, two);
  EXPECT_EQ(server.lobby.matches().abandon(match, server.now), AbandonResult::ends_after_saving);
  server.save_all();
  one.answer();
  EXPECT_FALSE(all_of<proto::MatchEnd>(one.log).at(0).cause);
  EXPECT_EQ(server.lobby.matches().abandon(match, server.now), std::nullopt);
}

TEST(Match, AVoidedGameIsNoDraw) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(server.lobby.matches().abandon(match, server.now), AbandonResult::voided);
  server.save_all();
  const auto end = server.last<proto::MatchEnd>(server.one);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->draws, 0);
  EXPECT_EQ(end->cause, duel::Cause::voided);
  EXPECT_FALSE(end->winner);
}

TEST(Match, APlayerCannotWatchItsOwnMatch) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  server.say(server.one, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  ASSERT_TRUE(server.last<proto::Error>(server.one));
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::not_yours);
}

TEST(Match, ResigningEndsTheMatch) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time, 10));
  server.say(server.one, proto::Leave{match, duel::Seat::one});
  server.save_all();
  const auto end = server.last<proto::MatchEnd>(server.two);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cause, duel::Cause::resigned);
  EXPECT_EQ(end->wins, (std::array{0, 1}));
  EXPECT_EQ(end->winner, duel::Seat::two);
  EXPECT_EQ(server.lobby.matches().count(), 0U);
}

// A match with games that are played to their end.
struct Series {
  explicit Series(const proto::Terms& terms) : match(server.start(terms)) {}

  // Plays a game to its end; its result has not been sent.
  void play_one() { play_one_game(server, one, two); }
  duel::Seat winner_of_last() const { return *server.unsaved.back().record.outcome.winner; }
  void resign(duel::Seat seat) {
    server.say(seat == duel::Seat::one ? server.one : server.two, proto::Leave{match, seat});
    server.save_all();
    one.answer();
  }
  proto::MatchEnd end() { return all_of<proto::MatchEnd>(one.log).at(0); }

  TestLobby server;
  proto::MatchId match;
  TestClient one{server, server.one, 1};
  TestClient two{server, server.two, 2};
};

TEST(Match, ALeaderThatResignsLoses) {
  Series series(terms_of(Clock::virtual_time, 5));
  std::array<int, 2> wins{};
  while (std::max(wins[0], wins[1]) < 2) {
    series.play_one();
    ++wins[duel::index_of(series.winner_of_last())];
    series.server.save_all();
  }
  const duel::Seat leader = wins[0] == 2 ? duel::Seat::one : duel::Seat::two;
  series.resign(leader);
  EXPECT_EQ(series.end().cause, duel::Cause::resigned);
  EXPECT_EQ(series.end().wins[duel::index_of(leader)], 2);
  EXPECT_EQ(series.end().winner, duel::opponent_of(leader));
}

TEST(Match, AWinnerThatResignsDuringTheSaveLoses) {
  Series series(terms_of(Clock::virtual_time, 5));
  series.play_one();
  const duel::Seat won = series.winner_of_last();
  series.resign(won);
  EXPECT_EQ(series.end().cause, duel::Cause::resigned);
  EXPECT_EQ(series.end().wins[duel::index_of(won)], 1);
  EXPECT_EQ(series.end().winner, duel::opponent_of(won));
}

TEST(Match, ResigningDuringTheDecidingSaveChangesNothing) {
  proto::Terms terms = terms_of(Clock::virtual_time, 5);
  terms.first_to = 1;
  Series series(terms);
  series.play_one();
  const duel::Seat won = series.winner_of_last();
  series.resign(won);
  EXPECT_FALSE(series.end().cause);
  EXPECT_EQ(series.end().winner, won);
}

TEST(Match, HasNoWinnerWithEqualWins) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    TestLobby server;
    server.start(terms_of(Clock::virtual_time, 2));
    TestClient one(server, server.one, seed);
    TestClient two(server, server.two, seed + 100);
    play_out(server, one, two);
    const proto::MatchEnd end = all_of<proto::MatchEnd>(one.log).at(0);
    if (end.wins[0] != end.wins[1]) continue;
    EXPECT_FALSE(end.winner);
    return;
  }
  FAIL() << "one side won them all";
}

}  // namespace
}  // namespace rensa::match
