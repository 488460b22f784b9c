#include "server/tournament/formats/format.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "server/tournament/formats/ladder_format.h"
#include "tests/server/tournament/formats/simulated_run.h"

namespace rensa::tournament::test {
namespace {

StagePlan stage_of(FormatKind format) {
  StagePlan plan;
  plan.format = format;
  plan.pairs = 2;
  plan.rounds = 4;
  return plan;
}

constexpr FormatKind kAll[] = {FormatKind::round_robin, FormatKind::gauntlet,  FormatKind::groups,
                               FormatKind::swiss,       FormatKind::knock_out, FormatKind::double_knock_out,
                               FormatKind::ladder};

std::vector<int> matches_of_each(const TournamentProgress& progress) {
  std::vector<int> matches(progress.player_count());
  for (const PlayerPair& pair : progress.pairs()) {
    ++matches[pair.first];
    ++matches[pair.second];
  }
  return matches;
}

std::vector<int> matches_lost(const TournamentProgress& progress) {
  std::vector<int> lost(progress.player_count());
  for (std::size_t pair = 0; pair < progress.pairs().size(); ++pair) {
    const PlayerPair& drawn = progress.pairs()[pair];
    ++lost[progress.winner(pair) == 0 ? drawn.second : drawn.first];
  }
  return lost;
}

Referee by_chance(std::uint64_t seed) {
  return [rng = rules::Rng(seed, 2)](const PlayerPair&) mutable -> std::optional<PairSide> {
    const std::uint32_t what = rng.below(9);
    if (what == 8) return std::nullopt;
    return static_cast<PairSide>(what % 2);
  };
}

TEST(StageFormat, TheWinnerOfAllGamesIsFirst) {
  for (const FormatKind format : kAll) {
    for (const std::size_t players : {3U, 4U, 5U, 8U, 13U}) {
      StagePlan stage = stage_of(format);
      stage.groups = players < 4 ? 1 : 2;
      SimulatedRun run(plan_of({stage}, players), 3, players);
      run.play(lower_number_wins());
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_TRUE(run.stages.is_over(run.progress));
      EXPECT_EQ(run.stages.ranking(run.progress).front(), 0U) << static_cast<int>(format) << " of " << players;
      EXPECT_LE(run.progress.games_finished(), *max_games(stage, players));
    }
  }
}

// A program that was killed and restarted schedules the same pairs as one that went on.
TEST(StageFormat, NextEventsFollowFromTheEventsAlone) {
  for (const FormatKind format : kAll) {
    SimulatedRun run(plan_of({stage_of(format), stage_of(FormatKind::knock_out)}, 9), 4, 7);
    run.play(by_chance(5));
    ASSERT_FALSE(HasFatalFailure());
    TournamentProgress again(9);
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      const bool is_drawn = std::holds_alternative<PairScheduled>(run.events[i]);
      const bool is_first = i == 0 || run.events[i - 1].index() != run.events[i].index();
      if (is_first && (is_drawn || std::holds_alternative<StageStarted>(run.events[i]))) {
        const std::vector<Event> next_events = StageSequence(run.plan_).next_events(again);
        ASSERT_LE(i + next_events.size(), run.events.size());
        EXPECT_TRUE(
            std::equal(next_events.begin(), next_events.end(), run.events.begin() + static_cast<std::ptrdiff_t>(i)))
            << static_cast<int>(format) << ", event " << i;
      }
      ASSERT_TRUE(again.apply(run.events[i]));
    }
  }
}

// Restarts, voided games and benched players in random order.
TEST(StageFormat, AlwaysEnds) {
  for (const FormatKind format : kAll) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      StagePlan finals = stage_of(seed % 2 == 0 ? FormatKind::double_knock_out : FormatKind::swiss);
      finals.take = 4;
      SimulatedRun run(plan_of({stage_of(format), finals}, 8), 3, seed);
      rules::Rng rng(seed, 3);
      run.play(by_chance(seed), [&rng](SimulatedRun& running) {
        const std::uint32_t what = rng.below(200);
        if (what == 0) {
          running.apply(RunRestarted{});
          running.forget_running();
        } else if (what == 1) {
          const std::size_t player = rng.below(8);
          if (running.progress.is_benched(player)) return;
          running.apply(PlayerBenched{.player = player, .why = "chance"});
        }
      });
      ASSERT_FALSE(HasFatalFailure()) << static_cast<int>(format) << ", seed " << seed;
      EXPECT_TRUE(run.stages.is_over(run.progress)) << static_cast<int>(format) << ", seed " << seed;
      EXPECT_EQ(run.progress.decided_count(), run.progress.pairs().size());
      std::vector<std::size_t> ranking = run.stages.ranking(run.progress);
      std::sort(ranking.begin(), ranking.end());
      for (std::size_t player = 0; player < 8; ++player) EXPECT_EQ(ranking[player], player);
    }
  }
}

TEST(StageFormat, ABenchedPlayerPlaysNoFurtherGame) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin)}, 5), 2, 1);
  bool is_benched = false;
  run.play(by_chance(1), [&is_benched](SimulatedRun& running) {
    if (is_benched || running.progress.games_finished() < 9) return;
    is_benched = true;
    running.apply(PlayerBenched{.player = 2, .why = "it crashes"});
  });
  std::size_t after = 0;
  bool seen = false;
  for (const Event& event : run.events) {
    seen = seen || std::holds_alternative<PlayerBenched>(event);
    const auto* started = std::get_if<GameStarted>(&event);
    if (started == nullptr || !seen) continue;
    const PlayerPair& pair = run.progress.pairs()[static_cast<std::size_t>(started->game.pair)];
    EXPECT_TRUE(pair.first != 2 && pair.second != 2);
    ++after;
  }
  EXPECT_GT(after, 10U);
}

TEST(KnockOut, ALoserIsOut) {
  for (std::size_t players = 2; players <= 33; ++players) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      StagePlan stage = stage_of(FormatKind::knock_out);
      stage.third_place = seed == 2;
      SimulatedRun run(plan_of({stage}, players), 4, seed);
      run.play(by_chance(seed));
      ASSERT_FALSE(HasFatalFailure());
      const bool has_third = stage.third_place && players > 3;
      EXPECT_EQ(run.progress.pairs().size(), players - 1 + (has_third ? 1 : 0));
      const std::vector<int> lost = matches_lost(run.progress);
      const std::vector<std::size_t> ranking = run.stages.ranking(run.progress);
      EXPECT_EQ(lost[ranking[0]], 0);
      EXPECT_EQ(std::accumulate(lost.begin(), lost.end(), 0), static_cast<int>(run.progress.pairs().size()));
      if (!has_third) continue;
      const auto& pairs = run.progress.pairs();
      const auto last = std::max_element(pairs.begin(), pairs.end(), [](const PlayerPair& one, const PlayerPair& two) {
        return one.format_index < two.format_index;
      });
      const auto number = static_cast<std::size_t>(last - pairs.begin());
      EXPECT_EQ(ranking[2], run.progress.winner(number) == 0 ? last->first : last->second);
    }
  }
}

TEST(KnockOut, TheBestPlayersMeetLast) {
  SimulatedRun run(plan_of({stage_of(FormatKind::knock_out)}, 16), 1, 1);
  run.play(lower_number_wins());
  const std::vector<std::size_t> ranking = run.stages.ranking(run.progress);
  for (const std::size_t round : {1U, 2U, 4U, 8U}) {
    for (std::size_t place = round; place < 2 * round; ++place) {
      EXPECT_GE(ranking[place], round) << "of as many as reached the round";
      EXPECT_LT(ranking[place], 2 * round);
    }
  }
}

TEST(DoubleKnockOut, WithEqualPointsTheHigherSeedGoesOn) {
  for (const FormatKind format : {FormatKind::knock_out, FormatKind::double_knock_out}) {
    SimulatedRun run(plan_of({{.format = format, .best_of = 1, .third_place = format == FormatKind::knock_out}}, 11), 2,
                     5);
    run.play([](const PlayerPair&) { return std::nullopt; });
    EXPECT_TRUE(run.stages.is_over(run.progress));
    for (std::size_t pair = 0; pair < run.progress.pairs().size(); ++pair) {
      const PlayerPair& played = run.progress.pairs()[pair];
      const std::size_t winner = run.progress.winner(pair) == 0 ? played.first : played.second;
      EXPECT_EQ(winner, std::min(played.first, played.second)) << "match " << played.format_index;
    }
    EXPECT_EQ(run.stages.ranking(run.progress).front(), 0U);
  }
}

TEST(DoubleKnockOut, ItTakesTwoDefeats) {
  for (std::size_t players = 2; players <= 33; ++players) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SimulatedRun run(plan_of({stage_of(FormatKind::double_knock_out)}, players), 4, seed);
      run.play(by_chance(seed));
      ASSERT_FALSE(HasFatalFailure());
      const std::vector<int> lost = matches_lost(run.progress);
      const std::size_t champion = run.stages.ranking(run.progress).front();
      for (std::size_t player = 0; player < players; ++player) {
        if (player == champion) {
          EXPECT_LE(lost[player], 1);
        } else {
          EXPECT_EQ(lost[player], 2) << player << " of " << players << ", seed " << seed;
        }
      }
    }
  }
}

TEST(BestOf, StopsWhenTheWinnerIsCertain) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 5;
  SimulatedRun run(plan_of({stage}, 2), 4, 1);
  run.play(lower_number_wins());
  EXPECT_EQ(run.progress.games_finished(), 3U);
  EXPECT_EQ(run.progress.half_points(0), (std::array{6, 0}));
}

TEST(BestOf, GoesOnAfterEqualPointsUntilAPlayerLeads) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 3;
  int game = 0;
  SimulatedRun run(plan_of({stage}, 2), 4, 1);
  run.play([&game](const PlayerPair&) -> std::optional<PairSide> {
    ++game;
    if (game == 1) return 0;
    if (game == 2) return 1;
    if (game == 5) return 1;
    return std::nullopt;
  });
  EXPECT_EQ(game, 5);
  EXPECT_EQ(run.progress.winner(0), 1);
  SimulatedRun drawn(plan_of({stage}, 2), 4, 1);
  drawn.play([](const PlayerPair&) { return std::nullopt; });
  EXPECT_EQ(drawn.progress.games_finished(), 6U);
  EXPECT_EQ(drawn.progress.winner(0), 0) << "who was placed higher";
}

TEST(BestOf, ABenchedPlayerLosesIt) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 5;
  SimulatedRun run(plan_of({stage}, 2), 1, 1);
  run.play(lower_number_wins(), [](SimulatedRun& running) {
    if (running.progress.games_finished() == 2 && !running.progress.is_benched(0)) {
      running.apply(PlayerBenched{.player = 0, .why = "it crashes"});
    }
  });
  EXPECT_EQ(run.progress.games_finished(), 2U);
  EXPECT_EQ(run.progress.winner(0), 1);
}

TEST(Swiss, AllPlayersMeetEquallyManyDifferentOpponents) {
  for (const std::size_t players : {8U, 9U, 16U, 31U}) {
    for (const int slots : {1, 2, 16}) {
      StagePlan stage = stage_of(FormatKind::swiss);
      stage.pairs = 1;
      SimulatedRun run(plan_of({stage}, players), slots, players);
      run.play(by_chance(players));
      ASSERT_FALSE(HasFatalFailure());
      int missing = 0;
      for (const int matches : matches_of_each(run.progress)) {
        EXPECT_LE(matches, 4);
        missing += 4 - matches;
      }
      EXPECT_LE(missing, 1) << players << " players, " << slots << " slots";
      std::map<std::pair<std::size_t, std::size_t>, int> met;
      for (const PlayerPair& pair : run.progress.pairs()) ++met[std::minmax(pair.first, pair.second)];
      const auto again = std::count_if(met.begin(), met.end(), [](const auto& entry) { return entry.second > 1; });
      EXPECT_LE(again, 1) << players << " players, " << slots << " slots";
    }
  }
}

TEST(Ladder, PlaysItsSeasons) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.rounds = 6;
  stage.seasons = 3;
  SimulatedRun run(plan_of({stage}, 10), 4, 1);
  run.play(lower_number_wins());
  for (const int matches : matches_of_each(run.progress)) EXPECT_GE(matches, 3 * 6 - 3);
  EXPECT_EQ(run.progress.pairs().back().format_index, 2);
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
  EXPECT_GT(run.progress.pairs().back().format_index, 5);
}

TEST(Ladder, TenThousandPlayersPairInUnderASecond) {
  constexpr std::size_t kPlayers = 10'000;
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.pairs = 1;
  stage.seasons = 0;
  SimulatedRun run(plan_of({stage}, kPlayers), kPlayers, 1);
  double slowest = 0;
  for (int round = 0; round < 3; ++round) {
    const auto before = std::chrono::steady_clock::now();
    std::vector<Event> next_events = run.stages.next_events(run.progress);
    slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    if (round == 0) {
      for (const Event& event : next_events) run.apply(event);  // the stage
      continue;
    }
    ASSERT_EQ(next_events.size(), kPlayers / 2);
    for (const Event& event : next_events) run.apply(event);
    while (run.progress.next_game()) {
      ASSERT_TRUE(run.start_one());
      run.end_one(lower_number_wins());
    }
  }
  RecordProperty("seconds", std::to_string(slowest));
#ifdef NDEBUG
  EXPECT_LT(slowest, 1);
#else
  EXPECT_LT(slowest, 20);
#endif
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
    const bool is_late =
        std::count_if(pairs.begin(), pairs.end(), [](const PlayerPair& pair) { return pair.format_index == 0; }) >= 12;
    if (is_late && running.progress.player_count() < 6) join(running);
  });
  std::array<std::array<int, 6>, 2> matches{};
  for (const PlayerPair& pair : run.progress.pairs()) {
    ++matches[static_cast<std::size_t>(pair.format_index)][pair.first];
    ++matches[static_cast<std::size_t>(pair.format_index)][pair.second];
  }
  for (const std::size_t newcomer : {4U, 5U}) {
    EXPECT_EQ(matches[0][newcomer], 0);
    EXPECT_GE(matches[1][newcomer], 4);
  }
}

TEST(SprtFormat, StopsAtTheSamePairWithAnyNumberOfSlots) {
  std::optional<std::size_t> tested;
  for (const int slots : {1, 2, 5, 16, 64}) {
    StagePlan stage = stage_of(FormatKind::sprt);
    stage.pairs = 10'000;
    SimulatedRun run(plan_of({stage}, 2), slots, 3);
    // The result depends only on the game, not on its time.
    std::size_t games = 0;
    run.play([&](const PlayerPair& pair) -> std::optional<PairSide> {
      ++games;
      return rules::Rng(9, static_cast<std::uint64_t>(pair.format_index)).below(100) < 60 ? 0 : 1;
    });
    ASSERT_FALSE(HasFatalFailure());
    const PairRange counted_pairs = run.stages.stage_format(run.progress, 0).counted_pairs(run.progress);
    if (!tested) tested = counted_pairs.end;
    EXPECT_EQ(counted_pairs.end, *tested) << slots << " slots";
    EXPECT_LE(games, 2 * *tested + 10 * static_cast<std::size_t>(slots));
  }
  EXPECT_LT(*tested, 1'000U);
}

TEST(StageSequence, TheBestPlayersOfAStageGoOn) {
  StagePlan groups = stage_of(FormatKind::groups);
  groups.groups = 3;
  StagePlan finals = stage_of(FormatKind::knock_out);
  finals.take = 4;
  SimulatedRun run(plan_of({groups, finals}, 9), 2, 1);
  run.play(lower_number_wins());
  ASSERT_EQ(run.progress.stage_players().size(), 2U);
  // Serpentine order: 0 5 6, 1 4 7, 2 3 8.
  EXPECT_EQ(run.progress.stage_players()[1], (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(run.stages.ranking(run.progress).size(), 9U);
  EXPECT_EQ(run.stages.ranking(run.progress).front(), 0U);
}

TEST(StageSequence, AuditedPairsHaveTheirShare) {
  StagePlan stage = stage_of(FormatKind::round_robin);
  stage.pairs = 500;
  StageSequencePlan plan = plan_of({stage}, 3);
  plan.audit_share = 0.1;
  plan.seed = 4;
  SimulatedRun run(plan, 2, 1);
  run.play(lower_number_wins());
  const auto& pairs = run.progress.pairs();
  const auto audited = std::count_if(pairs.begin(), pairs.end(), [](const PlayerPair& pair) { return pair.is_audit; });
  EXPECT_NEAR(static_cast<double>(audited), 150, 45);
}

TEST(StageSequence, UnplayablePlansGetAReason) {
  StagePlan first = stage_of(FormatKind::groups);
  StagePlan second = stage_of(FormatKind::sprt);
  EXPECT_EQ(why_unplayable({first}, 3), "there are more groups than leave two players to each");
  EXPECT_EQ(why_unplayable({first, second}, 4), "stage 2: a test is between two players");
  second.take = 5;
  EXPECT_EQ(why_unplayable({first, second}, 4), "stage 2: it takes more players than there are");
  second.take = 2;
  EXPECT_EQ(why_unplayable({first, second}, 4), "");
  StagePlan endless = stage_of(FormatKind::ladder);
  endless.seasons = 0;
  EXPECT_EQ(why_unplayable({endless}, 4), "");
  EXPECT_EQ(why_unplayable({endless, second}, 4), "stage 1: it has no end");
  StagePlan much = stage_of(FormatKind::round_robin);
  much.pairs = 1'000'000;
  EXPECT_EQ(why_unplayable({much}, 10'000), "these are more than 10000000 games");
}

}  // namespace
}  // namespace rensa::tournament::test
