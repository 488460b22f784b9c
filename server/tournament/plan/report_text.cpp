#include <algorithm>

#include "engine/duel/outcome.h"
#include "server/base/formatted.h"
#include "server/base/signed_decimal.h"
#include "server/base/table.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan_json.h"
#include "server/tournament/plan/report.h"
#include "server/tournament/plan/summary.h"

namespace rensa::tournament {

namespace {

using base::formatted;

constexpr std::size_t kMaxPairs = 1'000;

// Lists the pairs that are scheduled before the first result is known.
std::string pairs_before_first_result(const TournamentPlan& plan) {
  TournamentProgress progress(plan.players.size());
  StageSequence stages(plan.stage_sequence_plan());
  std::string out;
  while (progress.pairs().size() < kMaxPairs) {
    const std::vector<Event> next_events = stages.next_events(progress);
    if (next_events.empty()) return out;
    for (const Event& event : next_events) {
      progress.apply(event);
      const auto* scheduled = std::get_if<PairScheduled>(&event);
      if (scheduled == nullptr) continue;
      out += plan.players[scheduled->pair.first].name + " - " + plan.players[scheduled->pair.second].name + '\n';
    }
  }
  return out + "and so on\n";
}

}  // namespace

std::string dry_run_text(const TournamentPlan& plan) {
  std::string out = pairs_before_first_result(plan);
  std::size_t players = plan.players.size();
  for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
    if (plan.stages[stage].take > 0) players = static_cast<std::size_t>(plan.stages[stage].take);
    const auto games = max_games(plan.stages[stage], players);
    out += formatted("stage %zu, ", stage + 1) + name_of(plan.stages[stage].format);
    out += formatted(", %zu players, ", players) + (games ? formatted("at most %zu games\n", *games) : "without end\n");
  }
  return out;
}

namespace {

using base::formatted;

constexpr double kMilliseconds = 1'000;

int name_width(const TournamentPlan& plan) {
  std::size_t width = 6;
  for (const PlayerEntry& player : plan.players) width = std::max(width, player.name.size());
  return static_cast<int>(width);
}

std::string elo_text(const PlayerStanding& standing) {
  if (!standing.elo) return "       -";
  const auto [value, low, high] = *standing.elo;
  return formatted("%8s  [%s, %s]", base::signed_decimal(value).c_str(), base::signed_decimal(low).c_str(),
                   base::signed_decimal(high).c_str());
}

std::string points_text(double points) { return formatted("%g", points); }

std::string points_text(const GameCounts& counts) {
  return points_text(static_cast<double>(counts.wins) + static_cast<double>(counts.draws) / 2);
}

std::string table_text(const TournamentPlan& plan, const std::vector<PlayerStanding>& standings) {
  const int width = name_width(plan);
  std::string out =
      formatted("    %-*s  points   games     won   drawn    lost refused    late       Elo  [95 %%]\n", width, "");
  const std::vector<std::size_t> scales = elo_scales(standings);
  bool has_scales = false;
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const PlayerStanding& standing = standings[place];
    const auto [losses, draws, wins] = standing.games;
    out += formatted(
        "%3zu %-*s%8s%8lld%8lld%8lld%8lld%8lld%8lld  ", place + 1, width, plan.players[standing.player].name.c_str(),
        points_text(standing.points()).c_str(), static_cast<long long>(standing.games.games()),
        static_cast<long long>(wins), static_cast<long long>(draws), static_cast<long long>(losses),
        static_cast<long long>(standing.decisions.refused), static_cast<long long>(standing.decisions.late));
    out += elo_text(standing);
    out += scales[place] > 0 ? formatted("  Elo scale %zu\n", scales[place]) : std::string("\n");
    has_scales = has_scales || scales[place] > 0;
  }
  return has_scales ? out + "    (no wins connect players of different Elo scales: compare Elo within a scale only)\n"
                    : out;
}

std::string ladder_text(const TournamentPlan& plan, const StageSummary& stage) {
  const int width = name_width(plan);
  std::string out = formatted("    %-*s  rating  95 %%    games   points\n", width, "");
  for (std::size_t place = 0; place < stage.standings.size(); ++place) {
    const PlayerStanding& standing = stage.standings[place];
    const Rating& rating = stage.ratings[standing.player];
    out += formatted("%3zu %-*s%8.0f  +-%-4.0f%8lld%9s\n", place + 1, width, plan.players[standing.player].name.c_str(),
                     rating.rating, kNormal95 * rating.deviation, static_cast<long long>(standing.games.games()),
                     points_text(standing.points()).c_str());
  }
  return out;
}

std::string matches_text(const TournamentPlan& plan, const StageSummary& stage) {
  std::string out;
  for (const MatchSummary& match : stage.matches) {
    if (!match.is_scheduled) continue;  // the report lists the matches that were played
    out += formatted("    match %d%s: ", match.match + 1, match.is_for_third_place ? " (third place)" : "") +
           plan.players[match.first].name + " - " + plan.players[match.second].name + " " +
           points_text(match.first_points) + ":" + points_text(match.second_points);
    const bool is_level = match.first_points == match.second_points;
    out += match.is_decided ? ", " + plan.players[match.winner].name + (is_level ? " goes on\n" : " wins\n") : "\n";
  }
  return out;
}

std::string sprt_text(const Sprt& sprt) {
  const auto [low, high] = sprt.bounds();
  const char* answer = sprt.verdict() == SprtVerdict::open          ? "no answer yet"
                       : sprt.verdict() == SprtVerdict::accept_elo1 ? "stronger"
                                                                    : "not stronger";
  return formatted("    %s: log-likelihood ratio %.2f within [%.2f, %.2f]\n", answer, sprt.log_likelihood_ratio(), low,
                   high);
}

std::string stage_text(const TournamentPlan& plan, const TournamentSummary& summary, std::size_t number) {
  const StageSummary& stage = summary.stages[number];
  std::string out;
  if (plan.stages.size() > 1) {
    out += formatted("\nstage %zu, ", number + 1) + name_of(stage.plan.format) + '\n';
  }
  if (!stage.ratings.empty()) {
    return out + formatted("    season %d\n", stage.season + 1) + ladder_text(plan, stage);
  }
  out += table_text(plan, plan.stages.size() == 1 ? summary.standings : stage.standings);
  out += matches_text(plan, stage);
  if (stage.sprt) out += sprt_text(*stage.sprt);
  return out;
}

// Writes a table whose cells are the points of the row's player against the column's, and the number of their games.
std::string crosstable_text(const TournamentPlan& plan, const TournamentSummary& summary) {
  constexpr std::size_t kMaxColumns = 12;  // more do not fit on a line
  const auto& standings = summary.standings;
  if (standings.size() > kMaxColumns) return "";
  const int width = name_width(plan);
  std::string out = formatted("\n    %-*s", width, "");
  for (std::size_t column = 0; column < standings.size(); ++column) out += formatted("%11zu", column + 1);
  out += '\n';
  for (std::size_t row = 0; row < standings.size(); ++row) {
    const std::size_t player = standings[row].player;
    out += formatted("%3zu %-*s", row + 1, width, plan.players[player].name.c_str());
    for (const PlayerStanding& other : standings) {
      const PairingResult* result = summary.results.find(player, other.player);
      std::string cell = ".";
      if (result != nullptr) {
        const auto counts = result->first == player ? result->games : reversed(result->games);
        cell = points_text(counts) + "/" + std::to_string(counts.games());
      }
      out += formatted("%11s", cell.c_str());
    }
    out += '\n';
  }
  return out;
}

std::string performance_text(const TournamentPlan& plan, const TournamentSummary& summary) {
  const int width = name_width(plan);
  std::string out = formatted(
      "\n    %-*s   longest  (max)  links/chain      sent  cancelled      fell  clears  hands/s\n", width, "");
  for (std::size_t place = 0; place < summary.standings.size(); ++place) {
    const std::size_t player = summary.standings[place].player;
    const Performance performance = summary.performance.of(player);
    if (performance.games() == 0) continue;
    const auto cell = [&performance](Measure measure, const char* format) {
      const auto value = performance.value(measure);
      return value ? formatted(format, *value) : std::string("-");
    };
    using enum Measure;
    const bool has_speed = plan.ruleset.pacing == rules::Pacing::frames;
    out += formatted("%3zu %-*s%10s%7lld%13s%10s%11s%10s%8s%9s\n", place + 1, width, plan.players[player].name.c_str(),
                     cell(longest_chain, "%.2f").c_str(), static_cast<long long>(performance.total().longest_chain),
                     cell(links_per_chain, "%.2f").c_str(), cell(garbage_sent, "%.1f").c_str(),
                     cell(garbage_cancelled, "%.1f").c_str(), cell(garbage_fell, "%.1f").c_str(),
                     cell(all_clears, "%.3f").c_str(), has_speed ? cell(hands_per_second, "%.2f").c_str() : "-");
  }
  return out;
}

std::string times_text(const TournamentPlan& plan, const TournamentSummary& summary) {
  const int width = name_width(plan);
  std::string out = formatted("\n    %-*s  answers   half ms    95 %% ms    longest ms\n", width, "");
  for (std::size_t place = 0; place < summary.standings.size(); ++place) {
    const std::size_t player = summary.standings[place].player;
    const base::Durations& thinking = summary.thinking[player];
    if (thinking.number() == 0) continue;
    const auto milliseconds = [](std::int64_t time) { return static_cast<double>(time) / kMilliseconds; };
    out += formatted("%3zu %-*s%9lld%10.2f%11.2f%14.2f\n", place + 1, width, plan.players[player].name.c_str(),
                     static_cast<long long>(thinking.number()), milliseconds(thinking.quantile(0.5)),
                     milliseconds(thinking.quantile(0.95)), milliseconds(thinking.longest()));
  }
  return out;
}

// Lists the games that players lost by failures, instead of by the rules of the game.
std::string failures_text(const TournamentPlan& plan, const TournamentSummary& summary) {
  std::string out;
  for (const PlayerStanding& standing : summary.standings) {
    std::string causes;
    for (int i = 0; i < duel::kCauseCount; ++i) {
      const auto cause = static_cast<duel::Cause>(i);
      const std::int64_t count = standing.lost_by[static_cast<std::size_t>(i)];
      if (count == 0 || duel::follows_from_rules(cause)) continue;
      causes += (causes.empty() ? "" : ", ") + std::string(duel::name_of(cause)) + " " + std::to_string(count);
    }
    const auto reason = summary.disqualified.find(standing.player);
    const bool is_disqualified = reason != summary.disqualified.end();
    const bool is_benched = summary.benched[standing.player];
    if (causes.empty() && !is_benched) continue;
    out += plan.players[standing.player].name + ": ";
    if (!causes.empty()) out.append("lost by ").append(causes).append(is_benched ? "; " : "");
    if (is_benched) out += is_disqualified ? "disqualified: " + reason->second : "benched";
    out.push_back('\n');
  }
  return out;
}

std::string annulled_text(const TournamentSummary& summary) {
  if (summary.annulled == 0) return "";
  return std::to_string(summary.annulled) + (summary.annulled == 1 ? " game was" : " games were") + " annulled\n";
}

std::string audit_text(const TournamentSummary& summary) {
  const std::int64_t pairs = summary.results.audited.games() / 2;
  if (pairs == 0) return "";
  const std::int64_t alike = summary.results.audited.pairs.front() + summary.results.audited.pairs.back();
  std::string out =
      formatted("%lld %s of one queue with seats exchanged, %lld won by one player", static_cast<long long>(pairs),
                pairs == 1 ? "pair" : "pairs", static_cast<long long>(alike));
  const auto correlation = correlation_in_pairs(summary.results.audited, summary.results.audited_games);
  return out + (correlation ? formatted(": correlation %.2f\n", *correlation) : std::string("\n"));
}

std::string cycles_text(const TournamentPlan& plan, const TournamentSummary& summary) {
  constexpr std::size_t kMax = 10;
  std::string out;
  for (std::size_t i = 0; i < std::min(summary.cycles.size(), kMax); ++i) {
    const Cycle& cycle = summary.cycles[i];
    out += cycle.is_certain ? "a cycle: " : "perhaps a cycle: ";
    for (const std::size_t player : cycle.players) out += plan.players[player].name + " > ";
    out += plan.players[cycle.players.front()].name + '\n';
  }
  return out;
}

std::string title(const TournamentPlan& plan, const TournamentSummary& summary, bool hides_seed) {
  std::string formats;
  for (const StagePlan& stage : plan.stages) {
    formats.append(formats.empty() ? "" : " and ").append(name_of(stage.format));
  }
  std::string out = plan.name + ", " + formats + ", " + plan.ruleset.id;
  if (!hides_seed) out += formatted(", seed %llu", static_cast<unsigned long long>(plan.seed));
  out += formatted(": %zu", summary.games);
  if (summary.max_games && !summary.is_over) out += formatted(" of %zu", *summary.max_games);
  return out + (summary.is_over ? " games, over\n" : " games\n");
}

}  // namespace

std::string report_text(TournamentSnapshot& snapshot, const ReportOptions& options) {
  const TournamentPlan& plan = snapshot.plan;
  const auto shared = summarise(snapshot);
  const TournamentSummary& summary = *shared;
  std::string out = title(plan, summary, options.hides_seed);
  for (std::size_t stage = 0; stage < summary.stages.size(); ++stage) out += stage_text(plan, summary, stage);
  if (plan.stages.size() > 1)
    out += "\nall stages, in the order of the final ranks\n" + table_text(plan, summary.standings);
  out += crosstable_text(plan, summary) + performance_text(plan, summary);
  if (options.times) out += times_text(plan, summary);
  const std::string notes =
      failures_text(plan, summary) + annulled_text(summary) + audit_text(summary) + cycles_text(plan, summary);
  if (!notes.empty()) out += '\n' + notes;
  return out;
}

namespace {

// Returns the ratings of the last stage; nullptr: the last stage is not a ladder.
const std::vector<Rating>* ratings_of(const TournamentPlan& plan, const TournamentSummary& summary) {
  const bool has_last = summary.stages.size() == plan.stages.size() && !summary.stages.back().ratings.empty();
  return has_last ? &summary.stages.back().ratings : nullptr;
}

}  // namespace

std::string report_csv(TournamentSnapshot& snapshot) {
  const TournamentPlan& plan = snapshot.plan;
  const auto shared = summarise(snapshot);
  const TournamentSummary& summary = *shared;
  const std::vector<PlayerStanding>& standings = summary.standings;
  const std::vector<std::size_t> scales = elo_scales(standings);
  const std::vector<Rating>* ratings = ratings_of(plan, summary);
  base::Table table{
      .columns = {"place", "player", "author", "points", "games", "won", "drawn", "lost", "elo", "elo_low", "elo_high",
                  "elo_scale", "rating", "deviation", "refused", "late", "disqualified"},
      .rows = {}};
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const PlayerStanding& standing = standings[place];
    const PlayerEntry& player = plan.players[standing.player];
    const auto [losses, draws, wins] = standing.games;
    const auto elo = [&standing](double Interval::* value) {
      return standing.elo ? base::Cell::literal(formatted("%.2f", *standing.elo.*value)) : base::Cell();
    };
    const auto rating = [&standing, ratings](double Rating::* value) {
      if (ratings == nullptr) return base::Cell();
      return base::Cell::literal(formatted("%.1f", (*ratings)[standing.player].*value));
    };
    const auto reason = summary.disqualified.find(standing.player);
    table.rows.push_back(
        {std::uint64_t{place + 1}, player.name, player.author, base::Cell::literal(points_text(standing.points())),
         standing.games.games(), wins, draws, losses, elo(&Interval::value), elo(&Interval::low), elo(&Interval::high),
         scales[place] > 0 ? base::Cell(std::uint64_t{scales[place]}) : base::Cell(), rating(&Rating::rating),
         rating(&Rating::deviation), standing.decisions.refused, standing.decisions.late,
         reason == summary.disqualified.end() ? base::Cell() : base::Cell(reason->second)});
  }
  return base::text_of(table, base::TableFormat::csv);
}

std::string report_markdown(TournamentSnapshot& snapshot) {
  const TournamentPlan& plan = snapshot.plan;
  const auto shared = summarise(snapshot);
  const TournamentSummary& summary = *shared;
  const std::vector<PlayerStanding>& standings = summary.standings;
  const std::vector<Rating>* ratings = ratings_of(plan, summary);
  const std::vector<std::size_t> scales = elo_scales(standings);
  base::Table table{.columns = {"", "player", "points", "games", "won", "drawn", "lost", "refused", "late",
                                ratings == nullptr ? "Elo" : "rating", "95 %"},
                    .rows = {}};
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const PlayerStanding& standing = standings[place];
    const auto [losses, draws, wins] = standing.games;
    const bool is_disqualified = summary.disqualified.contains(standing.player);
    const std::string name = plan.players[standing.player].name + (is_disqualified ? " (disqualified)" : "");
    std::string strength;
    std::string interval;
    if (ratings != nullptr) {
      const auto [rating, deviation, volatility] = (*ratings)[standing.player];
      const double half = kNormal95 * deviation;
      strength = formatted("%.0f", rating);
      interval = formatted("%.0f to %.0f", rating - half, rating + half);
    } else if (standing.elo) {
      strength = base::signed_decimal(standing.elo->value);
      interval = base::signed_decimal(standing.elo->low) + " to " + base::signed_decimal(standing.elo->high);
      if (scales[place] > 0) interval += formatted(" on Elo scale %zu", scales[place]);
    }
    table.rows.push_back({std::uint64_t{place + 1}, name, base::Cell::literal(points_text(standing.points())),
                          standing.games.games(), wins, draws, losses, standing.decisions.refused,
                          standing.decisions.late, strength, interval});
  }
  return base::text_of(table, base::TableFormat::markdown);
}

}  // namespace rensa::tournament
