#include "clients/cli/lab/nplayer_report.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "clients/cli/lab/nplayer_claims.h"
#include "clients/cli/lab/solo_run.h"

namespace rensa::cli {

namespace {

using experiments::Searcher;

// Two naive players are told apart by where they sit.
std::string name_of_player(const NplayerCell& cell, std::size_t player) {
  const auto& players = cell.contest.players;
  const bool is_twice = players[player] == Searcher::naive && players[1] == Searcher::naive;
  if (!is_twice || player == 0) return name_of(players[player]);
  return player == 1 ? "Naive after it" : "Naive before it";
}

std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

const NplayerCell* find(const NplayerRun& run, int figure, Shown shown, Searcher first, int depth) {
  const auto found = std::find_if(run.begin(), run.end(), [&](const NplayerCell& cell) {
    return cell.figure == figure && cell.shown == shown && cell.contest.players[0] == first &&
           cell.contest.depth == depth;
  });
  return found == run.end() ? nullptr : &*found;
}

int draws_in(const NplayerCell& cell) {
  return static_cast<int>(
      std::count_if(cell.games.begin(), cell.games.end(), [](const experiments::LineupResult& game) {
        return game.points[0] == game.points[1] && game.points[0] == game.points[2];
      }));
}

double moves_a_player(const NplayerCell& cell) {
  double plies = 0;
  for (const experiments::LineupResult& game : cell.games) plies += game.plies;
  return plies / (3.0 * static_cast<double>(cell.games.size()));
}

}  // namespace

void print_nplayer(const NplayerRun& run) {
  std::cout << "figure game     depth  player             wins [95 %]             moves read  nodes a move\n";
  for (const NplayerCell& cell : run) {
    for (std::size_t player = 0; player < 3; ++player) {
      const NplayerEffort effort = effort_of(cell, player);
      std::cout << std::setw(6) << cell.figure << ' ' << std::left << std::setw(9) << name_of_game(cell) << std::right
                << std::setw(5) << cell.contest.depth << "  " << std::left << std::setw(17)
                << name_of_player(cell, player) << std::setw(24) << percent_of(share_of(cell, player)) << std::right
                << std::setw(10) << fixed(effort.depth, 1) << std::setw(14) << fixed(effort.expanded, 0) << '\n';
    }
    if (!cell.branching && draws_in(cell) > 0) std::cout << "       draws: " << draws_in(cell) << '\n';
  }
  std::cout << "\nWhat the document says of its figures; by how much in points of 100, game by game\n";
  for (const NplayerClaim& claim : claims_of(run)) {
    std::cout << std::left << std::setw(11) << name_of(claim.verdict) << std::setw(82) << claim.text
              << fixed(100 * claim.difference.value, 1) << " [" << fixed(100 * claim.difference.low, 1) << ", "
              << fixed(100 * claim.difference.high, 1) << "]\n";
  }
  std::cout << '\n' << markdown_of(compared_of(run));
}

nlohmann::ordered_json json_of_nplayer(const NplayerRun& run) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NplayerCell& cell : run) {
    nlohmann::ordered_json players = nlohmann::ordered_json::array();
    for (std::size_t player = 0; player < 3; ++player) {
      const NplayerEffort effort = effort_of(cell, player);
      players.push_back({{"player", name_of_player(cell, player)},
                         {"wins", json_of(share_of(cell, player))},
                         {"reads", effort.depth},
                         {"nodes_per_move", effort.expanded},
                         {"choices", effort.choices}});
    }
    rows.push_back({{"figure", cell.figure},
                    {"game", name_of_game(cell)},
                    {"depth", cell.contest.depth},
                    {"games", cell.games.size()},
                    {"draws", cell.branching ? 0 : draws_in(cell)},
                    {"moves_per_player", cell.branching ? 20.0 : moves_a_player(cell)},
                    {"players", players}});
  }
  nlohmann::ordered_json claims = nlohmann::ordered_json::array();
  for (const NplayerClaim& claim : claims_of(run)) {
    claims.push_back({{"section", claim.section},
                      {"claim", claim.text},
                      {"difference", json_of(claim.difference)},
                      {"verdict", name_of(claim.verdict)}});
  }
  return {{"rows", rows}, {"claims", claims}};
}

std::optional<Plot> plot_of_nplayer(const NplayerRun& run, int figure) {
  Plot plot{.title = "Document 001, figure " + std::to_string(figure),
            .x_label = "depth of Max-N",
            .y_label = "wins, %",
            .lines = {},
            .first_x = 2};
  for (const NplayerCell& cell : run) {
    if (cell.figure != figure || cell.shown != Shown::in_figure) continue;
    if (plot.lines.empty()) plot.title += cell.branching ? ": random games, " + name_of_game(cell) : ": diamond game";
    const auto& players = cell.contest.players;
    const bool is_pair = players[1] != Searcher::naive;
    for (std::size_t player = 0; player < (is_pair ? 2U : 1U); ++player) {
      std::string name = name_of(players[player]);
      if (is_pair) name += " (with " + name_of(players[1 - player]) + ")";
      auto line = std::find_if(plot.lines.begin(), plot.lines.end(), [&](const PlotLine& l) { return l.name == name; });
      if (line == plot.lines.end()) line = plot.lines.insert(line, PlotLine{.name = name, .values = {}});
      const tournament::Interval share = share_of(cell, player);
      line->values.push_back(100 * share.value);
      line->bars.push_back({100 * share.low, 100 * share.high});
    }
  }
  if (plot.lines.empty()) return std::nullopt;
  return plot;
}

std::vector<Compared> compared_of(const NplayerRun& run) {
  std::vector<Compared> rows;
  const auto add_share = [&](const char* what, int figure, const char* published) {
    const NplayerCell* cell = find(run, figure, Shown::in_text, Searcher::turn_considered, 2);
    if (cell != nullptr) rows.push_back({what, published, percent_of(share_of(*cell, 0))});
  };
  add_share("random games, B = 10, depth 2: Turn-considered with Max-N and Naive", 3, "75.7 %");
  add_share("random games, B = 10, depth 2: Turn-considered with Paranoid and Naive", 4, "73.7 %");
  if (const NplayerCell* cell = find(run, 7, Shown::in_text, Searcher::naive, 2)) {
    double choices = 0;
    for (std::size_t player = 0; player < 3; ++player) choices += effort_of(*cell, player).choices / 3;
    rows.push_back({"diamond game, naive players: moves to choose from", "13", fixed(choices, 1)});
    rows.push_back({"diamond game, naive players: moves a player", "22", fixed(moves_a_player(*cell), 1)});
  }
  constexpr std::array<const char*, 3> kBestFirstReads{"2", "7", "15"};
  constexpr std::array<const char*, 3> kTurnsRead{"6", "11", "18"};
  for (const auto& [searcher, published] :
       {std::pair(Searcher::best_first, kBestFirstReads), std::pair(Searcher::turn_considered, kTurnsRead)}) {
    for (int depth = 2; depth <= 4; ++depth) {
      const NplayerCell* cell = find(run, 8, Shown::in_figure, searcher, depth);
      if (cell == nullptr) continue;
      rows.push_back({"diamond game, depth " + std::to_string(depth) + ": moves that " + name_of(searcher) + " reads",
                      published[static_cast<std::size_t>(depth - 2)], fixed(effort_of(*cell, 0).depth, 1)});
    }
  }
  const std::vector<NplayerClaim> claims = claims_of(run);
  const auto count = [&](Verdict verdict) {
    return std::to_string(std::count_if(claims.begin(), claims.end(),
                                        [&](const NplayerClaim& claim) { return claim.verdict == verdict; }));
  };
  if (!claims.empty()) {
    rows.push_back(
        {"orderings of N-player searches that the text reports", std::to_string(claims.size()),
         count(Verdict::yes) + " yes, " + count(Verdict::undecided) + " undecided, " + count(Verdict::no) + " no"});
  }
  return rows;
}

}  // namespace rensa::cli
