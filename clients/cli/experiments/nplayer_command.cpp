#include <algorithm>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/experiments/experiments.h"
#include "clients/cli/experiments/nplayer_run.h"
#include "clients/cli/experiments/plot.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

using experiments::Searcher;

// Returns the name of a player for people. If all players of the contest are naive, the name tells the seat.
std::string name_of_player(const NplayerContest& contest, std::size_t player) {
  const auto& players = contest.lineup.players;
  const bool is_twice = players[player] == Searcher::naive && players[1] == Searcher::naive;
  if (!is_twice || player == 0) return name_of(players[player]);
  return player == 1 ? "Naive after it" : "Naive before it";
}

const NplayerContest* find(const NplayerRun& run, int figure, ResultSource source, Searcher first, int depth) {
  const auto found = std::find_if(run.begin(), run.end(), [&](const NplayerContest& contest) {
    return contest.figure == figure && contest.source == source && contest.lineup.players[0] == first &&
           contest.lineup.depth == depth;
  });
  return found == run.end() ? nullptr : &*found;
}

int count_draws(const NplayerContest& contest) {
  return static_cast<int>(
      std::count_if(contest.games.begin(), contest.games.end(), [](const experiments::LineupResult& game) {
        return game.points[0] == game.points[1] && game.points[0] == game.points[2];
      }));
}

double moves_per_player(const NplayerContest& contest) {
  double plies = 0;
  for (const experiments::LineupResult& game : contest.games) plies += game.plies;
  return plies / (3.0 * static_cast<double>(contest.games.size()));
}

nlohmann::ordered_json json_of_nplayer(const NplayerPlan& plan, const NplayerRun& run) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NplayerContest& contest : run) {
    nlohmann::ordered_json players = nlohmann::ordered_json::array();
    for (std::size_t player = 0; player < 3; ++player) {
      const NplayerEffort effort = effort_of(contest, player);
      players.push_back({{"player", name_of_player(contest, player)},
                         {"wins", json_of(share_of(contest, player))},
                         {"reads", effort.depth},
                         {"nodes_per_move", effort.expanded},
                         {"choices", effort.choices}});
    }
    rows.push_back({{"figure", contest.figure},
                    {"game", name_of_game(contest)},
                    {"depth", contest.lineup.depth},
                    {"games", contest.games.size()},
                    {"draws", contest.move_count_rule ? 0 : count_draws(contest)},
                    {"moves_per_player", contest.move_count_rule ? 20.0 : moves_per_player(contest)},
                    {"players", players}});
  }
  nlohmann::ordered_json claims = nlohmann::ordered_json::array();
  for (const NplayerClaim& claim : claims_of(run)) {
    claims.push_back({{"section", claim.section},
                      {"claim", claim.text},
                      {"difference", json_of(claim.difference)},
                      {"verdict", name_of(claim.verdict)}});
  }
  return {{"experiment", "nplayer"}, {"trees", plan.trees}, {"rounds", plan.rounds},
          {"seed", plan.seed},       {"rows", rows},        {"claims", claims}};
}

// Returns the shares of wins by the depth of Max-N, as the document draws them, or nothing if the figure was not
// played.
std::optional<Plot> plot_of_nplayer(const NplayerRun& run, int figure) {
  Plot plot{.title = "Document 001, figure " + std::to_string(figure),
            .x_label = "depth of Max-N",
            .y_label = "wins, %",
            .lines = {},
            .first_x = 2};
  for (const NplayerContest& contest : run) {
    if (contest.figure != figure || contest.source != ResultSource::figure) continue;
    if (plot.lines.empty())
      plot.title += contest.move_count_rule ? ": random games, " + name_of_game(contest) : ": diamond game";
    const auto& players = contest.lineup.players;
    const bool is_pair = players[1] != Searcher::naive;
    for (std::size_t player = 0; player < (is_pair ? 2U : 1U); ++player) {
      std::string name = name_of(players[player]);
      if (is_pair) name += " (with " + name_of(players[1 - player]) + ")";
      auto line = std::find_if(plot.lines.begin(), plot.lines.end(), [&](const PlotLine& l) { return l.name == name; });
      if (line == plot.lines.end()) line = plot.lines.insert(line, PlotLine{.name = name, .values = {}});
      const tournament::Interval share = share_of(contest, player);
      line->values.push_back(100 * share.value);
      line->bars.push_back({100 * share.low, 100 * share.high});
    }
  }
  if (plot.lines.empty()) return std::nullopt;
  return plot;
}

std::vector<Comparison> comparisons_of(const NplayerRun& run) {
  std::vector<Comparison> rows;
  const auto add_share = [&](const char* what, int figure, const char* published) {
    const NplayerContest* contest = find(run, figure, ResultSource::text, Searcher::turn_considered, 2);
    if (contest != nullptr) rows.push_back({what, published, percent_of(share_of(*contest, 0))});
  };
  add_share("random games, B = 10, depth 2: Turn-considered with Max-N and Naive", 3, "75.7 %");
  add_share("random games, B = 10, depth 2: Turn-considered with Paranoid and Naive", 4, "73.7 %");
  if (const NplayerContest* contest = find(run, 7, ResultSource::text, Searcher::naive, 2)) {
    double choices = 0;
    for (std::size_t player = 0; player < 3; ++player) choices += effort_of(*contest, player).choices / 3;
    rows.push_back({"diamond game, naive players: moves to choose from", "13", with_decimals(choices, 1)});
    rows.push_back({"diamond game, naive players: moves a player", "22", with_decimals(moves_per_player(*contest), 1)});
  }
  constexpr std::array<const char*, 3> kBestFirstReads{"2", "7", "15"};
  constexpr std::array<const char*, 3> kTurnsRead{"6", "11", "18"};
  for (const auto& [searcher, published] :
       {std::pair(Searcher::best_first, kBestFirstReads), std::pair(Searcher::turn_considered, kTurnsRead)}) {
    for (int depth = 2; depth <= 4; ++depth) {
      const NplayerContest* contest = find(run, 8, ResultSource::figure, searcher, depth);
      if (contest == nullptr) continue;
      rows.push_back({"diamond game, depth " + std::to_string(depth) + ": moves that " + name_of(searcher) + " reads",
                      published[static_cast<std::size_t>(depth - 2)], with_decimals(effort_of(*contest, 0).depth, 1)});
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

void print_nplayer(const NplayerRun& run) {
  std::cout << "figure game     depth  player             wins [95 %]             moves read  nodes a move\n";
  for (const NplayerContest& contest : run) {
    for (std::size_t player = 0; player < 3; ++player) {
      const NplayerEffort effort = effort_of(contest, player);
      std::cout << std::setw(6) << contest.figure << ' ' << std::left << std::setw(9) << name_of_game(contest)
                << std::right << std::setw(5) << contest.lineup.depth << "  " << std::left << std::setw(17)
                << name_of_player(contest, player) << std::setw(24) << percent_of(share_of(contest, player))
                << std::right << std::setw(10) << with_decimals(effort.depth, 1) << std::setw(14)
                << with_decimals(effort.expanded, 0) << '\n';
    }
    if (!contest.move_count_rule && count_draws(contest) > 0)
      std::cout << "       draws: " << count_draws(contest) << '\n';
  }
  std::cout << "\nClaims of the document about its figures; differences of wins in points of 100, game by game\n";
  for (const NplayerClaim& claim : claims_of(run)) {
    std::cout << std::left << std::setw(11) << name_of(claim.verdict) << std::setw(82) << claim.text
              << with_decimals(100 * claim.difference.value, 1) << " [" << with_decimals(100 * claim.difference.low, 1)
              << ", " << with_decimals(100 * claim.difference.high, 1) << "]\n";
  }
  std::cout << '\n' << base::text_of(table_of(comparisons_of(run)), base::TableFormat::markdown);
}

struct NplayerOptions {
  NplayerPlan plan;
  bool quick = false;
  ReportOptions report;
};

// Writes the plot of each figure to a file: PREFIX2.svg, PREFIX3.svg and so on.
void plot_all(const NplayerRun& run, const std::string& prefix) {
  for (const int figure : nplayer_figures()) {
    const auto plot = plot_of_nplayer(run, figure);
    if (plot) command_line::write_output_file(prefix + std::to_string(figure) + ".svg", svg_of(*plot));
  }
}

// Returns a row for each player of each contest.
nlohmann::ordered_json rows_of_players(const nlohmann::ordered_json& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const nlohmann::ordered_json& contest : report["rows"]) {
    for (const nlohmann::ordered_json& player : contest["players"]) {
      nlohmann::ordered_json row = contest;
      row.erase("players");
      row.update(player);
      rows.push_back(row);
    }
  }
  return rows;
}

void run_nplayer_command(const NplayerOptions& options) {
  const NplayerRun run = run_nplayer(options.plan);
  if (options.report.format.is_text()) {
    print_nplayer(run);
  } else {
    const nlohmann::ordered_json report = json_of_nplayer(options.plan, run);
    print_report(report, rows_of_players(report), options.report.format.wanted());
  }
  if (!options.report.plot.empty()) plot_all(run, options.report.plot);
}

}  // namespace

void add_lab_nplayer(command_line::Command& lab) {
  const auto options = std::make_shared<NplayerOptions>();
  NplayerPlan& plan = options->plan;
  command_line::Command& command =
      lab.add_command("nplayer", "Let searches of games of three players play against each other");
  command.add_option("--figure", plan.figures, "Play only these figures of document 001; 7: only naive players")
      .check(command_line::one_of(nplayer_figures()));
  command_line::Option& trees =
      command.add_option("--trees", plan.trees, "Number of random games, each in all orders of the seats")
          .in_range_with_default(2, 1'000'000);
  command_line::Option& rounds =
      command.add_option("--rounds", plan.rounds, "Rounds of the diamond game: each plays all orders of the seats")
          .in_range_with_default(1, 1'000'000);
  command_line::Option& depth = command.add_option("--depth", plan.max_depth, "Greatest depth of Max-N in random games")
                                    .in_range_with_default(2, 12);
  command_line::Option& diamond_depth =
      command.add_option("--diamond-depth", plan.max_diamond_depth, "Greatest depth of Max-N in the diamond game")
          .in_range_with_default(2, 5);
  add_seed_option(command, plan.seed, "Seed of the first game; the next games have the next seeds");
  add_jobs_option(command, plan.jobs, "Number of games at a time");
  command.add_flag("--quick", options->quick, "Use small sizes, which take a quarter of a minute");
  add_report_options(command, options->report, "Write a plot of each figure: PREFIX2.svg and so on", "PREFIX");
  command.set_task([options, &trees, &rounds, &depth, &diamond_depth] {
    if (options->quick) {
      const NplayerPlan quick = quick_nplayer_plan();
      if (!trees.is_given()) options->plan.trees = quick.trees;
      if (!rounds.is_given()) options->plan.rounds = quick.rounds;
      if (!depth.is_given()) options->plan.max_depth = quick.max_depth;
      if (!diamond_depth.is_given()) options->plan.max_diamond_depth = quick.max_diamond_depth;
    }
    run_nplayer_command(*options);
  });
}

std::vector<Comparison> compare_nplayer(const ExperimentRun& run) {
  NplayerPlan plan = run.is_quick ? quick_nplayer_plan() : NplayerPlan{};
  plan.seed = run.seed;
  plan.jobs = run.jobs;
  return comparisons_of(run_nplayer(plan));
}

}  // namespace rensa::cli
