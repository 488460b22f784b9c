#include "server/tournament/formats/ladder_format.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>

#include "tests/server/tournament/formats/simulated_run.h"

namespace rensa::tournament::test {
namespace {

TEST(Ladder, PlaysItsSeasons) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.rounds = 6;
  stage.seasons = 3;
  SimulatedRun run(plan_of({stage}, 10), 4, 1);
  run.play(lower_number_wins());
  for (const int matches : matches_of_each(run.progress)) EXPECT_GE(matches, 3 * 6 - 3);
  EXPECT_EQ(run.progress.pairs().back().number_in_format, 2);
}

TEST(Ladder, WithoutSeasonsItHasNoEnd) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.seasons = 0;
  EXPECT_EQ(max_games(stage, 4), std::nullopt);
  SimulatedRun run(plan_of({stage}, 4), 2, 1);
  for (int game = 0; game < 500; ++game) {
    if (game > 1) run.end_one(lower_number_wins());
    run.start_one();
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(run.progress.pairs().back().number_in_format, 5);
}

// Returns the CPU time of the slowest of several pairings of so many players.
double slowest_pairing_seconds(std::size_t players) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.pairs = 1;
  stage.seasons = 0;
  SimulatedRun run(plan_of({stage}, players), static_cast<int>(players), 1);
  double slowest = 0;
  for (int round = 0; round < 3; ++round) {
    const double before = cpu_seconds();
    const std::vector<Event> next_events = run.stages.next_events(run.progress);
    slowest = std::max(slowest, cpu_seconds() - before);
    for (const Event& event : next_events) run.apply(event);
    if (round == 0) continue;  // the stage has begun
    EXPECT_EQ(next_events.size(), players / 2);
    while (run.progress.next_game()) {
      EXPECT_TRUE(run.start_one());
      run.end_one(lower_number_wins());
    }
  }
  return slowest;
}

// Every player of a ladder waits for the pairing, so its time must not grow with the square of their number.
TEST(Ladder, TenTimesThePlayersAreNotPairedAHundredTimesSlower) {
  const double few = slowest_pairing_seconds(1'000);
  const double many = slowest_pairing_seconds(10'000);
  EXPECT_LT(many, 40 * few);
  RecordProperty("seconds", std::to_string(many));
}

StagePlan endless_ladder() {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.pairs = 1;
  stage.rounds = 20;
  stage.seasons = 0;
  return stage;
}

void join(SimulatedRun& run) { run.apply(PlayerJoined{.player = run.progress.player_count(), .entry = "{}"}); }

// A restarted server processes all events at once instead of one by one.
TEST(Ladder, LateEntriesDoNotDependOnWhenEventsAreProcessed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    StagePlan stage = endless_ladder();
    stage.rounds = 5;
    stage.seasons = 4;
    StageSequencePlan plan = plan_of({stage}, 10);
    plan.authors = {0, 0, 1, 1, -1, -1, 0, 1, -1, 0};
    SimulatedRun run(plan, 3, seed, 5);
    rules::Rng rng(seed, 3);
    run.play(by_chance(seed), [&rng](SimulatedRun& running) {
      if (running.events.empty()) return;
      const std::uint32_t what = rng.below(12);
      if (what == 0 && running.progress.player_count() < 10) join(running);
      if (what == 1 && rng.below(20) == 0 && !running.progress.is_benched(2)) {
        running.apply(PlayerBenched{.player = 2, .why = "chance"});
      }
    });
    ASSERT_FALSE(HasFatalFailure());
    ASSERT_EQ(run.progress.player_count(), 10U);
    EXPECT_TRUE(run.stages.is_over(run.progress));
    TournamentProgress again(5);
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      const bool is_drawn = std::holds_alternative<PairScheduled>(run.events[i]);
      if (is_drawn && !std::holds_alternative<PairScheduled>(run.events[i - 1])) {
        const std::vector<Event> next_events = StageSequence(plan).next_events(again);
        ASSERT_LE(i + next_events.size(), run.events.size());
        ASSERT_TRUE(
            std::equal(next_events.begin(), next_events.end(), run.events.begin() + static_cast<std::ptrdiff_t>(i)))
            << "seed " << seed << ", event " << i;
      }
      ASSERT_TRUE(again.apply(run.events[i]));
    }
    StageSequence at_once(plan);
    const auto ratings = [](StageSequence& stages, const TournamentProgress& progress) {
      return dynamic_cast<LadderFormat&>(stages.stage_format(progress, 0)).ratings(progress);
    };
    EXPECT_EQ(ratings(at_once, again), ratings(run.stages, run.progress));
    EXPECT_EQ(at_once.ranking(again), run.stages.ranking(run.progress));
  }
}

// Among players with small deviations, a game against one with a similar rating tells most.
TEST(Ladder, ALateEntryGetsAGoodRatingSoon) {
  constexpr std::size_t kOld = 12;
  SimulatedRun run(plan_of({endless_ladder()}, kOld + 1), 1, 1, 1);
  const Referee by_strength = [rng = rules::Rng(4, 4)](const PlayerPair& pair) mutable -> std::optional<PairSide> {
    const auto strength = [](std::size_t player) { return player == kOld ? 3 : static_cast<int>(player); };
    const int ahead = strength(pair.second) - strength(pair.first);  // a lower number is better
    return static_cast<int>(rng.below(24)) < 12 + ahead ? 0 : 1;
  };
  const auto play = [&](std::size_t games) {
    for (const std::size_t end = run.progress.games_finished() + games; run.progress.games_finished() < end;) {
      ASSERT_TRUE(run.start_one());
      run.end_one(by_strength);
    }
  };
  play(4 * 20 * kOld);
  const auto rating_of = [&](std::size_t player) {
    return dynamic_cast<LadderFormat&>(run.stages.stage_format(run.progress, 0)).ratings(run.progress)[player];
  };
  join(run);
  const Rating unknown = rating_of(kOld);
  EXPECT_EQ(unknown, Rating());
  std::vector<double> worth;
  for (std::size_t player = 0; player < kOld; ++player) worth.push_back(variance_reduction(unknown, rating_of(player)));
  const std::size_t before = run.progress.pairs().size();
  play(24 * 6);
  std::vector<double> met;
  for (std::size_t number = before; number < run.progress.pairs().size(); ++number) {
    const PlayerPair& pair = run.progress.pairs()[number];
    if (pair.first != kOld && pair.second != kOld) continue;
    met.push_back(worth[pair.first == kOld ? pair.second : pair.first]);
  }
  ASSERT_GE(met.size(), 8U) << "as often as all others";
  std::sort(worth.begin(), worth.end());
  EXPECT_GE(met[0], worth[kOld / 2]) << "the first one teaches more than most would";
  EXPECT_LT(rating_of(kOld).deviation, 120);
  EXPECT_GT(rating_of(kOld).rating, rating_of(9).rating);
}

TEST(Ladder, ALateEntryDoesNotMakeTheSeasonLonger) {
  StagePlan stage = endless_ladder();
  stage.rounds = 6;
  stage.seasons = 2;
  SimulatedRun run(plan_of({stage}, 6), 2, 1, 2);
  run.play(by_chance(1), [](SimulatedRun& running) {
    const auto& pairs = running.progress.pairs();
    const bool is_late = std::count_if(pairs.begin(), pairs.end(),
                                       [](const PlayerPair& pair) { return pair.number_in_format == 0; }) >= 12;
    if (is_late && running.progress.player_count() < 6) join(running);
  });
  std::array<std::array<int, 6>, 2> matches{};
  for (const PlayerPair& pair : run.progress.pairs()) {
    ++matches[static_cast<std::size_t>(pair.number_in_format)][pair.first];
    ++matches[static_cast<std::size_t>(pair.number_in_format)][pair.second];
  }
  for (const std::size_t newcomer : {4U, 5U}) {
    EXPECT_EQ(matches[0][newcomer], 0);
    EXPECT_GE(matches[1][newcomer], 4);
  }
}

}  // namespace
}  // namespace rensa::tournament::test
