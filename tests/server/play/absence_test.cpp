#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/verify.h"
#include "server/play/match.h"
#include "tests/server/play/arena.h"

// Players that are gone, and come back or not.

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

TEST(Absence, NobodyWinsWhenBothAreGone) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time));
  arena.hall.leave(arena.one, arena.now);
  arena.now += 5s;
  arena.hall.leave(arena.two, arena.now);
  arena.now += 56s;
  arena.hall.run_waiting(arena.now);
  arena.save_all();
  ASSERT_EQ(arena.saved.size(), 1U);
  EXPECT_EQ(arena.saved[0].record.outcome.cause, duel::Cause::disconnected);
  EXPECT_FALSE(arena.saved[0].record.outcome.winner);
}

TEST(Absence, ALostPlayerLosesWhenTheGraceIsOver) {
  Arena arena;
  arena.start(terms_of(Clock::virtual_time, 5));
  arena.hall.leave(arena.two, arena.now);
  const auto standing = arena.last<proto::Standing>(arena.one);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->missing, duel::Seat::two);
  EXPECT_EQ(standing->seconds_left, 60);
  arena.now += 59s;
  arena.hall.run_waiting(arena.now);
  EXPECT_TRUE(arena.unsaved.empty());
  arena.now += 2s;
  arena.hall.run_waiting(arena.now);
  arena.save_all();
  const auto end = arena.last<proto::MatchEnd>(arena.one);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->cause, duel::Cause::disconnected);
  EXPECT_EQ(end->wins, (std::array{1, 0}));
  EXPECT_EQ(end->winner, duel::Seat::one);
  EXPECT_TRUE(duel::verify(arena.saved.at(0).record).ok());
}

TEST(Absence, WhoComesToWatchIsToldWhomTheMatchWaitsFor) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const base::SessionId early = arena.enter("eve");
  arena.say(early, proto::Watch{.match = match, .subscription = proto::Subscription::events});
  EXPECT_FALSE(arena.last<proto::Standing>(early));
  arena.hall.leave(arena.two, arena.now);
  arena.now += 5s;
  const base::SessionId late = arena.enter("joe");
  arena.say(late, proto::Watch{.match = match, .subscription = proto::Subscription::events});
  const auto standing = arena.last<proto::Standing>(late);
  ASSERT_TRUE(standing);
  EXPECT_EQ(standing->missing, duel::Seat::two);
  EXPECT_EQ(standing->seconds_left, 55);
}

TEST(Absence, AResumedSeatGetsWhatItMissedAndPlaysOn) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const auto start = *arena.last<proto::MatchStart>(arena.two);
  Client one(arena, arena.one, 1);
  one.answer();
  arena.hall.leave(arena.two, arena.now);
  arena.now += 30s;
  const base::SessionId back = arena.enter("two again");
  arena.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = "wrong", .last = 0});
  EXPECT_EQ(arena.last<proto::Error>(back)->code, proto::ErrorCode::not_yours);
  arena.take(back);
  arena.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  EXPECT_TRUE(arena.last<proto::Update>(back)->answer_due);
  EXPECT_FALSE(arena.last<proto::Standing>(arena.one)->missing);
  Client two(arena, back, 2);
  play_out(arena, one, two);
  ASSERT_EQ(arena.saved.size(), 1U);
  EXPECT_EQ(arena.saved[0].record.outcome.cause, duel::Cause::choked);
}

TEST(Absence, AConnectionWhoseSeatIsTakenOverIsTold) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  const auto start = *arena.last<proto::MatchStart>(arena.two);
  const base::SessionId tab = arena.enter("another tab");
  arena.say(tab, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  const auto told = arena.last<proto::Error>(arena.two);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->code, proto::ErrorCode::not_yours);
  EXPECT_EQ(told->match, match);
  EXPECT_FALSE(arena.last<proto::Error>(tab));
  arena.take(tab);
  arena.say(tab, proto::Resume{.match = match, .seat = duel::Seat::two, .token = start.token, .last = 0});
  EXPECT_FALSE(arena.last<proto::Error>(tab)) << "the same connection once more";
}

// A seat that pages take over and come back to.
class HeldSeat : public testing::Test {
 protected:
  void resume(base::SessionId session, const std::string& holder, bool back = false) {
    arena.take(session);
    arena.say(session, proto::Resume{.match = match,
                                     .seat = duel::Seat::two,
                                     .token = token,
                                     .last = 0,
                                     .subscription = {},
                                     .holder = holder,
                                     .back = back});
  }
  bool has_seat(base::SessionId session) {
    arena.take(session);
    arena.say(session,
              proto::Decide{.match = match, .seat = duel::Seat::two, .game = 1, .clock = 0, .id = 0, .input = {}});
    const auto error = arena.last<proto::Error>(session);
    return !error || error->code != proto::ErrorCode::not_yours;
  }

  Arena arena;
  proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  std::string token = arena.last<proto::MatchStart>(arena.two)->token;
  base::SessionId laptop = arena.enter("laptop");
  base::SessionId phone = arena.enter("phone");
};

TEST_F(HeldSeat, IsNotTakenFromAnotherByWhoComesBackByItself) {
  arena.hall.leave(arena.two, arena.now);
  resume(laptop, "laptop");
  arena.take(laptop);
  arena.take(arena.one);
  resume(phone, "phone", true);
  const auto told = arena.last<proto::Error>(phone);
  ASSERT_TRUE(told);
  EXPECT_EQ(told->code, proto::ErrorCode::elsewhere);
  EXPECT_EQ(told->match, match);
  EXPECT_FALSE(arena.last<proto::MatchStart>(phone));
  EXPECT_TRUE(arena.take(laptop).empty());
  EXPECT_TRUE(arena.take(arena.one).empty());
  EXPECT_TRUE(has_seat(laptop));
  // Nor is it anything to the match when that connection goes.
  arena.hall.leave(phone, arena.now);
  EXPECT_TRUE(has_seat(laptop));
}

TEST_F(HeldSeat, IsTakenBackByItsOwnHolderWhoseOldConnectionIsNotMissedYet) {
  resume(laptop, "laptop");
  resume(phone, "laptop", true);
  EXPECT_FALSE(arena.last<proto::Error>(phone));
  EXPECT_TRUE(has_seat(phone));
  EXPECT_FALSE(has_seat(laptop));
}

TEST_F(HeldSeat, IsAnybodysAtTheBeginningAndWhenNobodyIsConnected) {
  resume(laptop, "laptop", true);
  EXPECT_TRUE(has_seat(laptop)) << "nobody has resumed it before";
  arena.hall.leave(laptop, arena.now);
  resume(phone, "phone", true);
  EXPECT_TRUE(has_seat(phone)) << "its holder is gone";
}

TEST_F(HeldSeat, IsTakenFromAnotherByWhoWantsItHere) {
  resume(laptop, "laptop");
  resume(phone, "phone");
  EXPECT_TRUE(has_seat(phone));
  EXPECT_EQ(arena.last<proto::Error>(laptop)->code, proto::ErrorCode::not_yours);
  resume(laptop, "laptop", true);
  EXPECT_FALSE(has_seat(laptop));
}

TEST_F(HeldSeat, CountsForNobodyWhoWasRefused) {
  HallSettings settings;
  settings.max_matches_per_member = 1;
  Arena small(settings);
  const proto::MatchId other = small.start(terms_of(Clock::virtual_time));
  const base::SessionId late = small.enter("late");
  small.say(late, proto::Resume{.match = other, .seat = duel::Seat::two, .token = "wrong"});
  small.take(late);
  small.say(late, proto::QuickMatch{terms_of(Clock::virtual_time), {}});
  EXPECT_FALSE(small.last<proto::Error>(late));
}

TEST(Absence, AResumedSeatIsToldWhatHappenedMeanwhile) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real));
  const auto start = *arena.last<proto::MatchStart>(arena.two);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_in_real_time(arena, one, two, 600);
  const auto heard = all_of<proto::Update>(two.log);
  ASSERT_GT(heard.size(), 10U);
  const std::size_t seen = heard.size() - 4;
  arena.hall.leave(arena.two, arena.now);
  const base::SessionId back = arena.enter("two again");
  arena.say(back, proto::Resume{.match = match,
                                .seat = duel::Seat::two,
                                .token = start.token,
                                .last = heard[seen - 1].number,
                                .subscription = {}});
  std::vector<duel::Event> missed;
  for (std::size_t i = seen; i < heard.size(); ++i) {
    missed.insert(missed.end(), heard[i].events.begin(), heard[i].events.end());
  }
  const auto updates = all_of<proto::Update>(arena.told[back]);
  ASSERT_FALSE(updates.empty());
  ASSERT_GE(updates[0].events.size(), missed.size());
  EXPECT_TRUE(std::equal(missed.begin(), missed.end(), updates[0].events.begin()));
  EXPECT_GT(updates[0].number, heard.back().number);
}

TEST(Absence, AResumedSeatIsToldOfAGameThatEndedMeanwhile) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time, 2));
  const auto start = *arena.last<proto::MatchStart>(arena.two);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (arena.unsaved.empty()) {
    one.answer();
    two.answer();
  }
  arena.hall.leave(arena.two, arena.now);
  arena.save_all();
  const base::SessionId back = arena.enter("two again");
  arena.say(back, proto::Resume{
                      .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = {}});
  const auto ends = all_of<proto::GameEnd>(arena.told[back]);
  ASSERT_EQ(ends.size(), 1U);
  EXPECT_EQ(ends[0].game, 1);
  EXPECT_EQ(ends[0].seat, duel::Seat::two);
  EXPECT_EQ(arena.last<proto::GameStart>(back)->game, 2);
  // What happened in the game before is not told as if it had been in this one.
  const proto::Update first = all_of<proto::Update>(arena.told[back]).at(0);
  EXPECT_EQ(first.game, 2);
  EXPECT_TRUE(first.events.empty());
}

// Both seats lose a line in their turn: one before anybody was told of the end of the game, one after it.
TEST(Absence, AResumedSeatLearnsTheScore) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::virtual_time, 3));
  const auto first = *arena.last<proto::MatchStart>(arena.one);
  const auto second = *arena.last<proto::MatchStart>(arena.two);
  EXPECT_EQ(first.wins, (std::array{0, 0}));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (arena.unsaved.empty()) {
    one.answer();
    two.answer();
  }
  arena.hall.leave(arena.two, arena.now);
  arena.save_all();
  std::array<int, 2> score{};
  ASSERT_TRUE(arena.saved[0].record.outcome.winner);
  score[duel::index_of(*arena.saved[0].record.outcome.winner)] = 1;
  const base::SessionId back = arena.enter("two again");
  arena.say(back, proto::Resume{.match = match, .seat = duel::Seat::two, .token = second.token});
  EXPECT_EQ(arena.last<proto::MatchStart>(back)->wins, (std::array{0, 0})) << "the end of the game follows";
  ASSERT_EQ(all_of<proto::GameEnd>(arena.told[back]).size(), 1U);
  const base::SessionId other = arena.enter("one again");
  arena.say(other, proto::Resume{.match = match, .seat = duel::Seat::one, .token = first.token});
  EXPECT_EQ(arena.last<proto::MatchStart>(other)->wins, score);
  EXPECT_EQ(arena.last<proto::MatchStart>(other)->draws, 0);
  const base::SessionId late = arena.enter("eve");
  arena.say(late, proto::Watch{.match = match, .subscription = {}});
  EXPECT_EQ(arena.last<proto::MatchStart>(late)->wins, score);
}

// The frames of the pause are neither made up for nor waited for again.
TEST(Absence, AResumedGameGoesOnAtItsPace) {
  for (const auto subscription : {proto::Subscription::events, proto::Subscription::frames}) {
    Arena arena;
    const proto::MatchId match = arena.start(terms_of(Clock::real));
    const auto start = *arena.last<proto::MatchStart>(arena.two);
    Client one(arena, arena.one, 1);
    Client two(arena, arena.two, 2);
    play_in_real_time(arena, one, two, 300);
    arena.hall.leave(arena.two, arena.now);
    arena.now += 30s;
    const base::SessionId back = arena.enter("two again");
    arena.say(
        back,
        proto::Resume{
            .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = subscription});
    Client returned(arena, back, 2);
    play_in_real_time(arena, one, returned, 600);
    EXPECT_NEAR(all_of<proto::Update>(one.log).back().view.clock, 900, 60);
    arena.say(back, proto::Leave{match, duel::Seat::two});
    arena.save_all();
    EXPECT_NEAR(arena.saved.at(0).record.outcome.frame, 900, 2);
    EXPECT_TRUE(duel::verify(arena.saved[0].record).ok());
  }
}

TEST(Absence, ADecisionOfAPauseCountsFromTheFrameAfterIt) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::real));
  const auto start = *arena.last<proto::MatchStart>(arena.two);
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (!arena.last<proto::Update>(arena.one) || !arena.last<proto::Update>(arena.one)->view.decision_due) {
    pass_frames(arena, 1);
  }
  arena.hall.leave(arena.two, arena.now);
  arena.now += 30s;
  one.answer();
  const int stood_at = all_of<proto::Update>(one.log).back().view.clock;
  const base::SessionId back = arena.enter("two again");
  arena.say(back, proto::Resume{
                      .match = match, .seat = duel::Seat::two, .token = start.token, .last = 0, .subscription = {}});
  Client returned(arena, back, 2);
  play_in_real_time(arena, one, returned, 4);
  const auto decided = all_of<proto::Decided>(one.log);
  ASSERT_EQ(decided.size(), 1U);
  EXPECT_LE(decided[0].clock, stood_at + 2);
}

TEST(Absence, TheClockStandsWhileAPlayerIsMissing) {
  Arena arena;
  arena.start(terms_of(Clock::real));
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  play_in_real_time(arena, one, two, 100);
  arena.hall.leave(arena.two, arena.now);
  const int updates = static_cast<int>(all_of<proto::Update>(one.log).size());
  play_in_real_time(arena, one, two, 600);
  EXPECT_LE(all_of<proto::Update>(one.log).size(), static_cast<std::size_t>(updates) + 1);
  EXPECT_TRUE(arena.unsaved.empty());
}

}  // namespace
}  // namespace rensa::play
