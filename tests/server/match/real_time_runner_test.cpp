#include "server/match/real_time_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "server/match/series.h"

namespace rensa::match {

namespace {

using movement::Keys;

TEST(FutureInputs, AreTakenInTheOrderOfTheirFrames) {
  FutureInputs inputs;
  EXPECT_EQ(inputs.next_frame(), duel::kNoFrameLimit);
  inputs.add({30, 1, Keys::left}, 1);
  inputs.add({10, 2, Keys::right}, 1);
  inputs.add({20, 3, Keys::down}, 1);
  EXPECT_EQ(inputs.next_frame(), 10);
  EXPECT_FALSE(inputs.take(9));
  EXPECT_EQ(inputs.take(10), (FutureInputs::KeyInput{10, 2, Keys::right}));
  EXPECT_EQ(inputs.next_frame(), 20);
  EXPECT_FALSE(inputs.take(25));
  EXPECT_EQ(inputs.take(30), (FutureInputs::KeyInput{30, 1, Keys::left}));
  EXPECT_EQ(inputs.next_frame(), 20);
}

TEST(FutureInputs, TheLastInputForAFrameCounts) {
  FutureInputs inputs;
  inputs.add({10, 1, Keys::left}, 1);
  inputs.add({10, 2, Keys::none}, 1);
  EXPECT_EQ(inputs.take(10), (FutureInputs::KeyInput{10, 2, Keys::none}));
  EXPECT_EQ(inputs.next_frame(), duel::kNoFrameLimit);
}

TEST(FutureInputs, HaveALimitButCanBeReplaced) {
  FutureInputs inputs;
  constexpr int kMost = static_cast<int>(FutureInputs::kMaxInputs);
  for (int frame = 1; frame <= kMost; ++frame) {
    EXPECT_TRUE(inputs.has_room_for(frame));
    inputs.add({frame, 1, Keys::left}, 1);
  }
  EXPECT_FALSE(inputs.has_room_for(100));
  EXPECT_TRUE(inputs.has_room_for(kMost));
  inputs.add({kMost, 3, Keys::right}, 1);
  EXPECT_EQ(inputs.take(kMost), (FutureInputs::KeyInput{kMost, 3, Keys::right}));
  EXPECT_TRUE(inputs.has_room_for(100));
}

TEST(FutureInputs, LateInputsCountOneAfterAnother) {
  FutureInputs inputs;
  inputs.add({53, 3, Keys::down}, 40);
  inputs.add({38, 1, Keys::turn_a}, 52);
  inputs.add({39, 2, Keys::none}, 52);
  inputs.add({40, 4, Keys::left}, 52);
  EXPECT_EQ(inputs.take(52), (FutureInputs::KeyInput{38, 1, Keys::turn_a}));
  EXPECT_EQ(inputs.take(53), (FutureInputs::KeyInput{53, 3, Keys::down}));
  EXPECT_EQ(inputs.take(54), (FutureInputs::KeyInput{39, 2, Keys::none}));
  EXPECT_EQ(inputs.take(55), (FutureInputs::KeyInput{40, 4, Keys::left}));
}

TEST(FutureInputs, ALateInputKeepsItsFrameAgainstALaterOne) {
  FutureInputs inputs;
  inputs.add({38, 1, Keys::turn_a}, 52);
  inputs.add({52, 2, Keys::none}, 52);
  EXPECT_EQ(inputs.take(52), (FutureInputs::KeyInput{38, 1, Keys::turn_a}));
  EXPECT_EQ(inputs.take(53), (FutureInputs::KeyInput{52, 2, Keys::none}));
}

}  // namespace

namespace {

using testing::ElementsAre;

const base::Time kStart = base::Time(std::chrono::hours(1));

duel::GameSetup setup_of(std::uint64_t seed) {
  return {.ruleset = ruleset_of(Terms{}, {}), .seed = seed, .queue = std::nullopt};
}

struct EventRecorder final : RunnerListener {
  void on_events(const duel::Events& events) override {
    for (const duel::Event& event : events) seen.push_back(event);
  }
  void on_decision_played(duel::Seat seat, std::uint32_t id, int clock) override {
    decisions.push_back({duel::index_of(seat), id, clock});
  }
  void on_question(duel::Seat) override { ADD_FAILURE() << "no seat is asked in real time"; }

  std::vector<duel::Event> seen;
  std::vector<std::tuple<std::size_t, std::uint32_t, int>> decisions;
};

struct RunningGame {
  explicit RunningGame(std::uint64_t seed, bool every_frame) : recorded(setup_of(seed), {"one", "two"}) {
    runner.set_frame_subscribers({.seats = {every_frame, every_frame}});
  }
  void run(base::Time now) { runner.run(now, events); }
  // Runs like a server that is never late.
  void run_until(int frame) {
    for (int begun = 1; begun <= frame; ++begun) run(kStart + begun * base::kFrame);
  }

  RecordedGame recorded;
  RealTimeRunner runner{ClockSettings{}, recorded, kStart};
  EventRecorder events;
};

base::Time frame_begins(int frame) { return kStart + frame * base::kFrame; }

duel::Input random_input(const duel::Game& game, duel::Seat seat, rules::Rng& random) {
  if (random.below(3) == 0) return duel::Input::hold(static_cast<movement::Keys>(random.below(32)));
  std::uint32_t open = rules::droppable_placements(game.frame_game()->side(seat).field().heights());
  std::vector<std::size_t> choices;
  for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
    if ((open >> i & 1U) != 0) choices.push_back(i);
  }
  if (choices.empty()) return {};
  return duel::Input::place(rules::kPlacements[choices[random.below(static_cast<std::uint32_t>(choices.size()))]]);
}

// One runner sleeps whenever it may, the other plays every frame at once. The same decisions must give the same game.
TEST(RealTimeRunner, SleepingDoesNotChangeTheGame) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RunningGame lazy(seed, false);
    RunningGame busy(seed, true);
    rules::Rng random(seed);
    int wakes = 0;
    for (int frame = 1; frame <= 20'000 && !busy.recorded.game().outcome(); ++frame) {
      const base::Time now = frame_begins(frame);
      busy.run(now);
      if (lazy.runner.next_deadline() <= now) {
        lazy.run(now);
        ++wakes;
      }
      for (const duel::Seat seat : duel::kSeats) {
        if (random.below(20) != 0) continue;
        // A client may answer to an old state.
        const Decision decision{.clock = lazy.recorded.game().clock(),
                                .id = static_cast<std::uint32_t>(frame),
                                .input = random_input(busy.recorded.game(), seat, random),
                                .at = frame - 10 + static_cast<int>(random.below(60))};
        const base::Time later = now + base::Span(random.below(16'000'000));
        ASSERT_EQ(lazy.runner.decide(seat, decision, later), busy.runner.decide(seat, decision, later));
      }
    }
    lazy.run(frame_begins(busy.recorded.game().clock()));
    ASSERT_EQ(lazy.recorded.game().clock(), busy.recorded.game().clock());
    EXPECT_EQ(lazy.recorded.game().hash(), busy.recorded.game().hash()) << "seed " << seed;
    EXPECT_EQ(lazy.events.seen, busy.events.seen);
    EXPECT_EQ(lazy.events.decisions, busy.events.decisions);
    const duel::Outcome voided{.winner = std::nullopt, .cause = duel::Cause::voided, .frame = 0};
    EXPECT_EQ(lazy.recorded.finish(voided), busy.recorded.finish(voided));
    EXPECT_LT(wakes, busy.recorded.game().clock());
  }
}

TEST(RealTimeRunner, SleepsThroughFramesWithoutEvents) {
  RunningGame game(1, false);
  int wakes = 0;
  for (int frame = 1; frame <= 600; ++frame) {
    if (game.runner.next_deadline() > frame_begins(frame)) continue;
    game.run(frame_begins(frame));
    ++wakes;
    for (const duel::Seat seat : duel::kSeats) {
      if (!game.recorded.game().is_decision_due(seat)) continue;
      const rules::Placement next{static_cast<std::int8_t>(game.recorded.game().hand(seat) % rules::kColumns + 1), {}};
      const Decision decision{.clock = game.recorded.game().clock(), .id = 1, .input = duel::Input::place(next)};
      game.runner.decide(seat, decision, frame_begins(frame));
    }
  }
  EXPECT_LT(wakes, 120);
}

TEST(RealTimeRunner, ADecisionCountsFromTheNextFrameThatBegins) {
  RunningGame game(1, false);
  game.run_until(100);
  ASSERT_TRUE(game.recorded.game().is_decision_due(duel::Seat::one));
  // The decision comes in the middle of a frame, and the server plays late.
  const Decision decision{.clock = game.recorded.game().clock(), .id = 9, .input = duel::Input::place({2, {}})};
  EXPECT_EQ(game.runner.decide(duel::Seat::one, decision, frame_begins(103) + base::kFrame / 2),
            DecisionResult::accepted);
  game.run(frame_begins(106));
  EXPECT_THAT(game.events.decisions, ElementsAre(std::tuple(0U, 9U, 104)));
}

Decision keys_at(int frame, std::uint32_t id, movement::Keys keys) {
  return {.clock = 0, .id = id, .input = duel::Input::hold(keys), .at = frame};
}

TEST(RealTimeRunner, KeysCountInTheFrameThatTheyAreFor) {
  RunningGame game(1, false);
  game.run_until(100);
  const auto decide = [&](const Decision& decision) {
    return game.runner.decide(duel::Seat::one, decision, frame_begins(100));
  };
  EXPECT_EQ(decide(keys_at(130, 3, movement::Keys::left)), DecisionResult::accepted);
  EXPECT_EQ(decide(keys_at(110, 1, movement::Keys::right)), DecisionResult::accepted);
  EXPECT_EQ(decide(keys_at(110, 2, movement::Keys::down)), DecisionResult::accepted);  // replaces the keys before
  EXPECT_EQ(decide(keys_at(90, 4, movement::Keys::turn_a)), DecisionResult::accepted_late);
  EXPECT_EQ(game.runner.next_deadline(), frame_begins(101));
  game.run_until(140);
  EXPECT_THAT(game.events.decisions,
              ElementsAre(std::tuple(0U, 4U, 101), std::tuple(0U, 2U, 110), std::tuple(0U, 3U, 130)));
}

// Keys without a frame are for the next one.
TEST(RealTimeRunner, TheLastKeysForOneFrameCount) {
  const auto decide = [](RunningGame& game, const Decision& decision) {
    return game.runner.decide(duel::Seat::one, decision, frame_begins(100));
  };
  RunningGame later(1, false);
  later.run_until(100);
  decide(later, keys_at(0, 1, movement::Keys::left));
  EXPECT_EQ(decide(later, keys_at(101, 2, movement::Keys::right)), DecisionResult::accepted);
  later.run_until(110);
  EXPECT_THAT(later.events.decisions, ElementsAre(std::tuple(0U, 2U, 101)));

  RunningGame late(1, false);
  late.run_until(100);
  decide(late, keys_at(0, 1, movement::Keys::left));
  EXPECT_EQ(decide(late, keys_at(90, 2, movement::Keys::right)), DecisionResult::accepted_late);
  late.run_until(110);
  EXPECT_THAT(late.events.decisions, ElementsAre(std::tuple(0U, 1U, 101), std::tuple(0U, 2U, 102)));
}

TEST(RealTimeRunner, KeysSentEarlyGiveTheSameGameAsKeysSentInTime) {
  RunningGame early(7, false);
  RunningGame in_time(7, false);
  rules::Rng random(7);
  std::vector<Decision> said;
  for (int frame = 1; frame <= 3'000 && !in_time.recorded.game().outcome(); ++frame) {
    early.run(frame_begins(frame));
    in_time.run(frame_begins(frame));
    for (Decision decision : said) {
      if (decision.at != frame + 1) continue;
      decision.at = 0;
      in_time.runner.decide(duel::Seat::one, decision, frame_begins(frame));
    }
    if (random.below(8) != 0) continue;
    said.push_back(keys_at(frame + 2 + static_cast<int>(random.below(40)), static_cast<std::uint32_t>(frame),
                           static_cast<movement::Keys>(random.below(32))));
    early.runner.decide(duel::Seat::one, said.back(), frame_begins(frame));
  }
  EXPECT_GT(early.events.decisions.size(), 100U);
  EXPECT_EQ(early.events.decisions, in_time.events.decisions);
  EXPECT_EQ(early.recorded.game().hash(), in_time.recorded.game().hash());
}

TEST(RealTimeRunner, APlacementReplacesAllWaitingKeys) {
  RunningGame game(1, true);
  game.run_until(100);
  game.runner.decide(duel::Seat::one, keys_at(110, 1, movement::Keys::right), frame_begins(100));
  const Decision placement{.clock = 100, .id = 2, .input = duel::Input::place({2, {}}), .at = 120};
  EXPECT_EQ(game.runner.decide(duel::Seat::one, placement, frame_begins(100)), DecisionResult::accepted);
  game.run_until(130);
  EXPECT_THAT(game.events.decisions, ElementsAre(std::tuple(0U, 2U, 101)));
}

TEST(RealTimeRunner, KeysForDistantFramesAreRefused) {
  RunningGame game(1, true);
  game.run_until(100);
  const auto decide = [&](int at) {
    return game.runner.decide(duel::Seat::one, keys_at(at, 1, movement::Keys::right), frame_begins(100));
  };
  EXPECT_EQ(decide(100 + FutureInputs::kMaxFramesAhead), DecisionResult::accepted);
  EXPECT_EQ(decide(101 + FutureInputs::kMaxFramesAhead), DecisionResult::frame_too_far);
  EXPECT_EQ(decide(0x7FFF'FFFF), DecisionResult::frame_too_far);
  for (int at = 102; at < 101 + static_cast<int>(FutureInputs::kMaxInputs); ++at)
    EXPECT_EQ(decide(at), DecisionResult::accepted);
  EXPECT_EQ(decide(200), DecisionResult::too_many_inputs);
}

TEST(RealTimeRunner, ALateServerPlaysKeysInTheirFrames) {
  RunningGame game(1, true);
  game.run_until(100);
  game.runner.decide(duel::Seat::one, keys_at(103, 1, movement::Keys::right), frame_begins(100));
  game.runner.decide(duel::Seat::one, keys_at(150, 2, movement::Keys::left), frame_begins(100));
  game.run(frame_begins(300));
  for (int frame = 301; frame < 350; ++frame) game.run(frame_begins(frame));
  EXPECT_THAT(game.events.decisions, ElementsAre(std::tuple(0U, 1U, 103), std::tuple(0U, 2U, 150)));
}

TEST(RealTimeRunner, ALateServerDelaysFramesAndLosesNoDecision) {
  RunningGame game(1, true);
  game.run_until(100);
  const Decision decision{.clock = 100, .id = 9, .input = duel::Input::place({2, {}})};
  EXPECT_EQ(game.runner.decide(duel::Seat::one, decision, frame_begins(200)), DecisionResult::accepted);
  game.run(frame_begins(400));
  EXPECT_EQ(game.recorded.game().clock(), 100 + ClockSettings{}.catch_up_frames);
  EXPECT_GT(game.runner.take_lateness(), 100 * base::kFrame);
  game.run(frame_begins(401));
  EXPECT_EQ(game.recorded.game().clock(), 101 + ClockSettings{}.catch_up_frames);
  EXPECT_EQ(game.events.decisions.size(), 1U);
}

TEST(RealTimeRunner, AfterAPauseFramesKeepTheirPhase) {
  RunningGame game(1, true);
  game.run(frame_begins(10));
  game.runner.skip_pause(5 * base::kFrame + base::Span(12'345));
  EXPECT_EQ(game.runner.next_deadline(), frame_begins(17));
}

TEST(RealTimeRunner, APauseAloneDoesNotHoldAGame) {
  for (int part = 0; part < 20; ++part) {
    RunningGame game(1, true);
    game.run_until(10);
    const base::Time back = frame_begins(17) + part * base::kFrame / 20;
    game.runner.skip_pause(back - frame_begins(10));
    EXPECT_EQ(game.runner.hold_left(back), base::Span::zero()) << part;
  }
}

TEST(RealTimeRunner, HoldsAGameOnceHoweverOftenItIsToldTheSameTime) {
  RunningGame game(1, true);
  game.run_until(10);
  EXPECT_EQ(game.runner.hold_left(frame_begins(10)), base::Span::zero());
  for (int i = 0; i < 2; ++i) game.runner.hold_until(frame_begins(100) - base::Span(1));
  EXPECT_EQ(game.runner.next_deadline(), frame_begins(100));
  EXPECT_EQ(game.runner.hold_left(frame_begins(40)), 60 * base::kFrame);
  game.run(frame_begins(99));
  EXPECT_EQ(game.recorded.game().clock(), 10);
  game.run(frame_begins(101));
  EXPECT_EQ(game.recorded.game().clock(), 12);
  EXPECT_EQ(game.runner.hold_left(frame_begins(101)), base::Span::zero());
}

}  // namespace

}  // namespace rensa::match
