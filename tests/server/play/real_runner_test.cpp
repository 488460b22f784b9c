#include "server/play/real_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

#include "engine/rules/droppable.h"
#include "engine/rules/rng.h"
#include "server/play/terms.h"

namespace rensa::play {
namespace {

using testing::ElementsAre;

const base::Time kStart = base::Time(std::chrono::hours(1));

duel::GameSetup setup_of(std::uint64_t seed) {
  return {.ruleset = ruleset_of(proto::Terms{}), .seed = seed, .queue = std::nullopt};
}

struct Witness final : Watcher {
  void stepped(const duel::Events& events) override {
    for (const duel::Event& event : events) seen.push_back(event);
  }
  void decided(duel::Seat seat, std::uint32_t id, int clock) override {
    decisions.push_back({duel::index_of(seat), id, clock});
  }
  void asks(duel::Seat) override { ADD_FAILURE() << "nobody is asked in real time"; }

  std::vector<duel::Event> seen;
  std::vector<std::tuple<std::size_t, std::uint32_t, int>> decisions;
};

struct Table {
  explicit Table(std::uint64_t seed, bool every_frame) : play(setup_of(seed), {"one", "two"}) {
    runner.set_audience({.seats = {every_frame, every_frame}});
  }
  void run(base::Time now) { runner.run(now, witness); }
  // As a server that is never late.
  void run_until(int frame) {
    for (int begun = 1; begun <= frame; ++begun) run(kStart + begun * base::kFrame);
  }

  Play play;
  RealRunner runner{ClockSettings{}, play, kStart};
  Witness witness;
};

base::Time frame_begins(int frame) { return kStart + frame * base::kFrame; }

duel::Input random_input(const duel::Game& game, duel::Seat seat, rules::Rng& random) {
  if (random.below(3) == 0) return duel::Input::hold(static_cast<rules::Keys>(random.below(32)));
  std::uint32_t open = rules::droppable_placements(game.duel()->lane(seat).field().heights());
  std::vector<std::size_t> choices;
  for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
    if ((open >> i & 1U) != 0) choices.push_back(i);
  }
  if (choices.empty()) return {};
  return duel::Input::place(rules::kPlacements[choices[random.below(static_cast<std::uint32_t>(choices.size()))]]);
}

// One sleeps whenever it may, its twin plays every frame when it begins: the same decisions give the same game.
TEST(RealRunner, SleepingChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Table lazy(seed, false);
    Table busy(seed, true);
    rules::Rng random(seed);
    int wakes = 0;
    for (int frame = 1; frame <= 20'000 && !busy.play.game().outcome(); ++frame) {
      const base::Time now = frame_begins(frame);
      busy.run(now);
      if (lazy.runner.wake_at() <= now) {
        lazy.run(now);
        ++wakes;
      }
      for (const duel::Seat seat : duel::kSeats) {
        if (random.below(20) != 0) continue;
        // What a client saw last may be long ago.
        const Decision decision{.clock = lazy.play.game().clock(),
                                .id = static_cast<std::uint32_t>(frame),
                                .input = random_input(busy.play.game(), seat, random),
                                .at = frame - 10 + static_cast<int>(random.below(60))};
        const base::Time later = now + base::Span(random.below(16'000'000));
        ASSERT_EQ(lazy.runner.decide(seat, decision, later), busy.runner.decide(seat, decision, later));
      }
    }
    lazy.run(frame_begins(busy.play.game().clock()));
    ASSERT_EQ(lazy.play.game().clock(), busy.play.game().clock());
    EXPECT_EQ(lazy.play.game().hash(), busy.play.game().hash()) << "seed " << seed;
    EXPECT_EQ(lazy.witness.seen, busy.witness.seen);
    EXPECT_EQ(lazy.witness.decisions, busy.witness.decisions);
    const duel::Outcome voided{.winner = std::nullopt, .cause = duel::Cause::voided, .frame = 0};
    EXPECT_EQ(lazy.play.finish(voided), busy.play.finish(voided));
    EXPECT_LT(wakes, busy.play.game().clock());
  }
}

TEST(RealRunner, SleepsThroughFramesWithoutEvents) {
  Table table(1, false);
  int wakes = 0;
  for (int frame = 1; frame <= 600; ++frame) {
    if (table.runner.wake_at() > frame_begins(frame)) continue;
    table.run(frame_begins(frame));
    ++wakes;
    for (const duel::Seat seat : duel::kSeats) {
      if (!table.play.game().decision_due(seat)) continue;
      const rules::Placement next{static_cast<std::int8_t>(table.play.game().hand(seat) % rules::kColumns + 1), {}};
      const Decision decision{.clock = table.play.game().clock(), .id = 1, .input = duel::Input::place(next)};
      table.runner.decide(seat, decision, frame_begins(frame));
    }
  }
  EXPECT_LT(wakes, 120);
}

TEST(RealRunner, ADecisionCountsFromTheNextFrameThatBegins) {
  Table table(1, false);
  table.run_until(100);
  ASSERT_TRUE(table.play.game().decision_due(duel::Seat::one));
  // Decided in the middle of a frame, played late.
  const Decision decision{.clock = table.play.game().clock(), .id = 9, .input = duel::Input::place({2, {}})};
  EXPECT_EQ(table.runner.decide(duel::Seat::one, decision, frame_begins(103) + base::kFrame / 2), Ruling::counts);
  table.run(frame_begins(106));
  EXPECT_THAT(table.witness.decisions, ElementsAre(std::tuple(0U, 9U, 104)));
}

Decision keys_at(int frame, std::uint32_t id, rules::Keys keys) {
  return {.clock = 0, .id = id, .input = duel::Input::hold(keys), .at = frame};
}

TEST(RealRunner, KeysCountInTheFrameThatTheyAreFor) {
  Table table(1, false);
  table.run_until(100);
  const auto decide = [&](const Decision& decision) {
    return table.runner.decide(duel::Seat::one, decision, frame_begins(100));
  };
  EXPECT_EQ(decide(keys_at(130, 3, rules::Keys::left)), Ruling::counts);
  EXPECT_EQ(decide(keys_at(110, 1, rules::Keys::right)), Ruling::counts);
  EXPECT_EQ(decide(keys_at(110, 2, rules::Keys::down)), Ruling::counts);  // instead of the ones before
  EXPECT_EQ(decide(keys_at(90, 4, rules::Keys::turn_a)), Ruling::counts_late);
  EXPECT_EQ(table.runner.wake_at(), frame_begins(101));
  table.run_until(140);
  EXPECT_THAT(table.witness.decisions,
              ElementsAre(std::tuple(0U, 4U, 101), std::tuple(0U, 2U, 110), std::tuple(0U, 3U, 130)));
}

// Those without a frame are for the next one.
TEST(RealRunner, OfKeysForOneFrameTheLastSaidCount) {
  const auto decide = [](Table& table, const Decision& decision) {
    return table.runner.decide(duel::Seat::one, decision, frame_begins(100));
  };
  Table later(1, false);
  later.run_until(100);
  decide(later, keys_at(0, 1, rules::Keys::left));
  EXPECT_EQ(decide(later, keys_at(101, 2, rules::Keys::right)), Ruling::counts);
  later.run_until(110);
  EXPECT_THAT(later.witness.decisions, ElementsAre(std::tuple(0U, 2U, 101)));

  Table late(1, false);
  late.run_until(100);
  decide(late, keys_at(0, 1, rules::Keys::left));
  EXPECT_EQ(decide(late, keys_at(90, 2, rules::Keys::right)), Ruling::counts_late);
  late.run_until(110);
  EXPECT_THAT(late.witness.decisions, ElementsAre(std::tuple(0U, 1U, 101), std::tuple(0U, 2U, 102)));
}

TEST(RealRunner, KeysSaidEarlyGiveTheGameOfKeysSaidInTime) {
  Table early(7, false);
  Table in_time(7, false);
  rules::Rng random(7);
  std::vector<Decision> said;
  for (int frame = 1; frame <= 3'000 && !in_time.play.game().outcome(); ++frame) {
    early.run(frame_begins(frame));
    in_time.run(frame_begins(frame));
    for (Decision decision : said) {
      if (decision.at != frame + 1) continue;
      decision.at = 0;
      in_time.runner.decide(duel::Seat::one, decision, frame_begins(frame));
    }
    if (random.below(8) != 0) continue;
    said.push_back(keys_at(frame + 2 + static_cast<int>(random.below(40)), static_cast<std::uint32_t>(frame),
                           static_cast<rules::Keys>(random.below(32))));
    early.runner.decide(duel::Seat::one, said.back(), frame_begins(frame));
  }
  EXPECT_GT(early.witness.decisions.size(), 100U);
  EXPECT_EQ(early.witness.decisions, in_time.witness.decisions);
  EXPECT_EQ(early.play.game().hash(), in_time.play.game().hash());
}

TEST(RealRunner, APlacementTakesThePlaceOfAllKeysThatWait) {
  Table table(1, true);
  table.run_until(100);
  table.runner.decide(duel::Seat::one, keys_at(110, 1, rules::Keys::right), frame_begins(100));
  const Decision placement{.clock = 100, .id = 2, .input = duel::Input::place({2, {}}), .at = 120};
  EXPECT_EQ(table.runner.decide(duel::Seat::one, placement, frame_begins(100)), Ruling::counts);
  table.run_until(130);
  EXPECT_THAT(table.witness.decisions, ElementsAre(std::tuple(0U, 2U, 101)));
}

TEST(RealRunner, KeysForFramesTooFarAwayAreRefused) {
  Table table(1, true);
  table.run_until(100);
  const auto decide = [&](int at) {
    return table.runner.decide(duel::Seat::one, keys_at(at, 1, rules::Keys::right), frame_begins(100));
  };
  EXPECT_EQ(decide(100 + KeysAhead::kMostFrames), Ruling::counts);
  EXPECT_EQ(decide(101 + KeysAhead::kMostFrames), Ruling::too_far);
  EXPECT_EQ(decide(0x7FFF'FFFF), Ruling::too_far);
  for (int at = 102; at < 101 + static_cast<int>(KeysAhead::kMost); ++at) EXPECT_EQ(decide(at), Ruling::counts);
  EXPECT_EQ(decide(200), Ruling::too_many);
}

TEST(RealRunner, ALateServerPlaysKeysInTheFrameThatTheyAreFor) {
  Table table(1, true);
  table.run_until(100);
  table.runner.decide(duel::Seat::one, keys_at(103, 1, rules::Keys::right), frame_begins(100));
  table.runner.decide(duel::Seat::one, keys_at(150, 2, rules::Keys::left), frame_begins(100));
  table.run(frame_begins(300));
  for (int frame = 301; frame < 350; ++frame) table.run(frame_begins(frame));
  EXPECT_THAT(table.witness.decisions, ElementsAre(std::tuple(0U, 1U, 103), std::tuple(0U, 2U, 150)));
}

TEST(RealRunner, ALateServerLetsFramesSlipAndLosesNoDecision) {
  Table table(1, true);
  table.run_until(100);
  const Decision decision{.clock = 100, .id = 9, .input = duel::Input::place({2, {}})};
  EXPECT_EQ(table.runner.decide(duel::Seat::one, decision, frame_begins(200)), Ruling::counts);
  table.run(frame_begins(400));
  EXPECT_EQ(table.play.game().clock(), 100 + ClockSettings{}.catch_up_frames);
  EXPECT_GT(table.runner.take_lateness(), 100 * base::kFrame);
  table.run(frame_begins(401));
  EXPECT_EQ(table.play.game().clock(), 101 + ClockSettings{}.catch_up_frames);
  EXPECT_EQ(table.witness.decisions.size(), 1U);
}

TEST(RealRunner, AfterAPauseFramesBeginWhereTheyDid) {
  Table table(1, true);
  table.run(frame_begins(10));
  table.runner.skip(5 * base::kFrame + base::Span(12'345));
  EXPECT_EQ(table.runner.wake_at(), frame_begins(17));
}

}  // namespace
}  // namespace rensa::play
