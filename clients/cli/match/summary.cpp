#include "clients/cli/match/summary.h"

#include <algorithm>
#include <cinttypes>

#include "engine/duel/outcome.h"
#include "server/base/formatted.h"
#include "server/base/signed_decimal.h"

namespace rensa::cli {

namespace {

using base::formatted;

constexpr int kFramesPerSecond = 60;
constexpr std::int64_t kGamesForInterval = 2;

bool has_turns(const MatchSetup& setup) { return setup.ruleset.pacing == rules::Pacing::turns; }

// Estimates the strength of the first player. In a swapped match, a pair of games is one observation, because its two
// games depend on each other.
Strength match_strength(const MatchSetup& setup, const MatchTotals& totals) {
  if (setup.swap && totals.games() > 1)
    return estimate_strength(tournament::Sample(tournament::PairCounts{totals.pairs()}));
  const tournament::GameCounts games{
      .losses = totals.entrant(1).wins, .draws = totals.draws(), .wins = totals.entrant(0).wins};
  return estimate_strength(tournament::Sample(games));
}

std::string entrant_name(const MatchSetup& setup, int entrant) {
  return setup.entrants[static_cast<std::size_t>(entrant)].name;
}

// Formats the rows of the table, which has a column for each entrant.
struct TableRow {
  std::array<int, 2> widths{};

  std::string of(const char* what, std::int64_t one, std::int64_t two) const {
    return formatted("  %-18s%*" PRId64 "%*" PRId64 "\n", what, widths[0], one, widths[1], two);
  }
};

// A count of the summary, by its names for people and in JSON.
struct SummaryCount {
  const char* text;
  const char* key;
  std::int64_t duel::GameStatistics::* count;
};
constexpr std::array kSummaryCounts = {
    SummaryCount{"longest chain", "longest_chain", &duel::GameStatistics::longest_chain},
    SummaryCount{"hands", "hands", &duel::GameStatistics::hands},
    SummaryCount{"points", "points", &duel::GameStatistics::score},
    SummaryCount{"all clears", "all_clears", &duel::GameStatistics::all_clears},
    SummaryCount{"garbage sent", "garbage_sent", &duel::GameStatistics::garbage_sent},
    SummaryCount{"garbage cancelled", "garbage_cancelled", &duel::GameStatistics::garbage_cancelled}};

constexpr int kColumnWidth = 12;
int width_of(const std::string& name) { return std::max(kColumnWidth, static_cast<int>(name.size()) + 2); }

std::string totals_table(const MatchSetup& setup, const MatchTotals& totals) {
  const duel::GameStatistics& one = totals.entrant(0).statistics;
  const duel::GameStatistics& two = totals.entrant(1).statistics;
  const TableRow row{{width_of(entrant_name(setup, 0)), width_of(entrant_name(setup, 1))}};
  std::string out = formatted("  %-18s%*s%*s\n", "", row.widths[0], entrant_name(setup, 0).c_str(), row.widths[1],
                              entrant_name(setup, 1).c_str());
  out += row.of("wins", totals.entrant(0).wins, totals.entrant(1).wins);
  for (const auto& [text, key, count] : kSummaryCounts) out += row.of(text, one.*count, two.*count);
  return out;
}

std::string causes_text(const MatchTotals& totals) {
  std::string out = "ended by";
  for (int i = 0; i < duel::kCauseCount; ++i) {
    const auto cause = static_cast<duel::Cause>(i);
    if (totals.ended_by(cause) == 0) continue;
    out += formatted(" %s %" PRId64, std::string(name_of(cause)).c_str(), totals.ended_by(cause));
  }
  return out += '\n';
}

// Formats the difference in Elo. If it is unbounded on one side, only the other bound is known.
std::string elo_text(const Strength& strength) {
  const tournament::Interval& elo = strength.elo;
  const std::string low = base::signed_decimal(elo.low);
  const std::string high = base::signed_decimal(elo.high);
  if (!strength.is_elo_unbounded) return base::signed_decimal(elo.value) + ", 95 % interval " + low + " to " + high;
  return elo.value > 0 ? "-, above " + low : "-, below " + high;
}

std::string elo_json(const Strength& strength, bool known) {
  if (!known) return "null";
  const tournament::Interval& elo = strength.elo;
  const auto number = [](double value, bool has_bound) { return has_bound ? formatted("%.6f", value) : "null"; };
  const bool is_won = strength.is_elo_unbounded && elo.value > 0;
  const bool is_lost = strength.is_elo_unbounded && elo.value < 0;
  return "{\"value\": " + number(elo.value, !strength.is_elo_unbounded) + ", \"low\": " + number(elo.low, !is_lost) +
         ", \"high\": " + number(elo.high, !is_won) + "}";
}

std::string interval_json(const tournament::Interval& interval, bool known) {
  if (!known) return "null";
  return formatted("{\"value\": %.6f, \"low\": %.6f, \"high\": %.6f}", interval.value, interval.low, interval.high);
}

std::string entrant_json(const MatchSetup& setup, const MatchTotals& totals, int index) {
  const duel::GameStatistics& statistics = totals.entrant(index).statistics;
  std::string out = "    {\"name\": \"" + entrant_name(setup, index) + "\"";
  const auto member = [&out](const char* key, std::int64_t value) {
    out += formatted(", \"%s\": %" PRId64, key, value);
  };
  member("wins", totals.entrant(index).wins);
  for (const auto& [text, key, count] : kSummaryCounts) member(key, statistics.*count);
  return out += '}';
}

std::string causes_json(const MatchTotals& totals) {
  std::string out = "{";
  for (int i = 0; i < duel::kCauseCount; ++i) {
    const auto cause = static_cast<duel::Cause>(i);
    if (totals.ended_by(cause) == 0) continue;
    if (out.size() > 1) out += ", ";
    out += formatted("\"%s\": %" PRId64, std::string(name_of(cause)).c_str(), totals.ended_by(cause));
  }
  return out += '}';
}

}  // namespace

Strength estimate_strength(const tournament::Sample& sample) {
  const tournament::EloEstimate elo = tournament::estimate_elo(sample);
  Strength strength{.score = tournament::estimate_score(sample), .elo = elo.elo, .is_elo_unbounded = elo.is_unbounded};
  // The estimate of a score that was always the same leaves room for others. The score itself is known.
  for (const double all : {0.0, 1.0}) {
    if (!sample.has_only_score(all)) continue;
    const tournament::Interval score = tournament::wilson_interval(all, sample.units());
    strength.score = {.value = all, .low = std::max(score.low, 0.0), .high = std::min(score.high, 1.0)};
  }
  return strength;
}

std::string format_frame_time(std::int64_t frames) {
  const std::int64_t seconds = frames / kFramesPerSecond;
  return formatted("%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
}

std::string score_line(const MatchSetup& setup, const MatchTotals& totals) {
  std::string out = entrant_name(setup, 0);
  out += formatted(" %" PRId64 ", ", totals.entrant(0).wins) + entrant_name(setup, 1);
  out += formatted(" %" PRId64 ", drawn %" PRId64 " of %" PRIu32, totals.entrant(1).wins, totals.draws(), setup.games);
  return out;
}

std::string summary_text(const MatchSetup& setup, const MatchTotals& totals) {
  std::string out = entrant_name(setup, 0) + " against " + entrant_name(setup, 1) + ", " + setup.ruleset.id;
  out += formatted(", seed %" PRIu64 ", %" PRId64 " of %" PRIu32 " games\n", setup.seed, totals.games(), setup.games);
  if (totals.games() == 0) return out;
  out += totals_table(setup, totals);
  out += formatted("drawn %" PRId64 ", ", totals.draws()) + causes_text(totals);
  const std::int64_t mean = totals.frames() / totals.games();
  if (has_turns(setup)) {
    out += formatted("%" PRId64 " turns, %" PRId64 " a game\n", totals.frames(), mean);
  } else {
    out += formatted("%" PRId64 " frames, %" PRId64 " (%s) a game\n", totals.frames(), mean,
                     format_frame_time(mean).c_str());
  }
  if (totals.games() >= kGamesForInterval) {
    const Strength strength = match_strength(setup, totals);
    const tournament::Interval& score = strength.score;
    out += formatted("score of %s %.4f, 95 %% interval %.4f to %.4f\n", entrant_name(setup, 0).c_str(), score.value,
                     score.low, score.high);
    out += "Elo difference " + elo_text(strength) + '\n';
  }
  if (setup.expects_mirrored_pairs()) {
    out += formatted("seats exchanged: %" PRId64 " of %" PRId64 " pairs were not mirrored\n",
                     totals.pairs_not_mirrored(), totals.games() / 2);
  }
  return out;
}

std::string summary_json(const MatchSetup& setup, const MatchTotals& totals) {
  const bool known = totals.games() >= kGamesForInterval;
  const Strength strength = known ? match_strength(setup, totals) : Strength{};
  std::string out = "{\n  \"ruleset\": \"" + setup.ruleset.id;
  out += formatted("\", \"ruleset_digest\": \"%016" PRIx64 "\",\n", rules::digest(setup.ruleset));
  out += formatted("  \"seed\": %" PRIu64 ", \"games_planned\": %" PRIu32 ", \"games\": %" PRId64 ",\n", setup.seed,
                   setup.games, totals.games());
  out += "  \"players\": [\n" + entrant_json(setup, totals, 0) + ",\n" + entrant_json(setup, totals, 1) + "\n  ],\n";
  out += formatted("  \"draws\": %" PRId64 ", \"causes\": ", totals.draws()) + causes_json(totals) + ",\n";
  out += formatted("  \"%s\": %" PRId64 ",\n", has_turns(setup) ? "turns" : "frames", totals.frames());
  out += "  \"score\": " + interval_json(strength.score, known) + ",\n";
  out += "  \"elo\": " + elo_json(strength, known) + ",\n";
  if (setup.expects_mirrored_pairs()) {
    out += formatted("  \"pairs\": %" PRId64 ", \"pairs_not_mirrored\": %" PRId64 ",\n", totals.games() / 2,
                     totals.pairs_not_mirrored());
  }
  return out += formatted("  \"digest\": \"%016" PRIx64 "\"\n}\n", totals.digest());
}

}  // namespace rensa::cli
