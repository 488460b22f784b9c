#include <nlohmann/json.hpp>

#include "engine/duel/outcome.h"
#include "server/tournament/journal/journal_text.h"
#include "server/tournament/plan/plan_json.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/summary.h"
#include "server/tournament/statistics/elo.h"

namespace rensa::tournament {

namespace {

using nlohmann::ordered_json;

ordered_json interval_json(const Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

ordered_json standing_json(const TournamentPlan& plan, const PlayerStanding& standing) {
  ordered_json row = {{"player", plan.players[standing.player].name},
                      {"points", standing.points()},
                      {"games", standing.games.games()},
                      {"wins", standing.games.wins},
                      {"draws", standing.games.draws},
                      {"losses", standing.games.losses},
                      {"component", standing.component},
                      {"elo", nullptr}};
  if (standing.elo) row["elo"] = interval_json(*standing.elo);
  row["refused"] = standing.decisions.refused;
  row["late"] = standing.decisions.late;
  row["lost_by"] = ordered_json::object();
  for (int i = 0; i < duel::kCauseCount; ++i) {
    const std::int64_t count = standing.lost_by[static_cast<std::size_t>(i)];
    if (count > 0) row["lost_by"][std::string(duel::name_of(static_cast<duel::Cause>(i)))] = count;
  }
  return row;
}

ordered_json performance_json(const TournamentPlan& plan, const Performance& performance) {
  ordered_json out = {{"games", performance.games()}, {"longest_chain_of_all", performance.total().longest_chain}};
  for (const Measure measure : measures_for(plan.ruleset.pacing)) {
    const auto interval = performance.interval(measure);
    const auto value = performance.value(measure);
    const std::string name(name_of(measure));
    out[name] = interval ? interval_json(*interval) : value ? ordered_json{{"value", *value}} : ordered_json();
  }
  return out;
}

ordered_json thinking_json(const base::Durations& thinking) {
  ordered_json out = {{"answers", thinking.number()}};
  if (thinking.number() == 0) return out;
  out["p50_us"] = thinking.quantile(0.5);
  out["p95_us"] = thinking.quantile(0.95);
  out["max_us"] = thinking.longest();
  return out;
}

ordered_json pairing_json(const TournamentPlan& plan, const TournamentSummary& summary, const PairingResult& result) {
  const Sample sample = sample_of(result);
  const EloEstimate elo = estimate_elo(sample);
  const NormalisedEloEstimate normalised = estimate_normalised_elo(sample);
  ordered_json out = {{"players", {plan.players[result.first].name, plan.players[result.second].name}},
                      {"wins", result.games.wins},
                      {"draws", result.games.draws},
                      {"losses", result.games.losses},
                      {"pairs", result.pairs.pairs},
                      {"score", interval_json(estimate_score(sample))},
                      {"elo", nullptr},
                      {"normalised_elo", nullptr},
                      {"likelihood_of_superiority", nullptr}};
  if (!elo.is_unbounded) out["elo"] = interval_json(elo.elo);
  if (!normalised.is_unbounded) {
    out["normalised_elo"] = interval_json(
        {.value = normalised.elo, .low = normalised.elo - normalised.error, .high = normalised.elo + normalised.error});
    out["likelihood_of_superiority"] = likelihood_of_superiority(sample);
  }
  out["performance"] = {performance_json(plan, summary.performance.against(result.first, result.second)),
                        performance_json(plan, summary.performance.against(result.second, result.first))};
  return out;
}

ordered_json stage_json(const TournamentPlan& plan, const StageSummary& stage) {
  ordered_json out = json_of(stage.plan);
  out["ranking"] = ordered_json::array();
  for (const std::size_t player : stage.ranking) out["ranking"].push_back(plan.players[player].name);
  out["standings"] = ordered_json::array();
  for (const PlayerStanding& standing : stage.standings) {
    ordered_json row = standing_json(plan, standing);
    if (!stage.ratings.empty()) {
      const Rating& rating = stage.ratings[standing.player];
      row["rating"] = {{"rating", rating.rating}, {"deviation", rating.deviation}};
    }
    out["standings"].push_back(row);
  }
  if (!stage.ratings.empty()) out["season"] = stage.season + 1;
  for (const MatchSummary& match : stage.matches) {
    if (!match.is_scheduled) continue;  // the report lists the matches that were played
    out["matches"].push_back({{"match", match.match + 1},
                              {"players", {plan.players[match.first].name, plan.players[match.second].name}},
                              {"points", {match.first_points, match.second_points}},
                              {"winner", match.is_decided ? ordered_json(plan.players[match.winner].name) : nullptr}});
    if (match.is_for_third_place) out["matches"].back()["third_place"] = true;
  }
  if (stage.sprt) {
    out["test"] = {{"accepted", name_of(stage.sprt->verdict())},
                   {"log_likelihood_ratio", stage.sprt->log_likelihood_ratio()},
                   {"pairs", stage.sprt->counts().pairs}};
  }
  return out;
}

}  // namespace

ordered_json make_json_report(TournamentSnapshot& snapshot, const ReportOptions& options) {
  const TournamentPlan& plan = snapshot.plan;
  const auto shared = summarise(snapshot);
  const TournamentSummary& summary = *shared;
  ordered_json out = {{"name", plan.name},
                      {"ruleset", plan.ruleset.id},
                      {"seed", options.hides_seed ? ordered_json() : ordered_json(plan.seed)},
                      {"games", summary.games},
                      {"annulled", summary.annulled},
                      {"most_games", summary.max_games ? ordered_json(*summary.max_games) : nullptr},
                      {"over", summary.is_over},
                      {"ranking", ordered_json::array()},
                      {"standings", ordered_json::array()},
                      {"stages", ordered_json::array()},
                      {"pairings", ordered_json::array()},
                      {"cycles", ordered_json::array()}};
  const auto shown = [&options](const std::string& why) { return options.for_strangers ? public_reason(why) : why; };
  for (const PlayerStanding& standing : summary.standings) {
    out["ranking"].push_back(plan.players[standing.player].name);
    ordered_json row = standing_json(plan, standing);
    if (summary.benched[standing.player]) row["benched"] = true;
    if (const auto reason = summary.why_benched.find(standing.player); reason != summary.why_benched.end()) {
      row["why_benched"] = shown(reason->second);
    }
    if (const auto reason = summary.disqualified.find(standing.player); reason != summary.disqualified.end()) {
      row["disqualified"] = shown(reason->second);
    }
    row["performance"] = performance_json(plan, summary.performance.of(standing.player));
    if (options.times) row["thinking"] = thinking_json(summary.thinking[standing.player]);
    out["standings"].push_back(row);
  }
  for (const StageSummary& stage : summary.stages) out["stages"].push_back(stage_json(plan, stage));
  for (const PairingResult& result : summary.results.pairings) {
    out["pairings"].push_back(pairing_json(plan, summary, result));
  }
  for (const Cycle& cycle : summary.cycles) {
    ordered_json players = ordered_json::array();
    for (const std::size_t player : cycle.players) players.push_back(plan.players[player].name);
    out["cycles"].push_back({{"players", players}, {"certain", cycle.is_certain}});
  }
  const auto correlation = correlation_in_pairs(summary.results.audited, summary.results.audited_games);
  out["audit"] = {{"pairs", summary.results.audited.pairs},
                  {"correlation", correlation ? ordered_json(*correlation) : ordered_json()}};
  return out;
}

std::string report_json(TournamentSnapshot& snapshot, const ReportOptions& options) {
  return make_json_report(snapshot, options).dump(2) + '\n';
}

}  // namespace rensa::tournament
