#include <algorithm>
#include <chrono>
#include <functional>
#include <gtest/gtest.h>
#include <iostream>

#include "engine/rules/drop.h"
#include "engine/rules/rng.h"
#include "server/match/match_event_codec.h"
#include "tests/server/match/random_match.h"
#include "tests/tools/long_tests.h"

namespace rensa::match::test {
namespace {

using namespace std::chrono_literals;

constexpr int kPrefixes = 20;

class MatchFromEvents : public testing::TestWithParam<Clock> {};

TEST_P(MatchFromEvents, AMatchFromAnyOfItsEventsGoesOnLikeTheOneThatWasNeverStopped) {
  const int matches = tests::cases(12, 1'000);
  std::chrono::nanoseconds took{};
  std::array<std::size_t, std::variant_size_v<MatchEvent>> kinds{};
  std::size_t events = 0;
  int snapshots = 0;
  std::array<std::size_t, duel::kCauseCount> causes{};
  for (int match = 0; match < matches; ++match) {
    const auto seed = static_cast<std::uint64_t>(match);
    const Recording recording = RandomMatch(GetParam(), seed).play();
    for (const MatchEvent& event : recording.transcript.events) {
      ++kinds[event.index()];
      if (const auto* ended = std::get_if<GameEnded>(&event)) ++causes[static_cast<std::size_t>(ended->outcome.cause)];
    }
    rules::Rng rng(seed, 2);
    for (int prefix = 0; prefix < kPrefixes; ++prefix) {
      // One of them has only the first event.
      const std::size_t all = recording.transcript.events.size();
      const std::size_t count = prefix == 0 ? 1 : 1 + rng.below(static_cast<std::uint32_t>(all));
      Restored restored(recording, count, From::first_event);
      ASSERT_EQ(restored.difference(), "")
          << "match " << match << " from " << count << " of " << recording.transcript.events.size() << " events";
      took += restored.took();
      events += count;
      Restored shortened(recording, count, From::last_snapshot);
      if (!shortened.begins_with_snapshot()) continue;
      ++snapshots;
      ASSERT_EQ(shortened.difference(), "") << "match " << match << " from the last snapshot of " << count << " of "
                                            << recording.transcript.events.size() << " events";
    }
  }
  const double restores = matches * kPrefixes;
  std::cout << name_of(GetParam()) << ": " << static_cast<double>(took.count()) / restores / 1e3
            << " microseconds a restore from " << static_cast<double>(events) / restores << " events\n";
  EXPECT_GT(snapshots, 0);
  if (!tests::long_tests()) return;
  // The test is worth something only if everything happens in it.
  const bool is_real = GetParam() == Clock::real;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    const bool is_of_real_time = kind == MatchEvent(FramesDelayed{}).index();
    const bool is_of_others =
        kind == MatchEvent(StallSkipped{}).index() || kind == MatchEvent(DecisionMissed{}).index();
    const bool is_of_restarts = kind == MatchEvent(ServerInterrupted{}).index();
    if (is_of_restarts || (is_real ? is_of_others : is_of_real_time)) continue;
    EXPECT_GT(kinds[kind], 0U) << "event " << kind;
  }
  for (const duel::Cause cause : {duel::Cause::choked, duel::Cause::disconnected, duel::Cause::illegal,
                                  duel::Cause::crashed, duel::Cause::resigned, duel::Cause::voided}) {
    EXPECT_GT(causes[static_cast<std::size_t>(cause)], 0U) << duel::name_of(cause);
  }
  if (!is_real) {
    EXPECT_GT(causes[static_cast<std::size_t>(duel::Cause::time)], 0U);
  }
}

// A setting of the server, which an operator changes before the server starts again.
struct ChangedSetting {
  const char* name = "";
  std::vector<Clock> clocks;  // those for which it matters
  std::function<void(MatchPlan&)> change;
};

// The events say by which settings the match is played. Without them in the events, some matches would go on otherwise.
TEST(MatchRestore, TheSettingsOfAMatchAreThoseWithWhichItBegan) {
  const std::vector<Clock> all = {Clock::real, Clock::virtual_time, Clock::turns};
  const std::vector<ChangedSetting> settings = {
      {"grace", all, [](MatchPlan& plan) { plan.settings.grace += 7s; }},
      {"history", all, [](MatchPlan& plan) { plan.settings.history = plan.settings.history == 1 ? 20 : 1; }},
      {"think_limit", {Clock::virtual_time}, [](MatchPlan& plan) { plan.settings.clock.think_limit -= 1s; }},
      {"first_think_limit",
       {Clock::virtual_time},
       [](MatchPlan& plan) { plan.settings.clock.first_think_limit += 20s; }},
      {"turn_bank", {Clock::turns}, [](MatchPlan& plan) { plan.settings.clock.turn_bank += 7s; }},
      {"max_refusals", {Clock::virtual_time}, [](MatchPlan& plan) { plan.settings.clock.max_refusals = 1; }},
      {"catch_up_frames", {Clock::real}, [](MatchPlan& plan) { plan.settings.clock.catch_up_frames = 1; }},
  };
  for (const ChangedSetting& setting : settings) {
    for (const Clock clock : setting.clocks) {
      SCOPED_TRACE(std::string(setting.name) + ", clock " + std::string(name_of(clock)));
      int others = 0;
      for (std::uint64_t seed = 0; seed < 24; ++seed) {
        Recording recording = RandomMatch(clock, seed).play();
        setting.change(recording.plan);
        rules::Rng rng(seed, 3);
        const std::size_t events = recording.transcript.events.size();
        const std::size_t count = 1 + rng.below(static_cast<std::uint32_t>(events) / 2);
        ASSERT_EQ(Restored(recording, count, From::first_event).difference(), "")
            << "match " << seed << " from " << count << " of " << events << " events";
        Restored shortened(recording, events * 3 / 4, From::last_snapshot);
        ASSERT_EQ(shortened.difference(), "") << "match " << seed << " from its last snapshot";
        std::get<MatchCreated>(recording.transcript.events.front()).conditions.reset();
        if (!Restored(recording, count, From::first_event).difference().empty()) ++others;
      }
      EXPECT_GT(others, 0) << "the setting matters";
    }
  }
}

// A late server plays several frames at a time.
TEST(MatchRestore, WhatIsSaidDoesNotDependOnHowOftenAMatchRuns) {
  MatchPlan plan;
  plan.begins = base::Time(1h);
  plan.created.terms.clock = Clock::real;
  plan.created.seats[0].player = {
      .id = base::PlayerId{.number = 1}, .name = "one", .subscription = Subscription::steering};
  plan.created.seats[1].player = {
      .id = base::PlayerId{.number = 2}, .name = "two", .subscription = Subscription::events};
  RecordedMatch steady(plan);
  RecordedMatch late(plan);
  for (RecordedMatch* match : {&steady, &late}) {
    match->make({plan.begins, PlayOn{}});
    match->make({plan.begins, Spectators::events});
  }
  constexpr int kFramesAtATime = 5;  // fewer than ClockSettings::catch_up_frames
  rules::Rng rng(3);
  for (int frame = 1; frame <= 1'500; ++frame) {
    const base::Time now = plan.begins + frame * base::kFrame + 1ms;
    steady.make({now, PlayOn{}});
    if (frame % kFramesAtATime != 0) continue;
    late.make({now, PlayOn{}});
    const duel::Seat seat = duel::kSeats[rng.below(2)];
    const auto& update = steady.updates()[duel::index_of(seat)];
    if (!update) continue;
    const auto placement = rules::kPlacements[rng.below(rules::kPlacements.size())];
    const SeatDecision decision{
        .seat = seat,
        .game = update->game,
        .decision = {.clock = update->view.clock, .id = 7, .input = duel::Input::place(placement)},
        .comment = ""};
    for (RecordedMatch* match : {&steady, &late}) {
      match->make({now, Decide{.player = base::PlayerId{.number = 1 + duel::index_of(seat)}, .decision = decision}});
    }
  }
  EXPECT_GT(steady.transcript().said.size(), 1'000U);
  EXPECT_EQ(steady.transcript().said.size(), late.transcript().said.size());
  EXPECT_TRUE(steady.transcript().said == late.transcript().said);
}

// Each event is kept for as long as the game lasts.
TEST(MatchRestore, CommentsThatNobodyCouldReadAreNoEvents) {
  MatchPlan plan;
  plan.begins = base::Time(1h);
  plan.created.terms.clock = Clock::real;
  plan.created.seats[0].player = {.id = base::PlayerId{.number = 1}, .name = "one"};
  plan.created.seats[1].player = {.id = base::PlayerId{.number = 2}, .name = "two"};
  RecordedMatch match(plan);
  match.make({plan.begins, PlayOn{}});
  for (int frame = 1; frame <= 60; ++frame) {
    const base::Time now = plan.begins + frame * base::kFrame + 1ms;
    match.make({now, PlayOn{}});
    for (std::uint32_t i = 0; i < 100; ++i) {
      const SeatDecision decision{.seat = duel::Seat::one,
                                  .game = 1,
                                  .decision = {.clock = match.updates()[0]->view.clock, .id = i, .input = {}},
                                  .comment = "says " + std::to_string(frame) + " " + std::to_string(i)};
      match.make({now, Decide{.player = base::PlayerId{.number = 1}, .decision = decision}});
    }
  }
  std::size_t comments = 0;
  for (const MatchEvent& event : match.transcript().events) {
    const auto* accepted = std::get_if<InputAccepted>(&event);
    if (accepted != nullptr && !accepted->comment.empty()) ++comments;
  }
  EXPECT_GE(comments, 1U);
  EXPECT_LE(comments, 10U) << "one in six frames";
}

INSTANTIATE_TEST_SUITE_P(AllClocks, MatchFromEvents, testing::Values(Clock::real, Clock::virtual_time, Clock::turns),
                         [](const auto& clock) { return std::string(name_of(clock.param)); });

}  // namespace
}  // namespace rensa::match::test
