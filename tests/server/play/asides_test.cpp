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
  Arena arena;
  proto::MatchId match = arena.start(terms_of(Clock::virtual_time));
  base::SessionId curious = arena.enter("curious");
  base::SessionId calm = arena.enter("calm");

  Commented() {
    arena.say(curious, proto::Watch{match, proto::Subscription::events, true});
    arena.say(calm, proto::Watch{match, proto::Subscription::events});
  }
  // Answers what seat one is asked, with a word about it.
  void answer(const std::string& comment) {
    const auto update = arena.last<proto::Update>(arena.one);
    arena.say(arena.one, proto::Decide{.match = match,
                                       .seat = duel::Seat::one,
                                       .game = update->game,
                                       .clock = update->view.clock,
                                       .id = 1,
                                       .input = duel::Input::place({1, rules::Rotation::up}),
                                       .comment = comment});
  }
};

TEST(Comment, IsToldToSpectatorsWhoWantIt) {
  Commented watched;
  watched.answer("七連鎖");
  const proto::Comment said{.match = watched.match, .seat = duel::Seat::one, .game = 1, .text = "七連鎖"};
  EXPECT_EQ(all_of<proto::Comment>(watched.arena.told[watched.curious]), std::vector{said});
  for (const base::SessionId other : {watched.calm, watched.arena.one, watched.arena.two}) {
    EXPECT_FALSE(watched.arena.last<proto::Comment>(other));
  }
}

TEST(Comment, TheLastOneIsToldToWhoComesLater) {
  Commented watched;
  watched.answer("first");
  const base::SessionId late = watched.arena.enter("late");
  watched.arena.say(late, proto::Watch{watched.match, proto::Subscription::events, true});
  const auto told = watched.arena.take(late);
  ASSERT_EQ(all_of<proto::Comment>(told).size(), 1U);
  EXPECT_EQ(all_of<proto::Comment>(told)[0].text, "first");
  EXPECT_TRUE(std::holds_alternative<proto::Comment>(told.back())) << "after the match and its state";
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
  pass_frames(steered.arena, 60);
  steered.press(40);
  steered.press(50);
  steered.press(100);  // to come
  steered.arena.say(steered.arena.one, proto::Ping{.nonce = 1, .round_trip = 240});
  const proto::Line line{.match = steered.match, .seat = duel::Seat::two, .round_trip = 240, .late = 2};
  EXPECT_EQ(steered.arena.last<proto::Line>(steered.arena.two), line);
  EXPECT_FALSE(steered.arena.last<proto::Line>(steered.arena.one));
}

TEST(Line, IsToldOnceASecondAtMost) {
  Steered steered;
  for (int i = 0; i < 10; ++i) steered.arena.say(steered.arena.one, proto::Ping{.nonce = 1, .round_trip = 20});
  EXPECT_EQ(all_of<proto::Line>(steered.arena.told[steered.arena.two]).size(), 1U);
  steered.arena.now += 1s;
  steered.arena.say(steered.arena.one, proto::Ping{.nonce = 2, .round_trip = 30});
  EXPECT_EQ(steered.arena.last<proto::Line>(steered.arena.two)->round_trip, 30);
}

TEST(Line, IsNotToldToWhoDoesNotSteer) {
  Arena arena;
  arena.start(terms_of(Clock::real), proto::Subscription::frames);
  arena.say(arena.one, proto::Ping{.nonce = 1, .round_trip = 20});
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
