#include "server/play/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/foresight.h"
#include "engine/duel/verify.h"
#include "server/play/commitment.h"
#include "server/play/terms.h"
#include "tests/server/play/arena.h"

namespace rensa::play {
namespace {

using proto::Clock;
using tests::all_of;
using tests::Arena;
using tests::Client;
using tests::pass_frames;
using tests::play_in_real_time;
using tests::play_out;
using tests::terms_of;
using namespace std::chrono_literals;

TEST(Match, PlaysAllItsGamesInVirtualTime) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time, 3));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_out(arena, one, two);

  ASSERT_EQ(arena.saved.size(), 3U);
  EXPECT_EQ(arena.hall.match_count(), 0U);
  for (const FinishedGame& game : arena.saved) {
    EXPECT_TRUE(duel::verify(game.record).ok());
    EXPECT_EQ(game.record.outcome.cause, duel::Cause::choked);
  }
  const auto ends = all_of<proto::MatchEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].wins[0] + ends[0].wins[1] + ends[0].draws, 3);
  EXPECT_FALSE(ends[0].cause);
}

TEST(Match, EndsEarlyWhenSomebodyHasWonOftenEnough) {
  Arena arena;
  proto::Terms terms = terms_of(Clock::virtual_time, 99);
  terms.first_to = 2;
  arena.start(terms);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_out(arena, one, two);
  const auto ends = all_of<proto::MatchEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(std::max(ends[0].wins[0], ends[0].wins[1]), 2);
  EXPECT_LE(std::min(ends[0].wins[0], ends[0].wins[1]), 1);
  EXPECT_EQ(ends[0].winner, ends[0].wins[0] == 2 ? duel::Seat::one : duel::Seat::two);
  EXPECT_FALSE(ends[0].cause);
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

TEST(Match, MoreWinsThanGamesCannotBeAskedFor) {
  proto::Terms terms = terms_of(Clock::virtual_time, 3);
  terms.first_to = 3;
  EXPECT_FALSE(why_unplayable(terms));
  terms.first_to = 4;
  EXPECT_EQ(why_unplayable(terms), "first_to: 4 wins are more than 3 games");
}

TEST(Match, PlaysInTurns) {
  Arena arena;
  arena.start(terms_of(Clock::turns));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_out(arena, one, two);
  ASSERT_EQ(arena.saved.size(), 1U);
  EXPECT_TRUE(duel::verify(arena.saved[0].record).ok());
}

TEST(Match, PlaysInRealTime) {
  Arena arena;
  arena.start(terms_of(Clock::real));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_in_real_time(arena, one, two, 20'000);
  ASSERT_EQ(arena.saved.size(), 1U);
  EXPECT_TRUE(duel::verify(arena.saved[0].record).ok());
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

// Decisions that come in the frame in which they are due are in the frame after that under either clock.
TEST(Match, GivesTheSameRecordUnderTheRealAndTheVirtualClock) {
  std::vector<duel::Record> records;
  for (const Clock clock : {Clock::real, Clock::virtual_time}) {
    Arena arena;
    arena.start(terms_of(clock));
    Client one(arena, arena.one, 1);
    Client two(arena, arena.two, 2);
    if (clock == Clock::real) {
      play_in_real_time(arena, one, two, 20'000);
    } else {
      play_out(arena, one, two);
    }
    ASSERT_EQ(arena.saved.size(), 1U);
    records.push_back(arena.saved[0].record);
  }
  EXPECT_EQ(records[0], records[1]);
}

TEST(Match, TellsTheResultOnlyWhenTheGameIsOnDisk) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (arena.unsaved.empty()) {
    one.answer();
    two.answer();
  }
  one.answer();
  EXPECT_TRUE(all_of<proto::GameEnd>(one.log).empty());
  arena.save_all();
  one.answer();
  const auto ends = all_of<proto::GameEnd>(one.log);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].record, 1U);
}

TEST(Match, RevealsWhatItCommittedTo) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_out(arena, one, two);
  const auto start = all_of<proto::GameStart>(two.log);
  const auto end = all_of<proto::GameEnd>(two.log);
  ASSERT_EQ(start.size(), 1U);
  ASSERT_EQ(end.size(), 1U);
  EXPECT_EQ(hex_of(arena.saved[0].record.setup.seed), end[0].seed);
  EXPECT_EQ(commitment_to({arena.saved[0].record.setup.seed, end[0].nonce}), start[0].commitment);
}

TEST(Match, LetsPairsFallWhenNobodyEverAnswers) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  for (int minute = 0; minute < 100 && arena.saved.empty(); ++minute) {
    arena.now += 61s;
    arena.hall.run_waiting(arena.now);
    arena.save_all();
  }
  ASSERT_EQ(arena.saved.size(), 1U);
  duel::Game silent(arena.saved[0].record.setup);
  while (!silent.outcome()) silent.advance();
  EXPECT_EQ(arena.saved[0].record.outcome, *silent.outcome());
}

TEST(Match, AFixedChargeDelaysEveryDecisionByThatManyFrames) {
  Arena arena;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::Charge::fixed;
  terms.charge_frames = 12;
  arena.start(terms);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  const auto due = arena.last<proto::Update>(arena.one);
  ASSERT_TRUE(due && due->answer_due);
  one.answer();
  two.answer();
  one.answer();
  const auto decided = all_of<proto::Decided>(one.log);
  ASSERT_FALSE(decided.empty());
  EXPECT_EQ(decided[0].clock, due->view.clock + 1 + 12);
}

TEST(Match, MeasuredThinkingPassesAsFrames) {
  Arena arena;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::Charge::measured;
  arena.start(terms);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  const auto due = arena.last<proto::Update>(arena.one);
  arena.now += 10 * base::kFrame;
  one.answer();
  two.answer();
  one.answer();
  EXPECT_EQ(all_of<proto::Decided>(one.log).at(0).clock, due->view.clock + 1 + 10);
}

proto::Decide decision(const proto::Update& due, duel::Input input) {
  return {.match = due.match, .seat = *due.seat, .game = due.game, .clock = due.view.clock, .id = 9, .input = input};
}

TEST(Match, PassingFirstMakesThinkingNoCheaper) {
  Arena arena;
  proto::Terms terms = terms_of(Clock::virtual_time);
  terms.charge = proto::Charge::measured;
  arena.start(terms);
  const auto due = *arena.last<proto::Update>(arena.one);
  arena.say(arena.one, decision(due, {}));
  arena.now += 10 * base::kFrame;
  arena.say(arena.one, decision(due, duel::Input::place({3, rules::Rotation::up})));
  arena.say(arena.two, decision(*arena.last<proto::Update>(arena.two), {}));
  EXPECT_EQ(arena.last<proto::Decided>(arena.one)->clock, due.view.clock + 1 + 10);
}

TEST(Match, AsksAgainAfterARefusedPlacementAndThenLetsThePairFall) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  const duel::Input off_field = duel::Input::place({1, rules::Rotation::left});
  for (int attempt = 0; attempt < 3; ++attempt) {
    const auto due = arena.last<proto::Update>(arena.one);
    ASSERT_TRUE(due->answer_due) << attempt;
    EXPECT_EQ(due->view.own.hand, 1);
    arena.take(arena.one);
    arena.say(arena.one, decision(*due, off_field));
    if (attempt == 0) arena.say(arena.two, decision(*arena.last<proto::Update>(arena.two), {}));
  }
  const auto due = arena.last<proto::Update>(arena.one);
  ASSERT_TRUE(due && due->answer_due);
  EXPECT_EQ(due->view.own.hand, 2);
}

TEST(Match, ATurnThatTakesTooLongIsPlayedWithoutAChoice) {
  Arena arena;
  proto::Terms terms = terms_of(Clock::turns);
  terms.ruleset = "class-1";
  arena.start(terms);
  EXPECT_EQ(arena.last<proto::Update>(arena.one)->bank_milliseconds, 31'000);
  arena.now += 10s;
  arena.say(arena.one, decision(*arena.last<proto::Update>(arena.one), duel::Input::place({3, rules::Rotation::up})));
  arena.hall.run_waiting(arena.now);
  EXPECT_EQ(arena.last<proto::Update>(arena.one)->view.clock, 0);
  arena.now += 21s;
  arena.hall.run_waiting(arena.now);
  const auto next = arena.last<proto::Update>(arena.one);
  EXPECT_EQ(next->view.clock, 1);
  EXPECT_EQ(next->bank_milliseconds, 22'000);
  EXPECT_EQ(arena.last<proto::Update>(arena.two)->bank_milliseconds, 1'000);
  EXPECT_TRUE(std::any_of(next->events.begin(), next->events.end(), [](const duel::Event& event) {
    return event.seat == duel::Seat::two && event.refusal == duel::Refusal::missing;
  }));
}

TEST(Match, RefusesDecisionsAboutWhatIsOver) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  const auto due = *arena.last<proto::Update>(arena.one);
  proto::Decide early = decision(due, {});
  early.clock += 1;
  arena.say(arena.one, early);
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::late);
  proto::Decide other_game = decision(due, {});
  other_game.game = 2;
  arena.say(arena.one, other_game);
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::late);
  proto::Decide other_seat = decision(due, {});
  other_seat.seat = duel::Seat::two;
  arena.say(arena.one, other_seat);
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::not_yours);
}

TEST(Match, ASeatHearsOfTheOpponentWhatItMustKnow) {
  Arena arena;
  arena.start(terms_of(Clock::real));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_in_real_time(arena, one, two, 2'000);
  int locks = 0;
  for (const proto::Update& update : all_of<proto::Update>(one.log)) {
    bool is_news = update.number == 1;
    for (const duel::Event& event : update.events) {
      const bool is_own = event.seat == duel::Seat::one;
      EXPECT_TRUE(is_own || event.kind != duel::EventKind::placement_accepted);
      if (!is_own && event.kind == duel::EventKind::locked) ++locks;
      is_news = is_news || is_own || event.kind > duel::EventKind::next_next_revealed;
    }
    EXPECT_TRUE(is_news) << "at " << update.view.clock;
  }
  EXPECT_GT(locks, 10);
}

bool has_own_lock(const proto::Update& update) {
  return std::any_of(update.events.begin(), update.events.end(), [&](const duel::Event& event) {
    return event.seat == update.seat && event.kind == duel::EventKind::locked;
  });
}

proto::Update update_of_first_lock(Arena& arena) {
  for (int frame = 0; frame < 200; ++frame) {
    pass_frames(arena, 1);
    for (const proto::Update& update : all_of<proto::Update>(arena.take(arena.one))) {
      if (has_own_lock(update)) return update;
    }
  }
  return {};
}

struct FirstPair {
  Arena arena;
  proto::Update due;

  FirstPair() {
    arena.start(terms_of(Clock::real));
    while (!arena.last<proto::Update>(arena.one) || !arena.last<proto::Update>(arena.one)->view.decision_due) {
      pass_frames(arena, 1);
    }
    due = *arena.last<proto::Update>(arena.one);
    // The opponent's pair is down before ours, so that it makes no news when ours is.
    arena.say(arena.two, decision(*arena.last<proto::Update>(arena.two), duel::Input::place({3, rules::Rotation::up})));
    pass_frames(arena, 10);
  }
  void decide(const duel::Input& input) { arena.say(arena.one, decision(due, input)); }
};

TEST(Match, APairThatLandsAsDecidedIsHeardOfWithTheNextOne) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  const proto::Update update = update_of_first_lock(first.arena);
  EXPECT_EQ(update.view.own.hand, 2);
  EXPECT_TRUE(update.view.decision_due);
}

TEST(Match, APairThatNobodyLedIsHeardOfWhenItLands) {
  FirstPair first;
  const proto::Update update = update_of_first_lock(first.arena);
  EXPECT_EQ(update.view.own.hand, 1);
  EXPECT_FALSE(update.view.decision_due);
}

TEST(Match, APairThatKeysLedAwayIsHeardOfWhenItLands) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  pass_frames(first.arena, 2);
  first.decide(duel::Input::hold(rules::Keys::none));
  const proto::Update update = update_of_first_lock(first.arena);
  EXPECT_EQ(update.view.own.hand, 1);
  EXPECT_FALSE(update.view.decision_due);
}

TEST(Match, APlacementThatIsRefusedLeavesThePairOnItsWay) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  pass_frames(first.arena, 2);
  first.decide(duel::Input::place({1, rules::Rotation::left}));
  const proto::Update update = update_of_first_lock(first.arena);
  EXPECT_EQ(update.view.own.hand, 2);
  EXPECT_TRUE(update.view.decision_due);
}

// From the first frame on nothing happens for a second.
TEST(Match, WhoComesToWatchEveryFrameDoesNotSlowASleepingGame) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real));
  const base::Time began = arena.now;
  const base::SessionId spectator = arena.enter("spectator");
  pass_frames(arena, 10);
  arena.now += 40 * base::kFrame;
  arena.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  const auto frames_passed = [&] { return static_cast<int>((arena.now - began) / base::kFrame); };
  EXPECT_NEAR(arena.last<proto::Update>(spectator)->view.clock, frames_passed(), 1);
  for (int frame = 0; frame < 30; ++frame) {
    pass_frames(arena, 1);
    EXPECT_NEAR(arena.last<proto::Update>(spectator)->view.clock, frames_passed(), 1);
  }
  EXPECT_EQ(arena.hall.tally().lateness.counts.back(), 0U);
}

TEST(Match, AGameThatIsLeftEndsInTheFrameThatItHasReached) {
  Arena arena;
  arena.start(terms_of(Clock::real));
  const proto::MatchId match = arena.last<proto::MatchStart>(arena.one)->match;
  pass_frames(arena, 10);
  arena.now += 40 * base::kFrame;
  arena.say(arena.one, proto::Leave{match, duel::Seat::one});
  arena.save_all();
  ASSERT_EQ(arena.saved.size(), 1U);
  EXPECT_NEAR(arena.saved[0].record.outcome.frame, 50, 1);
  EXPECT_TRUE(duel::verify(arena.saved[0].record).ok());
}

// The frame in which the next pair comes has begun, but has not been played when the decision arrives.
TEST(Match, ADecisionForThePairBeforeIsLateEvenWhenTheServerIs) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_in_real_time(arena, one, two, 600);
  const auto updates = [&] { return all_of<proto::Update>(one.log); };
  const int hand = updates().back().view.own.hand;
  const int seen_at = updates().back().view.clock;
  // Until just before the next pair is under control.
  Arena twin;  // tells when that is
  twin.start(terms_of(Clock::real));
  Client twin_one(twin, twin.one, 1);
  Client twin_two(twin, twin.two, 2);
  play_in_real_time(twin, twin_one, twin_two, 600);
  int frames = 0;
  for (; frames < 1'000; ++frames) {
    play_in_real_time(twin, twin_one, twin_two, 1);
    const proto::Update newest = all_of<proto::Update>(twin_one.log).back();
    if (newest.view.decision_due && newest.view.own.hand > hand) break;
  }
  ASSERT_LT(frames, 1'000);
  play_in_real_time(arena, one, two, frames);
  arena.take(arena.one);
  arena.now += base::kFrame + 1ms;
  arena.say(arena.one, proto::Decide{.match = match,
                                     .seat = duel::Seat::one,
                                     .game = 1,
                                     .clock = seen_at,
                                     .id = 99,
                                     .input = duel::Input::place({1, {}})});
  ASSERT_TRUE(arena.last<proto::Error>(arena.one));
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::late);
}

TEST(Match, EndingAMatchWhoseLastGameIsBeingSavedChangesNothing) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (arena.unsaved.empty()) {
    one.answer();
    two.answer();
  }
  EXPECT_EQ(arena.hall.abandon(match, arena.now), Abandoned::once_saved);
  arena.save_all();
  one.answer();
  EXPECT_FALSE(all_of<proto::MatchEnd>(one.log).at(0).cause);
  EXPECT_EQ(arena.hall.abandon(match, arena.now), std::nullopt);
}

TEST(Match, AGameThatIsVoidIsNoDraw) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  EXPECT_EQ(arena.hall.abandon(match, arena.now), Abandoned::voided);
  arena.save_all();
  const auto end = arena.last<proto::MatchEnd>(arena.one);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->draws, 0);
  EXPECT_EQ(end->cause, duel::Cause::voided);
  EXPECT_FALSE(end->winner);
}

TEST(Match, APlayerCannotWatchItsOwnMatch) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  arena.say(arena.one, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  ASSERT_TRUE(arena.last<proto::Error>(arena.one));
  EXPECT_EQ(arena.last<proto::Error>(arena.one)->code, proto::ErrorCode::not_yours);
}

TEST(Match, ResigningEndsTheMatch) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time, 10));
  arena.say(arena.one, proto::Leave{match, duel::Seat::one});
  arena.save_all();
  const auto end = arena.last<proto::MatchEnd>(arena.two);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cause, duel::Cause::resigned);
  EXPECT_EQ(end->wins, (std::array{0, 1}));
  EXPECT_EQ(end->winner, duel::Seat::two);
  EXPECT_EQ(arena.hall.match_count(), 0U);
}

// A match whose games are played to their end.
struct Series {
  explicit Series(const proto::Terms& terms) : match(arena.start(terms)) {}

  // The game is over, but nobody has heard of it.
  void play_one() {
    while (arena.unsaved.empty()) {
      one.answer();
      two.answer();
    }
  }
  duel::Seat winner_of_last() const { return *arena.unsaved.back().record.outcome.winner; }
  void resign(duel::Seat seat) {
    arena.say(seat == duel::Seat::one ? arena.one : arena.two, proto::Leave{match, seat});
    arena.save_all();
    one.answer();
  }
  proto::MatchEnd end() { return all_of<proto::MatchEnd>(one.log).at(0); }

  Arena arena;
  proto::MatchId match;
  Client one{arena, arena.one, 1};
  Client two{arena, arena.two, 2};
};

TEST(Match, WhoResignsWhileItLeadsHasLost) {
  Series series(terms_of(Clock::virtual_time, 5));
  std::array<int, 2> wins{};
  while (std::max(wins[0], wins[1]) < 2) {
    series.play_one();
    ++wins[duel::index_of(series.winner_of_last())];
    series.arena.save_all();
  }
  const duel::Seat leader = wins[0] == 2 ? duel::Seat::one : duel::Seat::two;
  series.resign(leader);
  EXPECT_EQ(series.end().cause, duel::Cause::resigned);
  EXPECT_EQ(series.end().wins[duel::index_of(leader)], 2);
  EXPECT_EQ(series.end().winner, duel::opponent_of(leader));
}

TEST(Match, WhoResignsWhileAGameThatItWonIsBeingSavedHasLost) {
  Series series(terms_of(Clock::virtual_time, 5));
  series.play_one();
  const duel::Seat won = series.winner_of_last();
  series.resign(won);
  EXPECT_EQ(series.end().cause, duel::Cause::resigned);
  EXPECT_EQ(series.end().wins[duel::index_of(won)], 1);
  EXPECT_EQ(series.end().winner, duel::opponent_of(won));
}

TEST(Match, ResigningWhileTheGameThatDecidesIsBeingSavedChangesNothing) {
  proto::Terms terms = terms_of(Clock::virtual_time, 5);
  terms.first_to = 1;
  Series series(terms);
  series.play_one();
  const duel::Seat won = series.winner_of_last();
  series.resign(won);
  EXPECT_FALSE(series.end().cause);
  EXPECT_EQ(series.end().winner, won);
}

TEST(Match, WithAsManyWinsOnBothSidesHasNoWinner) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Arena arena;
    arena.start(terms_of(Clock::virtual_time, 2));
    Client one(arena, arena.one, seed);
    Client two(arena, arena.two, seed + 100);
    play_out(arena, one, two);
    const proto::MatchEnd end = all_of<proto::MatchEnd>(one.log).at(0);
    if (end.wins[0] != end.wins[1]) continue;
    EXPECT_FALSE(end.winner);
    return;
  }
  FAIL() << "one side won them all";
}

TEST(Match, SpectatorsSeeBothSidesWholeAndNeverAnswer) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const base::SessionId watcher = arena.enter("watcher");
  arena.say(watcher, proto::Watch{match, proto::Subscription::events});
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_out(arena, one, two);
  const auto updates = all_of<proto::Update>(arena.told[watcher]);
  ASSERT_GT(updates.size(), 10U);
  for (const proto::Update& update : updates) {
    EXPECT_FALSE(update.seat);
    EXPECT_FALSE(update.answer_due);
  }
  EXPECT_TRUE(arena.last<proto::MatchEnd>(watcher));
}

TEST(Match, ASlowSpectatorSkipsToTheNewestState) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const base::SessionId watcher = arena.enter("watcher");
  arena.say(watcher, proto::Watch{match, proto::Subscription::events});
  arena.take(watcher);
  arena.congested = watcher;
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  for (int round = 0; round < 5; ++round) {
    one.answer();
    two.answer();
  }
  EXPECT_TRUE(all_of<proto::Update>(arena.told[watcher]).empty());
  arena.congested = {};
  one.answer();
  two.answer();
  EXPECT_GT(arena.last<proto::Update>(watcher)->view.own.hand, 3);
}

TEST(Match, KeysForAFrameToComeAreAnsweredWhenTheyCount) {
  FirstPair first;
  const int clock = first.due.view.clock + 10;  // by now
  const auto say = [&](int at) {
    first.arena.say(first.arena.one, proto::Decide{.match = first.due.match,
                                                   .seat = duel::Seat::one,
                                                   .game = 1,
                                                   .clock = first.due.view.clock,
                                                   .id = static_cast<std::uint32_t>(at),
                                                   .input = duel::Input::hold(rules::Keys::left),
                                                   .at = at});
  };
  first.arena.take(first.arena.one);
  say(clock + 9);
  say(clock + 1'000);
  EXPECT_EQ(first.arena.last<proto::Error>(first.arena.one)->code, proto::ErrorCode::ahead);
  pass_frames(first.arena, 8);
  EXPECT_FALSE(first.arena.last<proto::Decided>(first.arena.one));
  pass_frames(first.arena, 1);
  const auto decided = first.arena.last<proto::Decided>(first.arena.one);
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->clock, clock + 9);
}

TEST(Match, WhoSteersHearsEveryFrameAndHowItsOwnSideMoves) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real), proto::Subscription::steering);
  const base::SessionId spectator = arena.enter("spectator");
  arena.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::steering});
  pass_frames(arena, 100);
  const auto updates = all_of<proto::Update>(arena.told[arena.two]);
  ASSERT_GE(updates.size(), 99U);
  for (const proto::Update& update : updates) {
    ASSERT_TRUE(update.view.own.motion);
    EXPECT_FALSE(update.view.opponent.motion);
    EXPECT_TRUE(duel::Foresight::of(ruleset_of(terms_of(Clock::real)), update.view));
  }
  EXPECT_EQ(updates.front().view.own.motion->wait, updates[1].view.own.motion->wait + 1);
  const auto watched = all_of<proto::Update>(arena.told[spectator]);
  ASSERT_GE(watched.size(), 99U);
  for (const proto::Update& update : watched) {
    EXPECT_FALSE(update.view.own.motion);
    EXPECT_FALSE(update.view.opponent.motion);
  }
}

TEST(Match, NothingMovesInAGameOfTurns) {
  Arena arena;
  arena.start(terms_of(Clock::turns), proto::Subscription::steering);
  ASSERT_TRUE(arena.last<proto::Update>(arena.one));
  EXPECT_FALSE(arena.last<proto::Update>(arena.one)->view.own.motion);
}

TEST(Match, OtherSubscriptionsSayNothingOfMotion) {
  Arena arena;
  arena.start(terms_of(Clock::real), proto::Subscription::frames);
  pass_frames(arena, 10);
  ASSERT_TRUE(arena.last<proto::Update>(arena.one));
  EXPECT_FALSE(arena.last<proto::Update>(arena.one)->view.own.motion);
}

TEST(Match, EveryFrameSubscriptionAsksInEveryFrame) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time), proto::Subscription::frames);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  for (int round = 0; round < 50; ++round) {
    one.answer();
    two.answer();
  }
  int clock = -1;
  for (const proto::Update& update : all_of<proto::Update>(one.log)) {
    EXPECT_EQ(update.view.clock, clock + 1);
    clock = update.view.clock;
  }
  EXPECT_GE(clock, 49);
}

}  // namespace
}  // namespace rensa::play
