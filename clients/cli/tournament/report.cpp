#include "clients/cli/tournament/report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/duel/cause_name.h"
#include "server/league/standings.h"

namespace rensa::cli {

namespace {

using nlohmann::ordered_json;

template <typename... Values>
std::string text(const char* format, Values... values) {
  std::array<char, 256> buffer{};
  std::snprintf(buffer.data(), buffer.size(), format, values...);
  return buffer.data();
}

const char* name_of(Format format) { return format == Format::round_robin ? "round-robin" : "gauntlet"; }

int name_width(const TournamentPlan& plan) {
  std::size_t width = 6;
  for (const players::Entrant& player : plan.players) width = std::max(width, player.name.size());
  return static_cast<int>(std::min<std::size_t>(width, 40));
}

std::string elo_text(const league::Standing& standing) {
  if (!standing.elo) return "       -";
  const auto [value, low, high] = *standing.elo;
  return text("%+8.1f  [%+.1f, %+.1f]", value, low, high);
}

std::string points_text(double points) { return text("%g", points); }

// Points of the row's player against the column's, of so many games.
std::string crosstable_text(const TournamentPlan& plan, const league::Tournament& tournament,
                            const std::vector<league::Standing>& standings) {
  constexpr std::size_t kMostColumns = 12;  // more do not fit on a line
  if (standings.size() > kMostColumns) return "";
  const int width = name_width(plan);
  const std::size_t players = plan.players.size();
  const auto table = league::crosstable_of(tournament, players);
  std::string out = text("\n    %-*s", width, "");
  for (std::size_t column = 0; column < standings.size(); ++column) out += text("%11zu", column + 1);
  out += '\n';
  for (std::size_t row = 0; row < standings.size(); ++row) {
    out += text("%3zu %-*s", row + 1, width, plan.players[standings[row].player].name.c_str());
    for (const league::Standing& other : standings) {
      const league::GameCounts& counts = table[standings[row].player * players + other.player];
      const double points = static_cast<double>(counts.wins) + static_cast<double>(counts.draws) / 2;
      const std::string cell = counts.games() == 0 ? "." : points_text(points) + "/" + std::to_string(counts.games());
      out += text("%11s", cell.c_str());
    }
    out += '\n';
  }
  return out;
}

}  // namespace

std::string report_text(const TournamentPlan& plan, const league::Tournament& tournament) {
  const auto standings = league::standings_of(tournament, plan.players.size());
  const int width = name_width(plan);
  std::string out = plan.name + ", " + name_of(plan.format) + ", " + plan.ruleset.id;
  out += text(", seed %llu: %zu of %zu games\n", static_cast<unsigned long long>(plan.seed), tournament.games_over(),
              tournament.games());
  out += text("    %-*s  points   games     won   drawn    lost       Elo  [95 %%]\n", width, "");
  for (std::size_t place = 0; place < standings.size(); ++place) {
    const league::Standing& standing = standings[place];
    const auto [losses, draws, wins] = standing.games;
    out += text("%3zu %-*s%8s%8lld%8lld%8lld%8lld  ", place + 1, width, plan.players[standing.player].name.c_str(),
                points_text(standing.points()).c_str(), static_cast<long long>(standing.games.games()),
                static_cast<long long>(wins), static_cast<long long>(draws), static_cast<long long>(losses));
    out += elo_text(standing) + '\n';
  }
  return out + crosstable_text(plan, tournament, standings);
}

std::string report_json(const TournamentPlan& plan, const league::Tournament& tournament) {
  ordered_json out = {{"name", plan.name},
                      {"format", name_of(plan.format)},
                      {"ruleset", plan.ruleset.id},
                      {"seed", plan.seed},
                      {"games", tournament.games_over()},
                      {"games_planned", tournament.games()},
                      {"standings", ordered_json::array()},
                      {"pairings", ordered_json::array()}};
  const std::size_t players = plan.players.size();
  for (const league::Standing& standing : league::standings_of(tournament, players)) {
    ordered_json row = {{"player", plan.players[standing.player].name},
                        {"points", standing.points()},
                        {"games", standing.games.games()},
                        {"wins", standing.games.wins},
                        {"draws", standing.games.draws},
                        {"losses", standing.games.losses},
                        {"component", standing.component},
                        {"elo", nullptr}};
    if (standing.elo) {
      row["elo"] = {{"value", standing.elo->value}, {"low", standing.elo->low}, {"high", standing.elo->high}};
    }
    row["lost_by"] = ordered_json::object();
    for (int i = 0; i < duel::kCauses; ++i) {
      const std::int64_t count = standing.lost_by[static_cast<std::size_t>(i)];
      if (count > 0) row["lost_by"][std::string(duel::name_of(static_cast<duel::Cause>(i)))] = count;
    }
    out["standings"].push_back(row);
  }
  const auto table = league::crosstable_of(tournament, players);
  for (std::size_t one = 0; one < players; ++one) {
    for (std::size_t two = one + 1; two < players; ++two) {
      const league::GameCounts& counts = table[one * players + two];
      if (counts.games() == 0) continue;
      out["pairings"].push_back({{"players", {plan.players[one].name, plan.players[two].name}},
                                 {"wins", counts.wins},
                                 {"draws", counts.draws},
                                 {"losses", counts.losses}});
    }
  }
  return out.dump(2) + '\n';
}

}  // namespace rensa::cli
