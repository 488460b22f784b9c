#include "server/tournament/plan/summary.h"

#include <algorithm>

#include "server/tournament/formats/format.h"
#include "server/tournament/formats/knock_out_format.h"
#include "server/tournament/formats/ladder_format.h"
#include "server/tournament/formats/pairing.h"
#include "server/tournament/formats/sprt_format.h"

namespace rensa::tournament {

namespace {

void add_result(GameCounts& counts, std::optional<PairSide> winner, PairSide side) {
  if (!winner) {
    ++counts.draws;
  } else if (*winner == side) {
    ++counts.wins;
  } else {
    ++counts.losses;
  }
}

// Returns the half points of the first player in this leg and the next one; nullopt: one of them is not finished.
std::optional<int> half_points_of_two(const TournamentProgress& progress, std::size_t pair, std::size_t leg) {
  if (leg + 1 >= progress.leg_count(pair)) return std::nullopt;
  int points = 0;
  for (const std::size_t one : {leg, leg + 1}) {
    const auto ended = progress.game_result(pair, one);
    if (!ended) return std::nullopt;
    points += !ended->winner ? 1 : *ended->winner == 0 ? 2 : 0;
  }
  return points;
}

MatchSummary summary_of_walkover(const KnockOutFormat::Walkover& walkover, const Bracket& bracket) {
  const BracketMatch& match = bracket[walkover.match];
  return {.match = static_cast<int>(walkover.match),
          .round = match.round,
          .is_for_third_place = match.is_for_third_place,
          .first = walkover.winner,
          .second = walkover.loser,
          .is_decided = true,
          .winner = walkover.winner,
          .is_scheduled = false,
          .has_withdrawn_player = true};
}

std::vector<MatchSummary> matches_of(const TournamentProgress& progress, PairRange range, const Bracket& bracket,
                                     const KnockOutFormat& format) {
  std::vector<MatchSummary> matches;
  for (const KnockOutFormat::Walkover& walkover : format.walkovers(progress)) {
    matches.push_back(summary_of_walkover(walkover, bracket));
  }
  for (std::size_t number = range.begin; number < range.end; ++number) {
    if (progress.is_cancelled(number)) continue;
    const PlayerPair& pair = progress.pairs()[number];
    const auto [first, second] = progress.half_points(number);
    MatchSummary match{
        .match = pair.number_in_format,
        .round = bracket[static_cast<std::size_t>(pair.number_in_format)].round,
        .is_for_third_place = bracket[static_cast<std::size_t>(pair.number_in_format)].is_for_third_place,
        .first = pair.first,
        .second = pair.second,
        .first_points = first / 2.0,
        .second_points = second / 2.0,
        .is_decided = progress.is_decided(number),
        .has_withdrawn_player = progress.lacks_games(number)};
    if (match.is_decided) match.winner = progress.winner(number) == 0 ? pair.first : pair.second;
    matches.push_back(match);
  }
  std::sort(matches.begin(), matches.end(),
            [](const MatchSummary& one, const MatchSummary& two) { return one.match < two.match; });
  return matches;
}

std::vector<double> likelihood_ratios_of(const TournamentProgress& progress, PairRange range, const SprtTerms& terms) {
  Sprt test(terms);
  std::vector<double> ratios;
  for (std::size_t number = range.begin; number < range.end; ++number) {
    test.add_pair(progress.half_points(number)[0]);
    ratios.push_back(test.log_likelihood_ratio());
  }
  return ratios;
}

// Returns the groups of a stage as numbers of players.
std::vector<std::vector<std::size_t>> groups_of(const std::vector<std::size_t>& players, int groups) {
  auto members = deal_into_groups(players.size(), static_cast<std::size_t>(groups));
  for (auto& group : members) {
    for (std::size_t& member : group) member = players[member];
  }
  return members;
}

// Returns the standings of the players in the order of the ranking.
std::vector<PlayerStanding> standings_in_order_of(const std::vector<std::size_t>& ranking,
                                                  const std::vector<PlayerStanding>& standings) {
  std::vector<const PlayerStanding*> by_player(standings.size());
  for (const PlayerStanding& standing : standings) by_player[standing.player] = &standing;
  std::vector<PlayerStanding> ordered;
  for (const std::size_t player : ranking) ordered.push_back(*by_player[player]);
  return ordered;
}

// `results` are those of the pairs of the stage that count.
StageSummary summary_of_stage(TournamentSnapshot& snapshot, std::size_t stage, const GameResults& results) {
  const TournamentPlan& plan = snapshot.plan;
  StageFormat& format = snapshot.stages.stage_format(snapshot.progress, stage);
  StageSummary summary;
  summary.plan = plan.stages[stage];
  summary.ranking = with_disqualified_last(snapshot.progress, format.ranking(snapshot.progress));
  summary.standings = standings_in_order_of(summary.ranking, compute_standings(results, plan.players.size()));
  const std::vector<std::size_t>& players = snapshot.progress.stage_players()[stage];
  summary.players = players;
  const bool is_double = summary.plan.format == FormatKind::double_knock_out;
  if (const auto* knock_out = dynamic_cast<const KnockOutFormat*>(&format)) {
    const auto range = snapshot.progress.pairs_of_stage(static_cast<int>(stage));
    const Bracket bracket = is_double ? double_knock_out_bracket(players.size())
                                      : knock_out_bracket(players.size(), summary.plan.third_place);
    summary.matches = matches_of(snapshot.progress, range, bracket, *knock_out);
  }
  if (summary.plan.format == FormatKind::groups) summary.groups = groups_of(players, summary.plan.groups);
  if (auto* ladder = dynamic_cast<LadderFormat*>(&format)) {
    summary.ratings = ladder->ratings(snapshot.progress);
    summary.season = ladder->season(snapshot.progress);
  }
  if (auto* sprt = dynamic_cast<SprtFormat*>(&format)) {
    summary.sprt = sprt->test(snapshot.progress);
    summary.ratios =
        likelihood_ratios_of(snapshot.progress, format.counted_pairs(snapshot.progress), summary.plan.sprt);
  }
  return summary;
}

TournamentSummary compute_summary(TournamentSnapshot& snapshot);

}  // namespace

GameResults count_results(const TournamentProgress& progress, std::span<const PairRange> ranges) {
  GameResults results;
  results.lost_by.resize(progress.player_count());
  results.decisions.resize(progress.player_count());
  std::map<std::pair<std::size_t, std::size_t>, PairingResult> pairings;
  for (const auto& [begin, end] : ranges) {
    for (std::size_t number = begin; number < end; ++number) {
      if (!progress.counts(number)) continue;
      const PlayerPair& pair = progress.pairs()[number];
      const PairSide lower = pair.first < pair.second ? 0 : 1;
      PairingResult& result = pairings[std::minmax(pair.first, pair.second)];
      for (std::size_t leg = 0; leg < progress.leg_count(number); ++leg) {
        if (const auto ended = progress.game_result(number, leg)) {
          add_result(result.games, ended->winner, lower);
          if (pair.is_audit) add_result(results.audited_games, ended->winner, 0);
          add_game(results.decisions[pair.first], ended->decisions[0]);
          add_game(results.decisions[pair.second], ended->decisions[1]);
          if (!ended->winner) continue;
          const std::size_t loser = *ended->winner == 0 ? pair.second : pair.first;
          ++results.lost_by[loser][static_cast<std::size_t>(ended->cause)];
        }
      }
      if (pair.is_best_of) continue;  // the number of games depends on the results, so they are no sample of pairs
      for (std::size_t leg = 0; leg < progress.leg_count(number); leg += 2) {
        const auto points = half_points_of_two(progress, number, leg);
        if (!points) continue;
        if (pair.is_audit) ++results.audited.pairs[static_cast<std::size_t>(*points)];
        PairCounts& counts = pair.is_audit ? result.audited : result.pairs;
        ++counts.pairs[static_cast<std::size_t>(lower == 0 ? *points : 4 - *points)];
      }
    }
  }
  for (auto& [players, result] : pairings) {
    if (result.games.games() == 0) continue;
    std::tie(result.first, result.second) = players;
    results.pairings.push_back(result);
  }
  return results;
}

std::shared_ptr<const TournamentSummary> SharedSummary::of(TournamentSnapshot& snapshot) {
  std::call_once(once_, [&] { summary_ = std::make_shared<const TournamentSummary>(compute_summary(snapshot)); });
  return summary_;
}

std::shared_ptr<const TournamentSummary> summarise(TournamentSnapshot& snapshot) {
  if (snapshot.shared_summary) return snapshot.shared_summary->of(snapshot);
  return std::make_shared<const TournamentSummary>(compute_summary(snapshot));
}

namespace {

bool is_ranked_by_strength(const TournamentPlan& plan) {
  const FormatKind format = plan.stages.front().format;
  return plan.stages.size() == 1 && (format == FormatKind::round_robin || format == FormatKind::gauntlet);
}

TournamentSummary compute_summary(TournamentSnapshot& snapshot) {
  const TournamentPlan& plan = snapshot.plan;
  const TournamentProgress& progress = snapshot.progress;
  TournamentSummary summary;
  summary.max_games = max_games(plan.stages, plan.players.size());
  summary.voided = progress.games_voided();
  summary.annulled = progress.games_annulled();
  summary.is_over = snapshot.stages.is_over(progress);
  std::vector<PairRange> counted_pairs;
  for (std::size_t stage = 0; stage < progress.stage_players().size(); ++stage) {
    counted_pairs.push_back(snapshot.stages.stage_format(progress, stage).counted_pairs(progress));
    GameResults results = count_results(progress, std::span(&counted_pairs.back(), 1));
    summary.stages.push_back(summary_of_stage(snapshot, stage, results));
    if (stage == 0) summary.results = std::move(results);
  }
  if (counted_pairs.size() != 1) summary.results = count_results(progress, counted_pairs);
  summary.standings = compute_standings(summary.results, plan.players.size());
  if (!is_ranked_by_strength(plan)) {
    summary.standings = standings_in_order_of(snapshot.stages.ranking(progress), summary.standings);
  }
  summary.disqualified = progress.disqualified_players();
  std::stable_partition(
      summary.standings.begin(), summary.standings.end(),
      [&progress](const PlayerStanding& standing) { return !progress.is_disqualified(standing.player); });
  summary.cycles = find_cycles(summary.results, plan.players.size());
  summary.thinking.resize(plan.players.size());
  for (const auto& [begin, end] : counted_pairs) {
    for (std::size_t number = begin; number < end; ++number) {
      if (!progress.counts(number)) continue;
      const PlayerPair& pair = progress.pairs()[number];
      for (std::size_t leg = 0; leg < progress.leg_count(number); ++leg) {
        const GameEnded* ended = progress.game_result(number, leg);
        if (ended == nullptr) continue;
        ++summary.games;
        summary.performance.add({pair.first, pair.second}, ended->statistics);
        summary.thinking[pair.first].add(ended->thinking[0]);
        summary.thinking[pair.second].add(ended->thinking[1]);
      }
    }
  }
  for (std::size_t player = 0; player < plan.players.size(); ++player) {
    summary.benched.push_back(progress.is_benched(player));
  }
  return summary;
}

}  // namespace

std::vector<std::size_t> elo_scales(const std::vector<PlayerStanding>& table) {
  std::vector<std::size_t> components;  // in the order of the table
  std::vector<std::size_t> scales;
  for (const PlayerStanding& standing : table) {
    const auto known = std::find(components.begin(), components.end(), standing.component);
    scales.push_back(standing.elo ? static_cast<std::size_t>(known - components.begin()) + 1 : 0);
    if (standing.elo && known == components.end()) components.push_back(standing.component);
  }
  if (components.size() < 2) scales.assign(table.size(), 0);
  return scales;
}

}  // namespace rensa::tournament
