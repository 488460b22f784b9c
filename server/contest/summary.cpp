#include "server/contest/summary.h"

#include <algorithm>

#include "server/league/bracket.h"
#include "server/league/ladder_format.h"
#include "server/league/schedule.h"
#include "server/league/sprt_format.h"

namespace rensa::contest {

namespace {

using league::PairRange;

std::vector<MatchSummary> matches_of(const league::Tournament& tournament, PairRange range,
                                     const league::Bracket& bracket) {
  std::vector<MatchSummary> matches;
  for (std::size_t number = range.begin; number < range.end; ++number) {
    const league::Pair& pair = tournament.pairs()[number];
    const auto [first, second] = tournament.half_points(number);
    MatchSummary match{.place = pair.place,
                       .round = bracket[static_cast<std::size_t>(pair.place)].round,
                       .first = pair.first,
                       .second = pair.second,
                       .first_points = first / 2.0,
                       .second_points = second / 2.0,
                       .is_decided = tournament.is_decided(number)};
    if (match.is_decided) match.winner = tournament.winner(number) == 0 ? pair.first : pair.second;
    matches.push_back(match);
  }
  std::sort(matches.begin(), matches.end(),
            [](const MatchSummary& one, const MatchSummary& two) { return one.place < two.place; });
  return matches;
}

std::vector<double> ratios_of(const league::Tournament& tournament, PairRange range, const league::SprtTerms& terms) {
  league::Sprt test(terms);
  std::vector<double> ratios;
  for (std::size_t number = range.begin; number < range.end; ++number) {
    test.add_pair(tournament.half_points(number)[0]);
    ratios.push_back(test.log_likelihood_ratio());
  }
  return ratios;
}

// Players by number, where `dealt` has places.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<std::size_t>& players, int groups) {
  auto members = league::dealt(players.size(), static_cast<std::size_t>(groups));
  for (auto& group : members) {
    for (std::size_t& member : group) member = players[member];
  }
  return members;
}

StageSummary summary_of_stage(ReadRun& run, std::size_t stage) {
  const Plan& plan = run.plan;
  league::Format& format = run.cup.format(run.tournament, stage);
  StageSummary summary;
  summary.plan = plan.stages[stage];
  summary.ranking = format.ranking(run.tournament);
  const league::Results results = league::results_of(run.tournament, std::vector{format.counted(run.tournament)});
  std::vector<league::Standing> standings = league::standings_of(results, plan.players.size());
  std::vector<const league::Standing*> by_player(plan.players.size());
  for (const league::Standing& standing : standings) by_player[standing.player] = &standing;
  for (const std::size_t player : summary.ranking) summary.standings.push_back(*by_player[player]);
  const std::vector<std::size_t>& players = run.tournament.stages()[stage];
  summary.players = players;
  const bool is_double = summary.plan.format == league::FormatKind::double_knock_out;
  if (is_double || summary.plan.format == league::FormatKind::knock_out) {
    const auto range = run.tournament.pairs_of_stage(static_cast<int>(stage));
    const league::Bracket bracket = is_double ? league::double_knock_out(players.size())
                                              : league::knock_out(players.size(), summary.plan.third_place);
    summary.matches = matches_of(run.tournament, range, bracket);
  }
  if (summary.plan.format == league::FormatKind::groups) summary.groups = groups_of(players, summary.plan.groups);
  if (auto* ladder = dynamic_cast<league::LadderFormat*>(&format)) {
    summary.ratings = ladder->ratings(run.tournament);
    summary.season = ladder->season(run.tournament);
  }
  if (auto* sprt = dynamic_cast<league::SprtFormat*>(&format)) {
    summary.sprt = sprt->test(run.tournament);
    summary.ratios = ratios_of(run.tournament, format.counted(run.tournament), summary.plan.sprt);
  }
  return summary;
}

}  // namespace

Summary summary_of(ReadRun& run) {
  const Plan& plan = run.plan;
  const league::Tournament& tournament = run.tournament;
  Summary summary;
  summary.most_games = league::most_games(plan.stages, plan.players.size());
  summary.voided = tournament.games_voided();
  summary.is_over = run.cup.is_over(tournament);
  summary.ranking = run.cup.ranking(tournament);
  std::vector<PairRange> counted;
  for (std::size_t stage = 0; stage < tournament.stages().size(); ++stage) {
    counted.push_back(run.cup.format(tournament, stage).counted(tournament));
    summary.stages.push_back(summary_of_stage(run, stage));
  }
  summary.results = league::results_of(tournament, counted);
  summary.standings = league::standings_of(summary.results, plan.players.size());
  summary.cycles = league::cycles_of(summary.results, plan.players.size());
  summary.thinking.resize(plan.players.size());
  for (const auto& [begin, end] : counted) {
    for (std::size_t number = begin; number < end; ++number) {
      const league::Pair& pair = tournament.pairs()[number];
      for (std::size_t leg = 0; leg < tournament.legs(number); ++leg) {
        const league::GameEnded* ended = tournament.ended(number, leg);
        if (ended == nullptr) continue;
        ++summary.games;
        summary.performance.add({.first = pair.first, .second = pair.second}, ended->feats);
        summary.thinking[pair.first].add(ended->thinking[0]);
        summary.thinking[pair.second].add(ended->thinking[1]);
      }
    }
  }
  for (std::size_t player = 0; player < plan.players.size(); ++player) {
    summary.benched.push_back(tournament.is_benched(player));
  }
  return summary;
}

std::vector<league::Standing> final_table(const Plan& plan, const Summary& summary) {
  const league::FormatKind format = plan.stages.front().format;
  const bool is_by_strength =
      plan.stages.size() == 1 && (format == league::FormatKind::round_robin || format == league::FormatKind::gauntlet);
  if (is_by_strength) return summary.standings;
  std::vector<const league::Standing*> by_player(plan.players.size());
  for (const league::Standing& standing : summary.standings) by_player[standing.player] = &standing;
  std::vector<league::Standing> table;
  for (const std::size_t player : summary.ranking) table.push_back(*by_player[player]);
  return table;
}

std::vector<std::size_t> groups_of(const std::vector<league::Standing>& table) {
  std::vector<std::size_t> components;  // as they appear
  std::vector<std::size_t> groups;
  for (const league::Standing& standing : table) {
    const auto known = std::find(components.begin(), components.end(), standing.component);
    groups.push_back(standing.elo ? static_cast<std::size_t>(known - components.begin()) + 1 : 0);
    if (standing.elo && known == components.end()) components.push_back(standing.component);
  }
  if (components.size() < 2) groups.assign(table.size(), 0);
  return groups;
}

}  // namespace rensa::contest
