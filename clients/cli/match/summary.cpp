#include "clients/cli/match/summary.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

#include "clients/cli/match/strength.h"
#include "engine/duel/cause_name.h"

namespace rensa::cli {

namespace {

constexpr int kFramesPerSecond = 60;
constexpr std::int64_t kGamesForInterval = 2;

bool in_turns(const MatchSetup& setup) { return setup.ruleset.pacing == rules::Pacing::turns; }

// Pairs are the sample of a swapped match: the two games in one depend on each other, most often entirely.
Strength strength_in(const MatchSetup& setup, const Tally& tally) {
  if (setup.swap && tally.games() > 1) return strength_of(league::Sample(league::PairCounts{tally.pairs()}));
  const league::GameCounts games{
      .losses = tally.entrant(1).wins, .draws = tally.draws(), .wins = tally.entrant(0).wins};
  return strength_of(league::Sample(games));
}

template <typename... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

std::string name(const MatchSetup& setup, int entrant) {
  return setup.entrants[static_cast<std::size_t>(entrant)].name;
}

// Of the two columns that have names above them.
struct Row {
  std::array<int, 2> widths{};

  std::string of(const char* what, std::int64_t one, std::int64_t two) const {
    return text("  %-18s%*" PRId64 "%*" PRId64 "\n", what, widths[0], one, widths[1], two);
  }
};

constexpr int kColumnWidth = 12;
int width_of(const std::string& name) { return std::max(kColumnWidth, static_cast<int>(name.size()) + 2); }

std::string table(const MatchSetup& setup, const Tally& tally) {
  const duel::Feats& one = tally.entrant(0).feats;
  const duel::Feats& two = tally.entrant(1).feats;
  const Row row{{width_of(name(setup, 0)), width_of(name(setup, 1))}};
  std::string out =
      text("  %-18s%*s%*s\n", "", row.widths[0], name(setup, 0).c_str(), row.widths[1], name(setup, 1).c_str());
  out += row.of("wins", tally.entrant(0).wins, tally.entrant(1).wins);
  out += row.of("longest chain", one.longest_chain, two.longest_chain);
  out += row.of("hands", one.hands, two.hands);
  out += row.of("points", one.score, two.score);
  out += row.of("all clears", one.all_clears, two.all_clears);
  out += row.of("garbage sent", one.garbage_sent, two.garbage_sent);
  out += row.of("garbage cancelled", one.garbage_cancelled, two.garbage_cancelled);
  return out;
}

std::string causes_text(const Tally& tally) {
  std::string out = "ended by";
  for (int i = 0; i < duel::kCauses; ++i) {
    const auto cause = static_cast<duel::Cause>(i);
    if (tally.ended_by(cause) == 0) continue;
    out += text(" %s %" PRId64, std::string(name_of(cause)).c_str(), tally.ended_by(cause));
  }
  return out += '\n';
}

std::string interval_json(const league::Interval& interval, bool known) {
  if (!known) return "null";
  return text("{\"value\": %.6f, \"low\": %.6f, \"high\": %.6f}", interval.value, interval.low, interval.high);
}

std::string entrant_json(const MatchSetup& setup, const Tally& tally, int index) {
  const duel::Feats& feats = tally.entrant(index).feats;
  std::string out = "    {\"name\": \"" + name(setup, index) + "\"";
  const auto member = [&out](const char* key, std::int64_t value) { out += text(", \"%s\": %" PRId64, key, value); };
  member("wins", tally.entrant(index).wins);
  member("longest_chain", feats.longest_chain);
  member("hands", feats.hands);
  member("points", feats.score);
  member("all_clears", feats.all_clears);
  member("garbage_sent", feats.garbage_sent);
  member("garbage_cancelled", feats.garbage_cancelled);
  return out += '}';
}

std::string causes_json(const Tally& tally) {
  std::string out = "{";
  for (int i = 0; i < duel::kCauses; ++i) {
    const auto cause = static_cast<duel::Cause>(i);
    if (tally.ended_by(cause) == 0) continue;
    if (out.size() > 1) out += ", ";
    out += text("\"%s\": %" PRId64, std::string(name_of(cause)).c_str(), tally.ended_by(cause));
  }
  return out += '}';
}

}  // namespace

std::string time_of_frames(std::int64_t frames) {
  const std::int64_t seconds = frames / kFramesPerSecond;
  return text("%" PRId64 ":%02" PRId64, seconds / 60, seconds % 60);
}

std::string standing(const MatchSetup& setup, const Tally& tally) {
  std::string out = name(setup, 0);
  out += text(" %" PRId64 ", ", tally.entrant(0).wins) + name(setup, 1);
  out += text(" %" PRId64 ", drawn %" PRId64 " of %" PRIu32, tally.entrant(1).wins, tally.draws(), setup.games);
  return out;
}

std::string summary_text(const MatchSetup& setup, const Tally& tally) {
  std::string out = name(setup, 0) + " against " + name(setup, 1) + ", " + setup.ruleset.id;
  out += text(", seed %" PRIu64 ", %" PRId64 " of %" PRIu32 " games\n", setup.seed, tally.games(), setup.games);
  if (tally.games() == 0) return out;
  out += table(setup, tally);
  out += text("drawn %" PRId64 ", ", tally.draws()) + causes_text(tally);
  const std::int64_t mean = tally.frames() / tally.games();
  if (in_turns(setup)) {
    out += text("%" PRId64 " turns, %" PRId64 " a game\n", tally.frames(), mean);
  } else {
    out += text("%" PRId64 " frames, %" PRId64 " (%s) a game\n", tally.frames(), mean, time_of_frames(mean).c_str());
  }
  if (tally.games() >= kGamesForInterval) {
    const Strength strength = strength_in(setup, tally);
    const league::Interval& score = strength.score;
    const league::Interval& elo = strength.elo;
    out += text("score of %s %.4f, 95 %% interval %.4f to %.4f\n", name(setup, 0).c_str(), score.value, score.low,
                score.high);
    out += text("Elo difference %+.1f, 95 %% interval %+.1f to %+.1f\n", elo.value, elo.low, elo.high);
  }
  if (setup.has_mirrors()) {
    out += text("seats exchanged: %" PRId64 " of %" PRId64 " pairs were not mirrored\n", tally.unmirrored(),
                tally.games() / 2);
  }
  return out;
}

std::string summary_json(const MatchSetup& setup, const Tally& tally) {
  const bool known = tally.games() >= kGamesForInterval;
  const Strength strength = known ? strength_in(setup, tally) : Strength{};
  std::string out = "{\n  \"ruleset\": \"" + setup.ruleset.id;
  out += text("\", \"ruleset_digest\": \"%016" PRIx64 "\",\n", rules::digest(setup.ruleset));
  out += text("  \"seed\": %" PRIu64 ", \"games_planned\": %" PRIu32 ", \"games\": %" PRId64 ",\n", setup.seed,
              setup.games, tally.games());
  out += "  \"players\": [\n" + entrant_json(setup, tally, 0) + ",\n" + entrant_json(setup, tally, 1) + "\n  ],\n";
  out += text("  \"draws\": %" PRId64 ", \"causes\": ", tally.draws()) + causes_json(tally) + ",\n";
  out += text("  \"%s\": %" PRId64 ",\n", in_turns(setup) ? "turns" : "frames", tally.frames());
  out += "  \"score\": " + interval_json(strength.score, known) + ",\n";
  out += "  \"elo\": " + interval_json(strength.elo, known) + ",\n";
  if (setup.has_mirrors()) {
    out +=
        text("  \"pairs\": %" PRId64 ", \"pairs_not_mirrored\": %" PRId64 ",\n", tally.games() / 2, tally.unmirrored());
  }
  return out += text("  \"digest\": \"%016" PRIx64 "\"\n}\n", tally.digest());
}

}  // namespace rensa::cli
