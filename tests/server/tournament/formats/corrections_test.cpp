#include "server/tournament/formats/corrections.h"

#include <gmock/gmock.h>

#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/formats/sprt_format.h"
#include "tests/server/tournament/formats/simulated_run.h"

namespace rensa::tournament::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Starts and ends games one after another, at least one, until the predicate is true or no game is left.
void play_until(SimulatedRun& run, const Referee& referee, const std::function<bool()>& is_reached) {
  while (run.start_one()) {
    run.end_one(referee);
    if (is_reached()) return;
  }
}

std::string why_not_annulled(SimulatedRun& run, const GameId& game) {
  const auto annulled = annul_game(run.progress, run.stages, game, "");
  const auto* why = std::get_if<std::string>(&annulled);
  return why == nullptr ? "" : *why;
}

GameAnnulled annulled(SimulatedRun& run, const GameId& game) {
  const auto annulled = annul_game(run.progress, run.stages, game, "chance");
  EXPECT_TRUE(std::holds_alternative<GameAnnulled>(annulled)) << std::get<std::string>(annulled);
  return std::get<GameAnnulled>(annulled);
}

StagePlan knock_out(FormatKind format = FormatKind::knock_out) {
  StagePlan plan = stage_of(format);
  plan.best_of = 1;
  return plan;
}

TEST(Annulment, OnlyAResultThatCountsCanBeAnnulled) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin)}, 3), 1, 1);
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("there is no game 0-0 with a result"));
  run.start_one();
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("game 0-0 is being played"));
  run.end_one(lower_number_wins());
  EXPECT_EQ(why_not_annulled(run, {}), "");
  for (const GameId& game : {GameId{.pair = -1}, GameId{.pair = 9}, GameId{.leg = -1}, GameId{.attempt = 1}}) {
    EXPECT_THAT(why_not_annulled(run, game), HasSubstr("there is no game"));
  }
  run.correct(annulled(run, {}));
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("there is no game")) << "it was annulled before";
  run.play(lower_number_wins());
  EXPECT_EQ(run.progress.game_result(0, 0)->game, (GameId{.attempt = 1}));
  EXPECT_THAT(why_not_annulled(run, {.attempt = 1}), HasSubstr("the tournament is over"));
}

TEST(Annulment, ATableCountsOnlyTheNewResult) {
  for (const FormatKind format : {FormatKind::round_robin, FormatKind::gauntlet, FormatKind::swiss}) {
    SimulatedRun run(plan_of({stage_of(format)}, 2), 1, 1);
    run.start_one();
    run.end_one([](const PlayerPair& pair) { return pair.first == 1 ? 0 : 1; });
    EXPECT_THAT(run.stages.ranking(run.progress), ElementsAre(1, 0));
    run.correct(annulled(run, {}));
    run.start_one();
    run.end_one(lower_number_wins());
    EXPECT_THAT(run.stages.ranking(run.progress), ElementsAre(0, 1));
  }
}

TEST(Annulment, AKnockOutPlaysTheNextRoundAgainOnlyIfItHasNoResult) {
  for (const FormatKind format : {FormatKind::knock_out, FormatKind::double_knock_out}) {
    SimulatedRun run(plan_of({knock_out(format)}, 4), 1, 1);
    const auto has_next_round = [&run] { return run.progress.pairs().size() > 2; };
    run.start_one();
    run.end_one(lower_number_wins());
    run.start_one();
    run.end_one(lower_number_wins());
    run.start_one();  // schedules the next round
    ASSERT_TRUE(has_next_round());
    const GameAnnulled first = annulled(run, {});
    EXPECT_FALSE(first.cancelled.empty());
    const std::size_t scheduled = run.progress.pairs().size();
    run.correct(first);
    EXPECT_EQ(run.progress.games_running(), 0U) << "the next round has lost its players";
    run.play([](const PlayerPair& pair) { return pair.first < pair.second ? 1 : 0; });
    EXPECT_TRUE(run.stages.is_over(run.progress));
    for (const std::size_t cancelled : first.cancelled) EXPECT_TRUE(run.progress.is_cancelled(cancelled));
    EXPECT_GT(run.progress.pairs().size(), scheduled) << "the next round has other players";
    EXPECT_NE(run.stages.ranking(run.progress).front(), 0U);
  }
}

TEST(Annulment, AKnockOutNamesTheGameThatHasToBeAnnulledFirst) {
  SimulatedRun run(plan_of({knock_out()}, 8), 1, 1);
  play_until(run, lower_number_wins(), [&run] { return run.progress.games_finished() == 5; });
  const GameId semifinal{.pair = 4};
  ASSERT_NE(run.progress.game_result(4, 0), nullptr);
  const auto first_of = [&run](std::size_t player) {
    for (int pair = 0; pair < 4; ++pair) {
      const PlayerPair& played = run.progress.pairs()[static_cast<std::size_t>(pair)];
      if (played.first == player || played.second == player) return GameId{.pair = pair};
    }
    return GameId{};
  };
  const GameId before = first_of(run.progress.pairs()[4].first);
  EXPECT_THAT(why_not_annulled(run, before), testing::AllOf(HasSubstr("game 4-0 follows"), HasSubstr("annul that")));
  run.correct(annulled(run, semifinal));
  const GameAnnulled earlier = annulled(run, before);
  EXPECT_THAT(earlier.cancelled, ElementsAre(4));
  run.correct(earlier);
  run.play(lower_number_wins());
  EXPECT_EQ(run.stages.ranking(run.progress).front(), 0U);
}

TEST(Annulment, AnAnnulledGameOfAMatchCanChangeItsWinner) {
  StagePlan best_of_3 = stage_of(FormatKind::knock_out);
  best_of_3.best_of = 3;
  SimulatedRun run(plan_of({best_of_3}, 4), 1, 1);
  play_until(run, lower_number_wins(), [&run] { return run.progress.is_decided(0); });
  ASSERT_EQ(run.progress.leg_count(0), 2U);
  run.correct(annulled(run, {.pair = 0, .leg = 1}));
  run.correct(annulled(run, {.pair = 0, .leg = 0}));
  play_until(run, [](const PlayerPair&) { return 1; }, [&run] { return run.progress.is_decided(0); });
  EXPECT_EQ(run.progress.winner(0), 1);
}

TEST(Annulment, ResultsOfAnEarlierStageAreFinal) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin), knock_out()}, 3), 1, 1);
  play_until(run, lower_number_wins(), [&run] { return run.progress.stage_players().size() == 2; });
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("stage 2 has begun with the ranking of stage 1"));
}

TEST(Annulment, ResultsOfAnEarlierSeasonAreFinal) {
  StagePlan ladder = stage_of(FormatKind::ladder);
  ladder.seasons = 2;
  SimulatedRun run(plan_of({ladder}, 6), 2, 1);
  play_until(run, by_chance(1), [&run] { return run.progress.pairs().back().number_in_format == 1; });
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("season 2 has begun with the ratings that follow from season 1"));
}

TEST(Annulment, AGameOfAWithdrawnPlayerStays) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin)}, 3), 1, 1);
  run.start_one();
  run.end_one(lower_number_wins());
  run.apply(PlayerBenched{.player = run.progress.pairs()[0].second, .why = "ill"});
  EXPECT_THAT(why_not_annulled(run, {}), HasSubstr("a player of game 0-0 takes no further part"));
}

TEST(Annulment, ASwissKeepsThePairsThatWereScheduledBefore) {
  SimulatedRun run(plan_of({stage_of(FormatKind::swiss)}, 8), 4, 1);
  play_until(run, lower_number_wins(), [&run] { return run.progress.games_finished() == 20; });
  const std::vector<PlayerPair> before = run.progress.pairs();
  const GameAnnulled first = annulled(run, {});
  EXPECT_THAT(first.cancelled, testing::IsEmpty());
  run.correct(first);
  EXPECT_EQ(run.progress.pairs(), before);
  run.play(lower_number_wins());
  EXPECT_TRUE(run.stages.is_over(run.progress));
}

TEST(Annulment, ALadderForgetsTheRatingsOfAnAnnulledResult) {
  StagePlan ladder = stage_of(FormatKind::ladder);
  ladder.pairs = 1;
  SimulatedRun run(plan_of({ladder}, 2), 1, 1);
  play_until(run, lower_number_wins(), [&run] { return run.progress.is_decided(0); });
  const auto rating = [&run](std::size_t player) {
    return dynamic_cast<LadderFormat&>(run.stages.stage_format(run.progress, 0)).ratings(run.progress)[player].rating;
  };
  EXPECT_GT(rating(0), rating(1));
  run.correct(annulled(run, {.pair = 0, .leg = 0}));
  EXPECT_EQ(rating(0), rating(1)) << "the pair is being played";
  run.correct(annulled(run, {.pair = 0, .leg = 1}));
  play_until(
      run, [](const PlayerPair& pair) { return pair.first == 1 ? 0 : 1; },
      [&run] { return run.progress.is_decided(0); });
  EXPECT_LT(rating(0), rating(1));
}

TEST(Annulment, ATestWaitsForTheNewResult) {
  StagePlan sprt = stage_of(FormatKind::sprt);
  sprt.pairs = 200;
  SimulatedRun run(plan_of({sprt}, 2), 1, 1);
  play_until(run, by_chance(3), [&run] { return run.progress.decided_count() == 5; });
  const auto pairs_of_test = [&run] {
    return dynamic_cast<SprtFormat&>(run.stages.stage_format(run.progress, 0)).counted_pairs(run.progress).end;
  };
  ASSERT_EQ(pairs_of_test(), 5U);
  run.correct(annulled(run, {.pair = 2, .leg = 1}));
  EXPECT_EQ(pairs_of_test(), 2U);
  run.start_one();
  run.end_one(by_chance(4));
  EXPECT_EQ(pairs_of_test(), 5U);
}

std::string why_not_returned(SimulatedRun& run, std::size_t player) {
  const auto returned = return_player(run.progress, run.stages, player);
  const auto* why = std::get_if<std::string>(&returned);
  return why == nullptr ? "" : *why;
}

PlayerReturned returned(SimulatedRun& run, std::size_t player) {
  const auto returned = return_player(run.progress, run.stages, player);
  EXPECT_TRUE(std::holds_alternative<PlayerReturned>(returned)) << std::get<std::string>(returned);
  return std::get<PlayerReturned>(returned);
}

PlayerDisqualified disqualified(SimulatedRun& run, std::size_t player) {
  return std::get<PlayerDisqualified>(disqualify_player(run.progress, run.stages, player, "it plays with help"));
}

TEST(Disqualification, ThePlayerIsLastAndItsGamesCountForNoOtherPlayer) {
  for (const FormatKind format : {FormatKind::round_robin, FormatKind::groups, FormatKind::swiss, FormatKind::knock_out,
                                  FormatKind::double_knock_out, FormatKind::ladder}) {
    SimulatedRun run(plan_of({stage_of(format)}, 6), 1, 1);
    play_until(run, lower_number_wins(), [&run] { return run.progress.games_finished() == 6; });
    run.correct(disqualified(run, 0));
    EXPECT_TRUE(std::holds_alternative<std::string>(disqualify_player(run.progress, run.stages, 0, "again")));
    run.play(lower_number_wins());
    EXPECT_TRUE(run.stages.is_over(run.progress));
    EXPECT_EQ(run.stages.ranking(run.progress).back(), 0U) << static_cast<int>(format);
    EXPECT_EQ(run.stages.ranking(run.progress).front(), 1U) << static_cast<int>(format);
  }
}

TEST(Disqualification, AfterTheEndTheTournamentStaysOver) {
  for (const FormatKind format : {FormatKind::round_robin, FormatKind::swiss, FormatKind::knock_out}) {
    SimulatedRun run(plan_of({stage_of(format), stage_of(FormatKind::swiss)}, 6), 1, 1);
    run.play(lower_number_wins());
    const PlayerDisqualified event = disqualified(run, 0);
    EXPECT_TRUE(event.is_after_end);
    run.correct(event);
    EXPECT_TRUE(run.stages.is_over(run.progress));
    EXPECT_FALSE(run.start_one()) << "no opponent gets another encounter";
    EXPECT_EQ(run.stages.ranking(run.progress).back(), 0U);
    EXPECT_THAT(why_not_returned(run, 0), HasSubstr("was disqualified: it plays with help"));
  }
}

TEST(Disqualification, RatingsForgetTheGamesOfThePlayer) {
  SimulatedRun run(plan_of({stage_of(FormatKind::ladder)}, 3), 1, 1);
  run.play(lower_number_wins());
  const auto ratings = [&run]() -> const std::vector<Rating>& {
    return dynamic_cast<LadderFormat&>(run.stages.stage_format(run.progress, 0)).ratings(run.progress);
  };
  EXPECT_LT(ratings()[2].rating, ratings()[1].rating);
  EXPECT_GT(ratings()[0].rating, ratings()[1].rating);
  run.correct(disqualified(run, 0));
  EXPECT_EQ(ratings()[0].rating, Rating().rating);
  EXPECT_GT(ratings()[1].rating, Rating().rating) << "it has lost only against the disqualified player";
}

TEST(Return, ARoundRobinPlaysAllGamesThatTheAbsentPlayerMissed) {
  for (const FormatKind format : {FormatKind::round_robin, FormatKind::gauntlet, FormatKind::groups}) {
    SimulatedRun run(plan_of({stage_of(format)}, 6), 2, 1);
    play_until(run, by_chance(1), [&run] { return run.progress.games_finished() == 5; });
    run.apply(PlayerBenched{.player = 1, .why = "ill"});
    play_until(run, by_chance(1), [&run] { return run.progress.games_finished() == 11; });
    run.correct(returned(run, 1));
    EXPECT_FALSE(run.progress.is_benched(1));
    run.play(by_chance(1));
    EXPECT_TRUE(run.stages.is_over(run.progress));
    EXPECT_EQ(run.progress.games_finished(), *max_games(stage_of(format), 6)) << static_cast<int>(format);
  }
}

TEST(Return, OnlyABenchedPlayerCanReturnBeforeTheEnd) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin)}, 3), 1, 1);
  EXPECT_THAT(why_not_returned(run, 0), HasSubstr("takes part already"));
  EXPECT_THAT(why_not_returned(run, 3), HasSubstr("no such player"));
  run.apply(PlayerBenched{.player = 0, .why = "ill"});
  EXPECT_EQ(why_not_returned(run, 0), "") << "nothing has begun";
  run.play(lower_number_wins());
  EXPECT_THAT(why_not_returned(run, 0), HasSubstr("the tournament is over"));
}

TEST(Return, AStageThatHasBegunWithoutThePlayerGoesOnWithoutIt) {
  SimulatedRun run(plan_of({knock_out(), stage_of(FormatKind::round_robin)}, 4), 1, 1);
  run.start_one();
  run.apply(PlayerBenched{.player = 3, .why = "ill"});
  run.end_one(lower_number_wins());
  play_until(run, lower_number_wins(), [&run] { return run.progress.stage_players().size() == 2; });
  EXPECT_THAT(why_not_returned(run, 3), HasSubstr("stage 2 has begun without the player"));
}

TEST(Return, AKnockOutTakesAPlayerBackUntilALaterMatchFollowsFromItsAbsence) {
  for (const FormatKind format : {FormatKind::knock_out, FormatKind::double_knock_out}) {
    SimulatedRun run(plan_of({stage_of(format)}, 4), 1, 1);
    run.start_one();
    run.end_one(lower_number_wins());
    const PlayerPair first = run.progress.pairs()[0];
    run.apply(PlayerBenched{.player = first.second, .why = "ill"});
    ASSERT_TRUE(run.progress.is_decided(0));
    const PlayerReturned back = returned(run, first.second);
    EXPECT_THAT(back.reopened, ElementsAre(0));
    run.correct(back);
    EXPECT_FALSE(run.progress.is_decided(0));
    run.apply(PlayerBenched{.player = first.second, .why = "ill again"});
    play_until(run, lower_number_wins(), [&run] { return run.progress.pairs().size() > 2; });
    EXPECT_THAT(why_not_returned(run, first.second), HasSubstr("it has lost match 1 by its absence"));
  }
}

// An earlier opponent was absent, and not the player itself.
TEST(Return, AKnockOutTakesAPlayerBackThatHasAdvancedWithoutPlaying) {
  SimulatedRun run(plan_of({stage_of(FormatKind::knock_out)}, 8), 1, 1);
  run.start_one();
  const auto [player, opponent] = std::pair(run.progress.pairs()[0].first, run.progress.pairs()[0].second);
  run.apply(PlayerBenched{.player = opponent, .why = "ill"});
  run.apply(GameVoided{.game = {}, .why = "ill"});
  run.forget_running();
  std::size_t next = 0;
  play_until(run, lower_number_wins(), [&, player = player] {
    const std::vector<PlayerPair>& pairs = run.progress.pairs();
    const auto found = std::find_if(pairs.begin() + 1, pairs.end(), [player](const PlayerPair& pair) {
      return pair.first == player || pair.second == player;
    });
    next = static_cast<std::size_t>(found - pairs.begin());
    return found != pairs.end();
  });
  ASSERT_FALSE(run.progress.is_decided(next));
  run.apply(PlayerBenched{.player = player, .why = "late"});
  EXPECT_THAT(why_not_returned(run, opponent), HasSubstr("it has lost match 1 by its absence"));
  EXPECT_THAT(returned(run, player).reopened, ElementsAre(next));
}

TEST(Return, ASwissPairsTheReturnedPlayerAgain) {
  SimulatedRun run(plan_of({stage_of(FormatKind::swiss)}, 8), 2, 1);
  play_until(run, by_chance(1), [&run] { return run.progress.games_finished() == 6; });
  run.apply(PlayerBenched{.player = 0, .why = "ill"});
  play_until(run, by_chance(1), [&run] { return run.progress.games_finished() == 10; });
  run.correct(returned(run, 0));
  run.play(by_chance(1));
  EXPECT_TRUE(run.stages.is_over(run.progress));
  EXPECT_GE(matches_of_each(run.progress)[0], 3);
}

// Plays all games that are left without player 0, who is withdrawn first.
void play_without_first(SimulatedRun& run, bool keeps_open) {
  run.start_one();
  run.end_one(lower_number_wins());
  run.correct(PlayerBenched{.player = 0, .why = "withdrawn", .keeps_open = keeps_open});
  run.play(lower_number_wins());
}

StagePlan short_stage(FormatKind format) {
  StagePlan stage = stage_of(format);
  stage.pairs = 1;
  stage.rounds = 2;
  return stage;
}

TEST(OpenTournament, IsNotOverAsLongAsAWithdrawnPlayerCouldPlay) {
  for (const FormatKind format : {FormatKind::round_robin, FormatKind::gauntlet, FormatKind::swiss}) {
    SimulatedRun over(plan_of({short_stage(format)}, 4), 1, 1);
    play_without_first(over, false);
    EXPECT_TRUE(over.stages.is_over(over.progress));
    EXPECT_FALSE(over.stages.is_kept_open(over.progress));
    SimulatedRun open(plan_of({short_stage(format)}, 4), 1, 1);
    play_without_first(open, true);
    EXPECT_FALSE(open.stages.is_over(open.progress));
    ASSERT_TRUE(open.stages.is_kept_open(open.progress));
    const auto returned = return_player(open.progress, open.stages, 0);
    ASSERT_TRUE(std::holds_alternative<PlayerReturned>(returned)) << std::get<std::string>(returned);
    open.correct(std::get<PlayerReturned>(returned));
    EXPECT_FALSE(open.stages.is_kept_open(open.progress)) << "it has games to play";
    const std::size_t before = open.progress.games_finished();
    open.play(lower_number_wins());
    EXPECT_GT(open.progress.games_finished(), before);
    EXPECT_TRUE(open.stages.is_over(open.progress));
  }
}

TEST(OpenTournament, IsOverOnceItWaitsForNobody) {
  SimulatedRun run(plan_of({short_stage(FormatKind::round_robin)}, 4), 1, 1);
  play_without_first(run, true);
  run.apply(PlayerBenched{.player = 0, .why = "withdrawn"});
  EXPECT_TRUE(run.stages.is_over(run.progress));
  EXPECT_FALSE(run.progress.apply(PlayerBenched{.player = 0, .why = "withdrawn"})) << "it says nothing new";
  SimulatedRun other(plan_of({short_stage(FormatKind::round_robin)}, 4), 1, 1);
  play_without_first(other, true);
  other.apply(PlayerDisqualified{.player = 0, .why = "had help"});
  EXPECT_TRUE(other.stages.is_over(other.progress));
}

TEST(OpenTournament, WaitsForTwoWhoCouldPlayAgainstEachOther) {
  SimulatedRun run(plan_of({stage_of(FormatKind::round_robin)}, 2), 1, 1);
  run.start_one();
  run.end_one(lower_number_wins());
  for (const std::size_t player : {0U, 1U}) {
    run.correct(PlayerBenched{.player = player, .why = "withdrawn", .keeps_open = true});
    EXPECT_TRUE(run.stages.is_kept_open(run.progress)) << player;
  }
}

TEST(OpenTournament, DoesNotWaitForAPlayerThatCannotReturn) {
  SimulatedRun run(plan_of({knock_out()}, 4), 1, 1);
  run.start_one();
  run.correct(GameVoided{.game = {}, .why = "withdrawn"});
  run.correct(PlayerBenched{.player = 0, .why = "withdrawn", .keeps_open = true});
  run.play(lower_number_wins());
  EXPECT_TRUE(run.stages.is_over(run.progress)) << "a later match has been drawn from its absence";
}

}  // namespace
}  // namespace rensa::tournament::test
