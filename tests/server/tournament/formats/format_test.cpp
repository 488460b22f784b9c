#include "server/tournament/formats/format.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "tests/server/tournament/formats/simulated_run.h"

namespace rensa::tournament::test {
namespace {

constexpr FormatKind kAll[] = {FormatKind::round_robin, FormatKind::gauntlet,  FormatKind::groups,
                               FormatKind::swiss,       FormatKind::knock_out, FormatKind::double_knock_out,
                               FormatKind::ladder};

std::vector<int> matches_lost(const TournamentProgress& progress) {
  std::vector<int> lost(progress.player_count());
  for (std::size_t pair = 0; pair < progress.pairs().size(); ++pair) {
    const PlayerPair& drawn = progress.pairs()[pair];
    ++lost[progress.winner(pair) == 0 ? drawn.second : drawn.first];
  }
  return lost;
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
        return one.number_in_format < two.number_in_format;
      });
      const auto number = static_cast<std::size_t>(last - pairs.begin());
      EXPECT_EQ(ranking[2], run.progress.winner(number) == 0 ? last->first : last->second);
    }
  }
}

TEST(KnockOut, PlayersThatAreStillInAreRankedByTheMatchesThatTheyHaveWon) {
  SimulatedRun run(plan_of({stage_of(FormatKind::knock_out)}, 8), 1, 1);
  const auto won = [&run](std::size_t player) {
    std::size_t count = 0;
    for (std::size_t pair = 0; pair < run.progress.pairs().size(); ++pair) {
      const PlayerPair& players = run.progress.pairs()[pair];
      if (!run.progress.is_decided(pair)) continue;
      if ((run.progress.winner(pair) == 0 ? players.first : players.second) == player) ++count;
    }
    return count;
  };
  const Referee higher_number_wins = [](const PlayerPair& pair) { return pair.first < pair.second ? 1 : 0; };
  std::size_t games = 0;
  while (run.start_one()) {
    run.end_one(higher_number_wins);
    ++games;
    const std::vector<std::size_t> ranking = run.stages.ranking(run.progress);
    const std::vector<int> lost = matches_lost(run.progress);
    for (std::size_t place = 1; place < ranking.size() && lost[ranking[place]] == 0; ++place) {
      EXPECT_GE(won(ranking[place - 1]), won(ranking[place])) << "after " << games << " games";
    }
  }
  EXPECT_GE(games, 7U);
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
      EXPECT_EQ(winner, std::min(played.first, played.second)) << "match " << played.number_in_format;
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
      return rules::Rng(9, static_cast<std::uint64_t>(pair.number_in_format)).below(100) < 60 ? 0 : 1;
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

TEST(StageSequence, PlanSaysWhichPairsAreAudited) {
  StagePlan stage = stage_of(FormatKind::round_robin);
  stage.pairs = 5;
  StageSequencePlan plan = plan_of({stage}, 3);
  plan.is_audited = [](std::size_t pair) { return pair % 4 == 1; };
  SimulatedRun run(plan, 2, 1);
  run.play(lower_number_wins());
  const auto& pairs = run.progress.pairs();
  ASSERT_EQ(pairs.size(), 15U);
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) EXPECT_EQ(pairs[pair].is_audit, pair % 4 == 1) << pair;
}

TEST(StageSequence, UnplayablePlansGetAReason) {
  StagePlan first = stage_of(FormatKind::groups);
  StagePlan second = stage_of(FormatKind::sprt);
  EXPECT_EQ(why_unplayable({first}, 3), "there are too many groups: each needs two players");
  EXPECT_EQ(why_unplayable({first, second}, 4), "stage 2: a sequential test needs exactly two players");
  second.take = 5;
  EXPECT_EQ(why_unplayable({first, second}, 4), "stage 2: it takes more players than the stage before has");
  second.take = 2;
  EXPECT_EQ(why_unplayable({first, second}, 4), "");
  StagePlan endless = stage_of(FormatKind::ladder);
  endless.seasons = 0;
  EXPECT_EQ(why_unplayable({endless}, 4), "");
  EXPECT_EQ(why_unplayable({endless, second}, 4), "stage 1: it has no end");
  StagePlan much = stage_of(FormatKind::round_robin);
  much.pairs = 1'000'000;
  EXPECT_EQ(why_unplayable({much}, 10'000), "the stage has more than 10000000 games");
}

}  // namespace
}  // namespace rensa::tournament::test
