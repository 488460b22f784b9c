#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "clients/cli/experiments/experiments.h"
#include "clients/cli/experiments/plot.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/match.h"
#include "clients/cli/match/summary.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"
#include "clients/command_line/ruleset_option.h"
#include "engine/players/player.h"
#include "engine/players/registry.h"
#include "engine/research/experiments/solo_games.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

namespace {

struct SoloOptions {
  std::vector<std::string> players;
  std::string ruleset;
  experiments::SoloSettings settings;
  int queues = 500;
  std::uint32_t duels = 500;
  int jobs = 1;
  std::uint64_t seed = 1;  // of the first queue; the next queues have the next seeds
  ReportOptions report;
};

// The solo games of one player.
struct SoloRun {
  std::vector<experiments::SoloResult> games;  // one for each queue, in the order of the queues
  double cpu_milliseconds = 0;                 // per hand
};

// Returns one number of each game's best chain, in the order of the games.
std::vector<double> numbers_of(const SoloRun& run, int experiments::FiredChain::* member) {
  std::vector<double> numbers;
  for (const experiments::SoloResult& game : run.games) numbers.push_back(game.best.*member);
  return numbers;
}

std::vector<double> sorted_numbers_of(const SoloRun& run, int experiments::FiredChain::* member) {
  std::vector<double> numbers = numbers_of(run, member);
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

constexpr double kHighScore = 80'000;  // points that the best players must reach
constexpr double kVeryHighScore = 100'000;

// Returns the share of the sorted numbers that are at least `least`.
tournament::Interval share_at_least(const std::vector<double>& sorted, double least) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), least);
  const auto all = static_cast<double>(sorted.size());
  return tournament::wilson_interval(static_cast<double>(sorted.end() - first) / all, all);
}

double quantile(const std::vector<double>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

// Returns the mean number of the hand that fired the best chain; nothing if fewer than two games fired a chain.
std::optional<tournament::Interval> mean_firing_hand(const SoloRun& run) {
  std::vector<double> hands = numbers_of(run, &experiments::FiredChain::hand);
  std::erase(hands, 0);
  return hands.size() < 2 ? std::nullopt : std::optional(tournament::mean_with_normal_interval(hands));
}

tournament::Interval share_of_deaths(const SoloRun& run) {
  const auto count = std::count_if(run.games.begin(), run.games.end(), [](const auto& game) { return game.died; });
  const auto all = static_cast<double>(run.games.size());
  return tournament::wilson_interval(static_cast<double>(count) / all, all);
}

void print(const char* what, const tournament::Interval& interval, double scale = 1) {
  std::cout << "  " << std::left << std::setw(22) << what << std::right << std::setw(12) << scale * interval.value
            << "   " << scale * interval.low << " to " << scale * interval.high << '\n';
}

SoloRun run_solo(const players::Entrant& entrant, const rules::Ruleset& ruleset, const SoloOptions& options) {
  SoloRun run;
  std::size_t hands = 0;
  const double seconds = cpu_seconds_of([&] {
    for (int i = 0; i < options.queues; ++i) {
      const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
      const auto queue = rules::PairQueue::from_seed(seed, ruleset.colours);
      const auto player = entrant.make(ruleset, players::player_seed(seed, 0));
      run.games.push_back(experiments::play_solo_game(*player, ruleset, queue, options.settings));
      hands += static_cast<std::size_t>(run.games.back().hands);
    }
  });
  run.cpu_milliseconds = 1000 * seconds / static_cast<double>(hands);
  return run;
}

void print_solo(const std::string& name, const SoloRun& run) {
  using experiments::FiredChain;
  const std::vector<double> scores = sorted_numbers_of(run, &FiredChain::score);
  std::cout << std::fixed << std::setprecision(2) << name << ", " << run.games.size()
            << " queues: the greatest chain of each, means and 95 % intervals\n";
  print("links", tournament::mean_with_normal_interval(numbers_of(run, &FiredChain::links)));
  print("attack (literature)", tournament::mean_with_normal_interval(numbers_of(run, &FiredChain::attack)));
  if (const auto hand = mean_firing_hand(run)) print("fired at hand", *hand);
  std::cout << std::setprecision(0);
  print("points", tournament::mean_with_normal_interval(scores));
  std::cout << "  points: a tenth below " << quantile(scores, 0.1) << ", half below " << quantile(scores, 0.5)
            << ", a tenth above " << quantile(scores, 0.9) << '\n'
            << std::setprecision(1);
  print("80,000 points, %", share_at_least(scores, kHighScore), 100);
  print("100,000 points, %", share_at_least(scores, kVeryHighScore), 100);
  print("died, %", share_of_deaths(run), 100);
  std::cout << std::setprecision(3) << "  CPU a hand              " << run.cpu_milliseconds << " ms\n" << std::flush;
}

nlohmann::ordered_json json_of_solo(const std::string& name, const SoloRun& run) {
  using experiments::FiredChain;
  const std::vector<double> scores = sorted_numbers_of(run, &FiredChain::score);
  const auto hand = mean_firing_hand(run);
  return {{"player", name},
          {"games", run.games.size()},
          {"links", json_of(tournament::mean_with_normal_interval(numbers_of(run, &FiredChain::links)))},
          {"attack", json_of(tournament::mean_with_normal_interval(numbers_of(run, &FiredChain::attack)))},
          {"hand", hand ? json_of(*hand) : nlohmann::ordered_json()},
          {"points", json_of(tournament::mean_with_normal_interval(scores))},
          {"median_points", quantile(scores, 0.5)},
          {"from_80000", json_of(share_at_least(scores, kHighScore))},
          {"from_100000", json_of(share_at_least(scores, kVeryHighScore))},
          {"died", json_of(share_of_deaths(run))},
          {"cpu_ms_per_hand", run.cpu_milliseconds},
          {"sorted_links", sorted_numbers_of(run, &FiredChain::links)},
          {"sorted_points", scores}};
}

std::vector<players::Entrant> entrants_of(const SoloOptions& options) {
  std::vector<players::Entrant> entrants;
  for (const std::string& text : options.players) {
    const auto entrant = command_line::read_entrant(text);
    if (!entrant) throw command_line::UsageError(entrant.error().message);
    entrants.push_back(*entrant);
  }
  return entrants;
}

void add_common_options(command_line::Command& command, SoloOptions& options) {
  command.add_option("--ruleset", options.ruleset, "A published ruleset or a JSON file").show_default();
  command.add_option("--queues", options.queues, "Number of queues").in_range_with_default(2, 1'000'000);
  add_seed_option(command, options.seed, "Seed of the first queue; the next queues have the next seeds");
  command.add_option("--known-pairs", options.settings.known_pairs, "Number of known pairs, with the current one")
      .in_range_with_default(1, rules::kMaxVisiblePairs)
      .hidden_alias("--pairs");
  command.add_option("--max-hands", options.settings.max_hands, "End a game after this number of hands")
      .in_range_with_default(1, 1000)
      .hidden_alias("--hands");
  command.add_option("--stop-after", options.settings.stop_after_links, "End a game with a chain of this many links")
      .in_range_with_default(1, 19)
      .hidden_alias("--enough");
  add_report_options(command, options.report, "Write a plot of all games into this SVG file");
}

void plot_chains(const SoloOptions& options, const std::vector<players::Entrant>& entrants,
                 const std::vector<SoloRun>& runs, int experiments::FiredChain::* member, const std::string& unit) {
  if (options.report.plot.empty()) return;
  Plot plot{
      .title = "The greatest chain of each game", .x_label = "games, the least first", .y_label = unit, .lines = {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    plot.lines.push_back({entrants[i].name, sorted_numbers_of(runs[i], member)});
  }
  command_line::write_output_file(options.report.plot, svg_of(plot));
}

nlohmann::ordered_json report_head(const char* experiment, const SoloOptions& options) {
  return {{"experiment", experiment},
          {"ruleset", options.ruleset},
          {"queues", options.queues},
          {"seed", options.seed},
          {"known_pairs", options.settings.known_pairs},
          {"most_hands", options.settings.max_hands},
          {"enough_links", options.settings.stop_after_links}};
}

// Runs all players. Prints each result, or adds it to the players of the report.
std::vector<SoloRun> run_all(const SoloOptions& options, const std::vector<players::Entrant>& entrants,
                             const rules::Ruleset& ruleset, nlohmann::ordered_json& report) {
  std::vector<SoloRun> runs;
  for (const players::Entrant& entrant : entrants) {
    runs.push_back(run_solo(entrant, ruleset, options));
    if (options.report.format.is_text()) print_solo(entrant.name, runs.back());
    report["players"].push_back(json_of_solo(entrant.name, runs.back()));
  }
  return runs;
}

// Prints the report as JSON, or the rows of its players without the results of single games.
void print_players(const SoloOptions& options, const nlohmann::ordered_json& report) {
  if (options.report.format.is_text()) return;
  nlohmann::ordered_json rows = report["players"];
  for (nlohmann::ordered_json& row : rows) {
    for (const char* key : {"sorted_links", "sorted_points"}) row.erase(key);
  }
  print_report(report, rows, options.report.format.wanted());
}

void run_solo_command(const SoloOptions& options) {
  const rules::Ruleset ruleset = command_line::ruleset_of_option(options.ruleset);
  const std::vector<players::Entrant> entrants = entrants_of(options);
  nlohmann::ordered_json report = report_head("solo", options);
  const std::vector<SoloRun> runs = run_all(options, entrants, ruleset, report);
  print_players(options, report);
  plot_chains(options, entrants, runs, &experiments::FiredChain::score, "points");
}

void run_chains_command(const SoloOptions& options) {
  const rules::Ruleset ruleset = command_line::ruleset_of_option(options.ruleset);
  const std::vector<players::Entrant> entrants = entrants_of(options);
  nlohmann::ordered_json report = report_head("chains", options);
  const std::vector<SoloRun> runs = run_all(options, entrants, ruleset, report);
  plot_chains(options, entrants, runs, &experiments::FiredChain::links, "links");

  MatchSetup match;
  match.entrants = {entrants[0], entrants[1]};
  match.ruleset = ruleset;
  match.seed = options.seed;
  match.games = options.duels;
  const MatchTotals totals =
      play_match(match, {.jobs = options.jobs, .stop = [] { return false; }, .on_progress = [](const MatchTotals&) {}});
  const tournament::GameCounts games{
      .losses = totals.entrant(1).wins, .draws = totals.draws(), .wins = totals.entrant(0).wins};
  const Strength strength = estimate_strength(tournament::Sample(games));
  if (options.report.format.is_text()) {
    std::cout << std::setprecision(1) << totals.games() << " duels: " << entrants[0].name << ' '
              << totals.entrant(0).wins << ", " << entrants[1].name << ' ' << totals.entrant(1).wins << ", drawn "
              << totals.draws() << "; " << 100 * strength.score.value << " % of the points, 95 % interval "
              << 100 * strength.score.low << " to " << 100 * strength.score.high << '\n';
    return;
  }
  report["duels"] = {{"games", totals.games()},
                     {"wins", {totals.entrant(0).wins, totals.entrant(1).wins}},
                     {"draws", totals.draws()},
                     {"score", json_of(strength.score)}};
  print_players(options, report);
}

}  // namespace

void add_lab_solo(command_line::Command& lab) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "tsu-1";
  options->settings = {.known_pairs = 2, .max_hands = 50, .stop_after_links = 6};
  command_line::Command& command = lab.add_command("solo", "Show the chains that players build without an opponent");
  command.add_option("players", options->players, "The players: NAME or NAME:OPTION=VALUE,...")
      .required()
      .expect_values(1, 4);
  add_common_options(command, *options);
  command.set_task([options] { run_solo_command(*options); });
}

void add_lab_chains(command_line::Command& lab) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "jaist-1";
  options->players = {"joseki", "potential"};
  options->settings = {.known_pairs = 3, .max_hands = 100, .stop_after_links = 6};
  command_line::Command& command =
      lab.add_command("chains", "Compare two players, each alone on the same queues and against each other");
  command.add_option("players", options->players, "The players: NAME or NAME:OPTION=VALUE,...")
      .expect_values(2)
      .show_default();
  add_common_options(command, *options);
  command.add_option("--duels", options->duels, "Number of duels, in which both players get the same queue")
      .in_range_with_default(1U, 1'000'000U);
  add_jobs_option(command, options->jobs, "Number of duels at a time");
  command.set_task([options] { run_chains_command(*options); });
}

}  // namespace rensa::cli
