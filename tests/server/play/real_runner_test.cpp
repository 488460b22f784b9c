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
                                .input = random_input(busy.play.game(), seat, random)};
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
