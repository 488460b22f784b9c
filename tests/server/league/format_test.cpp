#include "server/league/format.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <gtest/gtest.h>
#include <map>
#include <numeric>

#include "server/league/ladder_format.h"
#include "tests/server/league/run_of.h"

namespace rensa::league::test {
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

std::vector<int> matches_of_each(const Tournament& tournament) {
  std::vector<int> matches(tournament.players());
  for (const Pair& pair : tournament.pairs()) {
    ++matches[pair.first];
    ++matches[pair.second];
  }
  return matches;
}

std::vector<int> matches_lost(const Tournament& tournament) {
  std::vector<int> lost(tournament.players());
  for (std::size_t pair = 0; pair < tournament.pairs().size(); ++pair) {
    const Pair& drawn = tournament.pairs()[pair];
    ++lost[tournament.winner(pair) == 0 ? drawn.second : drawn.first];
  }
  return lost;
}

Referee by_chance(std::uint64_t seed) {
  return [rng = rules::Rng(seed, 2)](const Pair&) mutable -> std::optional<Side> {
    const std::uint32_t what = rng.below(9);
    if (what == 8) return std::nullopt;
    return static_cast<Side>(what % 2);
  };
}

TEST(Format, WhoWinsAllIsTheFirstOfEach) {
  for (const FormatKind format : kAll) {
    for (const std::size_t players : {3U, 4U, 5U, 8U, 13U}) {
      StagePlan stage = stage_of(format);
      stage.groups = players < 4 ? 1 : 2;
      RunOf run(plan_of({stage}, players), 3, players);
      run.play(lower_number_wins());
      ASSERT_FALSE(HasFatalFailure());
      EXPECT_TRUE(run.cup.is_over(run.tournament));
      EXPECT_EQ(run.cup.ranking(run.tournament).front(), 0U) << static_cast<int>(format) << " of " << players;
      EXPECT_LE(run.tournament.games_over(), *most_games(stage, players));
    }
  }
}

// A program that is killed and started again decides as the one that went on would have.
TEST(Format, WhatIsDueFollowsFromTheEventsAlone) {
  for (const FormatKind format : kAll) {
    RunOf run(plan_of({stage_of(format), stage_of(FormatKind::knock_out)}, 9), 4, 7);
    run.play(by_chance(5));
    ASSERT_FALSE(HasFatalFailure());
    Tournament again(9);
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      const bool is_drawn = std::holds_alternative<PairDrawn>(run.events[i]);
      const bool is_first = i == 0 || run.events[i - 1].index() != run.events[i].index();
      if (is_first && (is_drawn || std::holds_alternative<StageBegun>(run.events[i]))) {
        const std::vector<Event> due = Cup(run.plan_).due(again);
        ASSERT_LE(i + due.size(), run.events.size());
        EXPECT_TRUE(std::equal(due.begin(), due.end(), run.events.begin() + static_cast<std::ptrdiff_t>(i)))
            << static_cast<int>(format) << ", event " << i;
      }
      ASSERT_TRUE(again.apply(run.events[i]));
    }
  }
}

// Kills, voided games and players who are benched, in any order.
TEST(Format, EndsWhateverHappens) {
  for (const FormatKind format : kAll) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      StagePlan finals = stage_of(seed % 2 == 0 ? FormatKind::double_knock_out : FormatKind::swiss);
      finals.take = 4;
      RunOf run(plan_of({stage_of(format), finals}, 8), 3, seed);
      rules::Rng rng(seed, 3);
      run.play(by_chance(seed), [&rng](RunOf& running) {
        const std::uint32_t what = rng.below(200);
        if (what == 0) {
          running.take_down(Restarted{});
          running.forget_running();
        } else if (what == 1) {
          const std::size_t player = rng.below(8);
          if (running.tournament.is_benched(player)) return;
          running.take_down(PlayerBenched{.player = player, .why = "chance"});
        }
      });
      ASSERT_FALSE(HasFatalFailure()) << static_cast<int>(format) << ", seed " << seed;
      EXPECT_TRUE(run.cup.is_over(run.tournament)) << static_cast<int>(format) << ", seed " << seed;
      EXPECT_EQ(run.tournament.pairs_decided(), run.tournament.pairs().size());
      std::vector<std::size_t> ranking = run.cup.ranking(run.tournament);
      std::sort(ranking.begin(), ranking.end());
      for (std::size_t player = 0; player < 8; ++player) EXPECT_EQ(ranking[player], player);
    }
  }
}

TEST(Format, NobodyPlaysOnAfterBeingBenched) {
  RunOf run(plan_of({stage_of(FormatKind::round_robin)}, 5), 2, 1);
  bool is_benched = false;
  run.play(by_chance(1), [&is_benched](RunOf& running) {
    if (is_benched || running.tournament.games_over() < 9) return;
    is_benched = true;
    running.take_down(PlayerBenched{.player = 2, .why = "it crashes"});
  });
  std::size_t after = 0;
  bool seen = false;
  for (const Event& event : run.events) {
    seen = seen || std::holds_alternative<PlayerBenched>(event);
    const auto* started = std::get_if<GameStarted>(&event);
    if (started == nullptr || !seen) continue;
    const Pair& pair = run.tournament.pairs()[static_cast<std::size_t>(started->game.pair)];
    EXPECT_TRUE(pair.first != 2 && pair.second != 2);
    ++after;
  }
  EXPECT_GT(after, 10U);
}

TEST(KnockOut, WhoLosesIsOut) {
  for (std::size_t players = 2; players <= 33; ++players) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      StagePlan stage = stage_of(FormatKind::knock_out);
      stage.third_place = seed == 2;
      RunOf run(plan_of({stage}, players), 4, seed);
      run.play(by_chance(seed));
      ASSERT_FALSE(HasFatalFailure());
      const bool has_third = stage.third_place && players > 3;
      EXPECT_EQ(run.tournament.pairs().size(), players - 1 + (has_third ? 1 : 0));
      const std::vector<int> lost = matches_lost(run.tournament);
      const std::vector<std::size_t> ranking = run.cup.ranking(run.tournament);
      EXPECT_EQ(lost[ranking[0]], 0);
      EXPECT_EQ(std::accumulate(lost.begin(), lost.end(), 0), static_cast<int>(run.tournament.pairs().size()));
      if (!has_third) continue;
      const auto& pairs = run.tournament.pairs();
      const auto last = std::max_element(pairs.begin(), pairs.end(),
                                         [](const Pair& one, const Pair& two) { return one.place < two.place; });
      const auto number = static_cast<std::size_t>(last - pairs.begin());
      EXPECT_EQ(ranking[2], run.tournament.winner(number) == 0 ? last->first : last->second);
    }
  }
}

TEST(KnockOut, TheBestMeetLast) {
  RunOf run(plan_of({stage_of(FormatKind::knock_out)}, 16), 1, 1);
  run.play(lower_number_wins());
  const std::vector<std::size_t> ranking = run.cup.ranking(run.tournament);
  for (const std::size_t round : {1U, 2U, 4U, 8U}) {
    for (std::size_t place = round; place < 2 * round; ++place) {
      EXPECT_GE(ranking[place], round) << "of as many as reached the round";
      EXPECT_LT(ranking[place], 2 * round);
    }
  }
}

TEST(DoubleKnockOut, OfTwoWhoStayLevelTheOneWhoWasPlacedHigherGoesOn) {
  for (const FormatKind format : {FormatKind::knock_out, FormatKind::double_knock_out}) {
    RunOf run(plan_of({{.format = format, .best_of = 1, .third_place = format == FormatKind::knock_out}}, 11), 2, 5);
    run.play([](const Pair&) { return std::nullopt; });
    EXPECT_TRUE(run.cup.is_over(run.tournament));
    for (std::size_t pair = 0; pair < run.tournament.pairs().size(); ++pair) {
      const Pair& played = run.tournament.pairs()[pair];
      const std::size_t winner = run.tournament.winner(pair) == 0 ? played.first : played.second;
      EXPECT_EQ(winner, std::min(played.first, played.second)) << "match " << played.place;
    }
    EXPECT_EQ(run.cup.ranking(run.tournament).front(), 0U);
  }
}

TEST(DoubleKnockOut, ItTakesTwoDefeats) {
  for (std::size_t players = 2; players <= 33; ++players) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      RunOf run(plan_of({stage_of(FormatKind::double_knock_out)}, players), 4, seed);
      run.play(by_chance(seed));
      ASSERT_FALSE(HasFatalFailure());
      const std::vector<int> lost = matches_lost(run.tournament);
      const std::size_t champion = run.cup.ranking(run.tournament).front();
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

TEST(BestOf, StopsWhenItIsSettled) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 5;
  RunOf run(plan_of({stage}, 2), 4, 1);
  run.play(lower_number_wins());
  EXPECT_EQ(run.tournament.games_over(), 3U);
  EXPECT_EQ(run.tournament.half_points(0), (std::array{6, 0}));
}

TEST(BestOf, ADrawnOneGoesOnUntilSomebodyLeads) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 3;
  int game = 0;
  RunOf run(plan_of({stage}, 2), 4, 1);
  run.play([&game](const Pair&) -> std::optional<Side> {
    ++game;
    if (game == 1) return 0;
    if (game == 2) return 1;
    if (game == 5) return 1;
    return std::nullopt;
  });
  EXPECT_EQ(game, 5);
  EXPECT_EQ(run.tournament.winner(0), 1);
  RunOf drawn(plan_of({stage}, 2), 4, 1);
  drawn.play([](const Pair&) { return std::nullopt; });
  EXPECT_EQ(drawn.tournament.games_over(), 6U);
  EXPECT_EQ(drawn.tournament.winner(0), 0) << "who was placed higher";
}

TEST(BestOf, WhoIsBenchedInItHasLostIt) {
  StagePlan stage = stage_of(FormatKind::knock_out);
  stage.best_of = 5;
  RunOf run(plan_of({stage}, 2), 1, 1);
  run.play(lower_number_wins(), [](RunOf& running) {
    if (running.tournament.games_over() == 2 && !running.tournament.is_benched(0)) {
      running.take_down(PlayerBenched{.player = 0, .why = "it crashes"});
    }
  });
  EXPECT_EQ(run.tournament.games_over(), 2U);
  EXPECT_EQ(run.tournament.winner(0), 1);
}

TEST(Swiss, EverybodyMeetsAsManyAndNobodyTwice) {
  for (const std::size_t players : {8U, 9U, 16U, 31U}) {
    for (const int slots : {1, 2, 16}) {
      StagePlan stage = stage_of(FormatKind::swiss);
      stage.pairs = 1;
      RunOf run(plan_of({stage}, players), slots, players);
      run.play(by_chance(players));
      ASSERT_FALSE(HasFatalFailure());
      int missing = 0;
      for (const int matches : matches_of_each(run.tournament)) {
        EXPECT_LE(matches, 4);
        missing += 4 - matches;
      }
      EXPECT_LE(missing, 1) << players << " players, " << slots << " slots";
      std::map<std::pair<std::size_t, std::size_t>, int> met;
      for (const Pair& pair : run.tournament.pairs()) ++met[std::minmax(pair.first, pair.second)];
      const auto again = std::count_if(met.begin(), met.end(), [](const auto& entry) { return entry.second > 1; });
      EXPECT_LE(again, 1) << players << " players, " << slots << " slots";
    }
  }
}

TEST(Ladder, PlaysItsSeasons) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.rounds = 6;
  stage.seasons = 3;
  RunOf run(plan_of({stage}, 10), 4, 1);
  run.play(lower_number_wins());
  for (const int matches : matches_of_each(run.tournament)) EXPECT_GE(matches, 3 * 6 - 3);
  EXPECT_EQ(run.tournament.pairs().back().place, 2);
}

TEST(Ladder, WithoutSeasonsItHasNoEnd) {
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.seasons = 0;
  EXPECT_EQ(most_games(stage, 4), std::nullopt);
  RunOf run(plan_of({stage}, 4), 2, 1);
  for (int game = 0; game < 500; ++game) {
    if (game > 1) run.end_one(lower_number_wins());
    run.start_one();
    ASSERT_FALSE(HasFatalFailure());
  }
  EXPECT_GT(run.tournament.pairs().back().place, 5);
}

TEST(Ladder, TenThousandPlayersPairInUnderASecond) {
  constexpr std::size_t kPlayers = 10'000;
  StagePlan stage = stage_of(FormatKind::ladder);
  stage.pairs = 1;
  stage.seasons = 0;
  RunOf run(plan_of({stage}, kPlayers), kPlayers, 1);
  double slowest = 0;
  for (int round = 0; round < 3; ++round) {
    const auto before = std::chrono::steady_clock::now();
    std::vector<Event> due = run.cup.due(run.tournament);
    slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count());
    if (round == 0) {
      for (const Event& event : due) run.take_down(event);  // the stage
      continue;
    }
    ASSERT_EQ(due.size(), kPlayers / 2);
    for (const Event& event : due) run.take_down(event);
    while (run.tournament.next()) {
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

void join(RunOf& run) { run.take_down(PlayerJoined{.player = run.tournament.players(), .entry = "{}"}); }

// A server that is killed and started again heeds all at once what it heeded one by one.
TEST(Ladder, WhoJoinsIsTakenInTheSameWheneverItIsHeeded) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    StagePlan stage = endless_ladder();
    stage.rounds = 5;
    stage.seasons = 4;
    CupPlan plan = plan_of({stage}, 10);
    plan.authors = {0, 0, 1, 1, -1, -1, 0, 1, -1, 0};
    RunOf run(plan, 3, seed, 5);
    rules::Rng rng(seed, 3);
    run.play(by_chance(seed), [&rng](RunOf& running) {
      if (running.events.empty()) return;
      const std::uint32_t what = rng.below(12);
      if (what == 0 && running.tournament.players() < 10) join(running);
      if (what == 1 && rng.below(20) == 0 && !running.tournament.is_benched(2)) {
        running.take_down(PlayerBenched{.player = 2, .why = "chance"});
      }
    });
    ASSERT_FALSE(HasFatalFailure());
    ASSERT_EQ(run.tournament.players(), 10U);
    EXPECT_TRUE(run.cup.is_over(run.tournament));
    Tournament again(5);
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      const bool is_drawn = std::holds_alternative<PairDrawn>(run.events[i]);
      if (is_drawn && !std::holds_alternative<PairDrawn>(run.events[i - 1])) {
        const std::vector<Event> due = Cup(plan).due(again);
        ASSERT_LE(i + due.size(), run.events.size());
        ASSERT_TRUE(std::equal(due.begin(), due.end(), run.events.begin() + static_cast<std::ptrdiff_t>(i)))
            << "seed " << seed << ", event " << i;
      }
      ASSERT_TRUE(again.apply(run.events[i]));
    }
    Cup at_once(plan);
    const auto ratings = [](Cup& cup, const Tournament& tournament) {
      return dynamic_cast<LadderFormat&>(cup.format(tournament, 0)).ratings(tournament);
    };
    EXPECT_EQ(ratings(at_once, again), ratings(run.cup, run.tournament));
    EXPECT_EQ(at_once.ranking(again), run.cup.ranking(run.tournament));
  }
}

// Of those who are steady, who is near in rating teaches most.
TEST(Ladder, WhoJoinsSoonFindsItsPlace) {
  constexpr std::size_t kOld = 12;
  RunOf run(plan_of({endless_ladder()}, kOld + 1), 1, 1, 1);
  const Referee by_strength = [rng = rules::Rng(4, 4)](const Pair& pair) mutable -> std::optional<Side> {
    const auto strength = [](std::size_t player) { return player == kOld ? 3 : static_cast<int>(player); };
    const int ahead = strength(pair.second) - strength(pair.first);  // the lower, the better
    return static_cast<int>(rng.below(24)) < 12 + ahead ? 0 : 1;
  };
  const auto play = [&](std::size_t games) {
    for (const std::size_t end = run.tournament.games_over() + games; run.tournament.games_over() < end;) {
      ASSERT_TRUE(run.start_one());
      run.end_one(by_strength);
    }
  };
  play(4 * 20 * kOld);
  const auto rating_of = [&](std::size_t player) {
    return dynamic_cast<LadderFormat&>(run.cup.format(run.tournament, 0)).ratings(run.tournament)[player];
  };
  join(run);
  const Rating unknown = rating_of(kOld);
  EXPECT_EQ(unknown, Rating());
  std::vector<double> worth;
  for (std::size_t player = 0; player < kOld; ++player) worth.push_back(variance_lost(unknown, rating_of(player)));
  const std::size_t before = run.tournament.pairs().size();
  play(24 * 6);
  std::vector<double> met;
  for (std::size_t number = before; number < run.tournament.pairs().size(); ++number) {
    const Pair& pair = run.tournament.pairs()[number];
    if (pair.first != kOld && pair.second != kOld) continue;
    met.push_back(worth[pair.first == kOld ? pair.second : pair.first]);
  }
  ASSERT_GE(met.size(), 8U) << "as often as all others";
  std::sort(worth.begin(), worth.end());
  EXPECT_GE(met[0], worth[kOld / 2]) << "the first one teaches more than most would";
  EXPECT_LT(rating_of(kOld).deviation, 120);
  EXPECT_GT(rating_of(kOld).rating, rating_of(9).rating);
}

TEST(Ladder, WhoJoinsDoesNotMakeTheSeasonLonger) {
  StagePlan stage = endless_ladder();
  stage.rounds = 6;
  stage.seasons = 2;
  RunOf run(plan_of({stage}, 6), 2, 1, 2);
  run.play(by_chance(1), [](RunOf& running) {
    const auto& pairs = running.tournament.pairs();
    const bool is_late =
        std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.place == 0; }) >= 12;
    if (is_late && running.tournament.players() < 6) join(running);
  });
  std::array<std::array<int, 6>, 2> matches{};
  for (const Pair& pair : run.tournament.pairs()) {
    ++matches[static_cast<std::size_t>(pair.place)][pair.first];
    ++matches[static_cast<std::size_t>(pair.place)][pair.second];
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
    RunOf run(plan_of({stage}, 2), slots, 3);
    // A function of the game, whenever it is played.
    std::size_t games = 0;
    run.play([&](const Pair& pair) -> std::optional<Side> {
      ++games;
      return rules::Rng(9, static_cast<std::uint64_t>(pair.place)).below(100) < 60 ? 0 : 1;
    });
    ASSERT_FALSE(HasFatalFailure());
    const PairRange counted = run.cup.format(run.tournament, 0).counted(run.tournament);
    if (!tested) tested = counted.end;
    EXPECT_EQ(counted.end, *tested) << slots << " slots";
    EXPECT_LE(games, 2 * *tested + 10 * static_cast<std::size_t>(slots));
  }
  EXPECT_LT(*tested, 1'000U);
}

TEST(Cup, TheBestOfAStageGoOn) {
  StagePlan groups = stage_of(FormatKind::groups);
  groups.groups = 3;
  StagePlan finals = stage_of(FormatKind::knock_out);
  finals.take = 4;
  RunOf run(plan_of({groups, finals}, 9), 2, 1);
  run.play(lower_number_wins());
  ASSERT_EQ(run.tournament.stages().size(), 2U);
  // Dealt to and fro: 0 5 6, 1 4 7, 2 3 8.
  EXPECT_EQ(run.tournament.stages()[1], (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(run.cup.ranking(run.tournament).size(), 9U);
  EXPECT_EQ(run.cup.ranking(run.tournament).front(), 0U);
}

TEST(Cup, AnAuditTakesItsShare) {
  StagePlan stage = stage_of(FormatKind::round_robin);
  stage.pairs = 500;
  CupPlan plan = plan_of({stage}, 3);
  plan.audit_share = 0.1;
  plan.seed = 4;
  RunOf run(plan, 2, 1);
  run.play(lower_number_wins());
  const auto& pairs = run.tournament.pairs();
  const auto audited = std::count_if(pairs.begin(), pairs.end(), [](const Pair& pair) { return pair.is_audit; });
  EXPECT_NEAR(static_cast<double>(audited), 150, 45);
}

TEST(Cup, WhatCannotBePlayedIsSaid) {
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
}  // namespace rensa::league::test
