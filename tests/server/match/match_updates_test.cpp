#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/duel/side_prediction.h"
#include "engine/record/verify.h"
#include "server/match/match.h"
#include "server/match/series.h"
#include "tests/server/lobby/test_lobby.h"

namespace rensa::match {
namespace {

using proto::Clock;
using tests::all_of;
using tests::decision;
using tests::pass_frames;
using tests::play_in_real_time;
using tests::play_out;
using tests::terms_of;
using tests::TestClient;
using tests::TestLobby;
using namespace std::chrono_literals;

TEST(MatchUpdates, ASeatIsSentOnlyRelevantEventsOfTheOpponent) {
  TestLobby server;
  server.start(terms_of(Clock::real));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_in_real_time(server, one, two, 2'000);
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

proto::Update update_of_first_lock(TestLobby& server) {
  for (int frame = 0; frame < 200; ++frame) {
    pass_frames(server, 1);
    for (const proto::Update& update : all_of<proto::Update>(server.take(server.one))) {
      if (has_own_lock(update)) return update;
    }
  }
  return {};
}

struct FirstPair {
  TestLobby server;
  proto::Update due;

  FirstPair() {
    server.start(terms_of(Clock::real));
    while (!server.last<proto::Update>(server.one) || !server.last<proto::Update>(server.one)->view.decision_due) {
      pass_frames(server, 1);
    }
    due = *server.last<proto::Update>(server.one);
    // The opponent's pair locks earlier, so that it causes no update when ours locks.
    server.say(server.two,
               decision(*server.last<proto::Update>(server.two), duel::Input::place({3, rules::Rotation::up})));
    pass_frames(server, 10);
  }
  void decide(const duel::Input& input) { server.say(server.one, decision(due, input)); }
};

TEST(MatchUpdates, ALockAsDecidedIsSentWithTheNextPair) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  const proto::Update update = update_of_first_lock(first.server);
  EXPECT_EQ(update.view.own.hand, 2);
  EXPECT_TRUE(update.view.decision_due);
}

TEST(MatchUpdates, ALockWithoutDecisionIsSentAtOnce) {
  FirstPair first;
  const proto::Update update = update_of_first_lock(first.server);
  EXPECT_EQ(update.view.own.hand, 1);
  EXPECT_FALSE(update.view.decision_due);
}

TEST(MatchUpdates, ALockAfterKeysIsSentAtOnce) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  pass_frames(first.server, 2);
  first.decide(duel::Input::hold(movement::Keys::none));
  const proto::Update update = update_of_first_lock(first.server);
  EXPECT_EQ(update.view.own.hand, 1);
  EXPECT_FALSE(update.view.decision_due);
}

TEST(MatchUpdates, ARefusedPlacementKeepsTheAcceptedOne) {
  FirstPair first;
  first.decide(duel::Input::place({3, rules::Rotation::up}));
  pass_frames(first.server, 2);
  first.decide(duel::Input::place({1, rules::Rotation::left}));
  const proto::Update update = update_of_first_lock(first.server);
  EXPECT_EQ(update.view.own.hand, 2);
  EXPECT_TRUE(update.view.decision_due);
}

// After the first frame nothing happens for a second.
TEST(MatchUpdates, ANewFrameSubscriberDoesNotDelayASleepingGame) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  const base::Time began = server.now;
  const base::PlayerId spectator = server.enter("spectator");
  pass_frames(server, 10);
  server.now += 40 * base::kFrame;
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::frames});
  const auto frames_passed = [&] { return static_cast<int>((server.now - began) / base::kFrame); };
  EXPECT_NEAR(server.last<proto::Update>(spectator)->view.clock, frames_passed(), 1);
  for (int frame = 0; frame < 30; ++frame) {
    pass_frames(server, 1);
    EXPECT_NEAR(server.last<proto::Update>(spectator)->view.clock, frames_passed(), 1);
  }
  EXPECT_EQ(server.lobby.matches().counts().lateness.counts.back(), 0U);
}

TEST(MatchUpdates, LeavingEndsTheGameInTheCurrentFrame) {
  TestLobby server;
  server.start(terms_of(Clock::real));
  const proto::MatchId match = server.last<proto::MatchStart>(server.one)->match;
  pass_frames(server, 10);
  server.now += 40 * base::kFrame;
  server.say(server.one, proto::Leave{match, duel::Seat::one});
  server.save_all();
  ASSERT_EQ(server.saved.size(), 1U);
  EXPECT_NEAR(server.saved[0].record.outcome.frame, 50, 1);
  EXPECT_TRUE(record::verify(server.saved[0].record).ok());
}

// When the decision arrives, the frame of the next pair has begun but has not been played.
TEST(MatchUpdates, ADecisionForThePreviousPairIsLateOnALateServer) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real));
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_in_real_time(server, one, two, 600);
  const auto updates = [&] { return all_of<proto::Update>(one.log); };
  const int hand = updates().back().view.own.hand;
  const int seen_at = updates().back().view.clock;
  // Plays until just before the next pair is controllable.
  TestLobby twin;  // finds that frame
  twin.start(terms_of(Clock::real));
  TestClient twin_one(twin, twin.one, 1);
  TestClient twin_two(twin, twin.two, 2);
  play_in_real_time(twin, twin_one, twin_two, 600);
  int frames = 0;
  for (; frames < 1'000; ++frames) {
    play_in_real_time(twin, twin_one, twin_two, 1);
    const proto::Update newest = all_of<proto::Update>(twin_one.log).back();
    if (newest.view.decision_due && newest.view.own.hand > hand) break;
  }
  ASSERT_LT(frames, 1'000);
  play_in_real_time(server, one, two, frames);
  server.take(server.one);
  server.now += base::kFrame + 1ms;
  server.say(server.one, proto::Decide{.match = match,
                                       .seat = duel::Seat::one,
                                       .game = 1,
                                       .clock = seen_at,
                                       .id = 99,
                                       .input = duel::Input::place({1, {}})});
  ASSERT_TRUE(server.last<proto::Error>(server.one));
  EXPECT_EQ(server.last<proto::Error>(server.one)->code, proto::ErrorCode::late);
}

TEST(MatchUpdates, SpectatorsSeeBothSidesAndNeverAnswer) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const base::PlayerId watcher = server.enter("watcher");
  server.say(watcher, proto::Watch{match, proto::Subscription::events});
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  play_out(server, one, two);
  const auto updates = all_of<proto::Update>(server.sent[watcher]);
  ASSERT_GT(updates.size(), 10U);
  for (const proto::Update& update : updates) {
    EXPECT_FALSE(update.seat);
    EXPECT_FALSE(update.answer_due);
  }
  EXPECT_TRUE(server.last<proto::MatchEnd>(watcher));
}

TEST(MatchUpdates, ASlowSpectatorSkipsToTheNewestState) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::virtual_time));
  const base::PlayerId watcher = server.enter("watcher");
  server.say(watcher, proto::Watch{match, proto::Subscription::events});
  server.take(watcher);
  server.congested = watcher;
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
  for (int round = 0; round < 5; ++round) {
    one.answer();
    two.answer();
  }
  EXPECT_TRUE(all_of<proto::Update>(server.sent[watcher]).empty());
  server.congested = {};
  one.answer();
  two.answer();
  EXPECT_GT(server.last<proto::Update>(watcher)->view.own.hand, 3);
}

TEST(MatchUpdates, KeysForALaterFrameAreConfirmedInThatFrame) {
  FirstPair first;
  const int clock = first.due.view.clock + 10;  // the current frame
  const auto say = [&](int at) {
    first.server.say(first.server.one, proto::Decide{.match = first.due.match,
                                                     .seat = duel::Seat::one,
                                                     .game = 1,
                                                     .clock = first.due.view.clock,
                                                     .id = static_cast<std::uint32_t>(at),
                                                     .input = duel::Input::hold(movement::Keys::left),
                                                     .at = at});
  };
  first.server.take(first.server.one);
  say(clock + 9);
  say(clock + 1'000);
  EXPECT_EQ(first.server.last<proto::Error>(first.server.one)->code, proto::ErrorCode::ahead);
  pass_frames(first.server, 8);
  EXPECT_FALSE(first.server.last<proto::Decided>(first.server.one));
  pass_frames(first.server, 1);
  const auto decided = first.server.last<proto::Decided>(first.server.one);
  ASSERT_TRUE(decided);
  EXPECT_EQ(decided->clock, clock + 9);
}

TEST(MatchUpdates, ASteeringSeatIsSentEveryFrameAndItsMotion) {
  TestLobby server;
  const proto::MatchId match = server.start(terms_of(Clock::real), proto::Subscription::steering);
  const base::PlayerId spectator = server.enter("spectator");
  server.say(spectator, proto::Watch{.match = match, .subscription = proto::Subscription::steering});
  pass_frames(server, 300);  // the spectator sees them three seconds late
  const auto updates = all_of<proto::Update>(server.sent[server.two]);
  ASSERT_GE(updates.size(), 99U);
  for (const proto::Update& update : updates) {
    ASSERT_TRUE(update.view.own.motion);
    EXPECT_FALSE(update.view.opponent.motion);
    EXPECT_TRUE(duel::SidePrediction::from_view(ruleset_of(terms_of(Clock::real), {}), update.view));
  }
  EXPECT_EQ(updates.front().view.own.motion->wait, updates[1].view.own.motion->wait + 1);
  const auto watched = all_of<proto::Update>(server.sent[spectator]);
  ASSERT_GE(watched.size(), 99U);
  for (const proto::Update& update : watched) {
    EXPECT_FALSE(update.view.own.motion);
    EXPECT_FALSE(update.view.opponent.motion);
  }
}

TEST(MatchUpdates, TurnGamesHaveNoMotion) {
  TestLobby server;
  server.start(terms_of(Clock::turns), proto::Subscription::steering);
  ASSERT_TRUE(server.last<proto::Update>(server.one));
  EXPECT_FALSE(server.last<proto::Update>(server.one)->view.own.motion);
}

TEST(MatchUpdates, OtherSubscriptionsHaveNoMotion) {
  TestLobby server;
  server.start(terms_of(Clock::real), proto::Subscription::frames);
  pass_frames(server, 10);
  ASSERT_TRUE(server.last<proto::Update>(server.one));
  EXPECT_FALSE(server.last<proto::Update>(server.one)->view.own.motion);
}

TEST(MatchUpdates, EveryFrameSubscriptionAsksInEveryFrame) {
  TestLobby server;
  server.start(terms_of(Clock::virtual_time), proto::Subscription::frames);
  TestClient one(server, server.one, 1);
  TestClient two(server, server.two, 2);
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
}  // namespace rensa::match
