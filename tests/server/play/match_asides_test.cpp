#include <gtest/gtest.h>

#include "tests/server/play/arena.h"

// What is told beside the game: what players say about it, and how their connections do.

namespace rensa::play {
namespace {

using proto::Clock;
using tests::all_of;
using tests::Arena;
using tests::Client;
using tests::pass_frames;
using tests::terms_of;
using namespace std::chrono_literals;

// A match that is watched by somebody who wants to hear comments and somebody who does not.
struct Commented {
  explicit Commented(Clock clock = Clock::virtual_time) : match(arena.start(terms_of(clock))) {
    arena.say(curious, proto::Watch{match, proto::Subscription::events, true});
    arena.say(calm, proto::Watch{match, proto::Subscription::events});
  }

  Arena arena;
  proto::MatchId match;
  base::SessionId curious = arena.enter("curious");
  base::SessionId calm = arena.enter("calm");

  // Answers what a seat is asked, with a word about it.
  void answer(duel::Seat seat, const std::string& comment) {
    const base::SessionId session = seat == duel::Seat::one ? arena.one : arena.two;
    const auto update = arena.last<proto::Update>(session);
    arena.say(session, proto::Decide{.match = match,
                                     .seat = seat,
                                     .game = update->game,
                                     .clock = update->view.clock,
                                     .id = 1,
                                     .input = duel::Input::place({1, rules::Rotation::up}),
                                     .comment = comment});
  }
};

TEST(Comment, IsToldToSpectatorsWhoWantIt) {
  Commented watched;
  watched.answer(duel::Seat::one, "七連鎖");
  watched.answer(duel::Seat::two, "");
  const proto::Comment said{.match = watched.match, .seat = duel::Seat::one, .game = 1, .text = "七連鎖"};
  EXPECT_EQ(all_of<proto::Comment>(watched.arena.told[watched.curious]), std::vector{said});
  for (const base::SessionId other : {watched.calm, watched.arena.one, watched.arena.two}) {
    EXPECT_FALSE(watched.arena.last<proto::Comment>(other));
  }
}

// Who watches may be the opponent's friend.
TEST(Comment, IsNotHeardBeforeItsDecisionIsPlayed) {
  for (const Clock clock : {Clock::virtual_time, Clock::turns}) {
    Commented watched(clock);
    watched.answer(duel::Seat::one, "fires");
    EXPECT_FALSE(watched.arena.last<proto::Comment>(watched.curious)) << "the other has still to choose";
    watched.answer(duel::Seat::two, "");
    EXPECT_TRUE(watched.arena.last<proto::Comment>(watched.curious));
  }
}

TEST(Comment, ThatIsSaidAgainIsNotToldAgain) {
  Commented watched(Clock::turns);
  for (int turn = 0; turn < 3; ++turn) {
    watched.answer(duel::Seat::one, "builds");
    watched.answer(duel::Seat::two, "builds, too");
  }
  EXPECT_EQ(all_of<proto::Comment>(watched.arena.told[watched.curious]).size(), 2U);
}

TEST(Comment, TheLastOneIsToldToWhoComesLater) {
  Commented watched;
  watched.answer(duel::Seat::one, "first");
  watched.answer(duel::Seat::two, "");
  const base::SessionId late = watched.arena.enter("late");
  watched.arena.say(late, proto::Watch{watched.match, proto::Subscription::events, true});
  const auto told = watched.arena.take(late);
  ASSERT_EQ(all_of<proto::Comment>(told).size(), 1U);
  EXPECT_EQ(all_of<proto::Comment>(told)[0].text, "first");
  EXPECT_TRUE(std::holds_alternative<proto::Comment>(told.back())) << "after the match and its state";
}

TEST(Comment, IsNotHeardAnyMoreByWhoTakesASeat) {
  Commented watched;
  const std::string token = watched.arena.last<proto::MatchStart>(watched.arena.two)->token;
  watched.arena.say(watched.curious, proto::Resume{watched.match, duel::Seat::two, token, 0, {}});
  watched.arena.take(watched.curious);
  watched.arena.two = watched.curious;
  watched.answer(duel::Seat::one, "fires");
  watched.arena.say(watched.curious,
                    proto::Decide{.match = watched.match,
                                  .seat = duel::Seat::two,
                                  .game = 1,
                                  .clock = watched.arena.last<proto::Update>(watched.arena.one)->view.clock,
                                  .id = 1,
                                  .input = duel::Input::place({1, rules::Rotation::up})});
  EXPECT_FALSE(watched.arena.last<proto::Comment>(watched.curious));
  for (const proto::Update& update : all_of<proto::Update>(watched.arena.told[watched.curious])) {
    EXPECT_TRUE(update.seat) << "it sees what its seat may see";
  }
}

TEST(Comment, OfADecisionThatDoesNotCountIsNotTold) {
  Commented watched;
  watched.arena.say(watched.arena.one, proto::Decide{.match = watched.match,
                                                     .seat = duel::Seat::one,
                                                     .game = 2,
                                                     .clock = 0,
                                                     .id = 1,
                                                     .input = {},
                                                     .comment = "of another game"});
  watched.arena.say(watched.arena.two, proto::Decide{.match = watched.match,
                                                     .seat = duel::Seat::one,
                                                     .game = 1,
                                                     .clock = 0,
                                                     .id = 1,
                                                     .input = {},
                                                     .comment = "of another seat"});
  watched.answer(duel::Seat::one, "");
  watched.answer(duel::Seat::two, "");
  EXPECT_GT(watched.arena.last<proto::Update>(watched.arena.one)->view.clock, 1) << "both have been played";
  EXPECT_FALSE(watched.arena.last<proto::Comment>(watched.curious));
}

TEST(Comment, DoesNotGoOnIntoTheNextGame) {
  Arena arena;
  const proto::MatchId match = arena.start(terms_of(Clock::turns, 2));
  const auto update = arena.last<proto::Update>(arena.one);
  arena.say(arena.one, proto::Decide{.match = match,
                                     .seat = duel::Seat::one,
                                     .game = 1,
                                     .clock = update->view.clock,
                                     .id = 1,
                                     .input = duel::Input::place({1, rules::Rotation::up}),
                                     .comment = "of the first game"});
  Client one(arena, arena.one, 1);
  Client two(arena, arena.two, 2);
  while (arena.unsaved.empty()) {
    one.answer();
    two.answer();
  }
  arena.save_all();
  const base::SessionId late = arena.enter("late");
  arena.say(late, proto::Watch{match, proto::Subscription::events, true});
  EXPECT_EQ(arena.last<proto::Update>(late)->game, 2);
  EXPECT_FALSE(arena.last<proto::Comment>(late));
}

// A match in real time in which both seats steer.
struct Steered {
  Arena arena;
  proto::MatchId match = arena.start(terms_of(Clock::real), proto::Subscription::steering);

  void ping(base::SessionId session, int round_trip) {
    arena.say(session, proto::Ping{.nonce = 1, .round_trip = round_trip});
  }
  void press(int at) {
    arena.say(arena.one, proto::Decide{.match = match,
                                       .seat = duel::Seat::one,
                                       .game = 1,
                                       .clock = arena.last<proto::Update>(arena.one)->view.clock,
                                       .id = 1,
                                       .input = duel::Input::hold(rules::Keys::left),
                                       .at = at});
  }
};

TEST(Line, IsToldToTheOpponentWithItsLateKeys) {
  Steered steered;
  steered.ping(steered.arena.two, 10);
  pass_frames(steered.arena, 60);
  steered.press(40);
  steered.press(50);
  steered.press(100);  // to come
  steered.ping(steered.arena.one, 240);
  const proto::Line line{.match = steered.match, .seat = duel::Seat::two, .round_trip = 240, .late = 2};
  EXPECT_EQ(steered.arena.last<proto::Line>(steered.arena.two), line);
  EXPECT_FALSE(steered.arena.last<proto::Line>(steered.arena.one));
}

TEST(Line, IsToldOnceASecondAtMost) {
  Steered steered;
  steered.ping(steered.arena.two, 10);
  for (int i = 0; i < 10; ++i) steered.ping(steered.arena.one, 20);
  EXPECT_EQ(all_of<proto::Line>(steered.arena.told[steered.arena.two]).size(), 1U);
  steered.arena.now += 1s;
  steered.ping(steered.arena.one, 2'000'000'000);
  EXPECT_EQ(steered.arena.last<proto::Line>(steered.arena.two)->round_trip, 60'000) << "more tells nobody more";
}

// One that does not know the message would take it for none of the schema.
TEST(Line, IsNotToldToWhoSaysNothingOfItsOwn) {
  Steered steered;
  steered.ping(steered.arena.one, 20);
  EXPECT_FALSE(steered.arena.last<proto::Line>(steered.arena.two));
}

TEST(Line, IsNotToldToWhoDoesNotSteer) {
  Arena arena;
  arena.start(terms_of(Clock::real), proto::Subscription::frames);
  for (const base::SessionId session : {arena.two, arena.one}) {
    arena.say(session, proto::Ping{.nonce = 1, .round_trip = 20});
  }
  EXPECT_FALSE(arena.last<proto::Line>(arena.two));
}

TEST(Line, OfWhoPlaysNowhereIsNobodysBusiness) {
  Arena arena;
  const base::SessionId idle = arena.enter("idle");
  arena.say(idle, proto::Ping{.nonce = 1, .round_trip = 20});
  EXPECT_TRUE(arena.told[idle].empty());
}

}  // namespace
}  // namespace rensa::play
