#include "clients/cli/lab/solo_command.h"

#include <CLI/CLI.hpp>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/lab/plot.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/headless.h"
#include "clients/cli/match/ruleset_option.h"
#include "clients/cli/match/seed_option.h"
#include "clients/cli/match/strength.h"
#include "clients/option/entrant_option.h"
#include "clients/option/output_file.h"

namespace rensa::cli {

namespace {

struct SoloOptions {
  std::vector<std::string> players;
  std::string ruleset;
  experiments::SoloSettings settings;
  int queues = 500;
  std::uint32_t duels = 500;
  int jobs = 1;
  std::uint64_t seed = 1;
  bool json = false;
  std::string plot;
};

[[noreturn]] void refuse(const std::string& what) { throw CLI::ValidationError(what, CLI::ExitCodes::ValidationError); }

std::vector<players::Entrant> entrants_of(const SoloOptions& options) {
  std::vector<players::Entrant> entrants;
  for (const std::string& text : options.players) {
    const auto entrant = option::entrant_of_option(text);
    if (!entrant) refuse(entrant.error().message);
    entrants.push_back(*entrant);
  }
  return entrants;
}

rules::Ruleset ruleset_of(const std::string& text) {
  const auto ruleset = ruleset_of_option(text);
  if (!ruleset) refuse("--ruleset: " + ruleset.error().message);
  return *ruleset;
}

void add_common(CLI::App& command, SoloOptions& options) {
  command.add_option("--ruleset", options.ruleset, "Published id or JSON file")->capture_default_str();
  command.add_option("--queues", options.queues, "So many queues")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "Of the first queue; the others follow")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command.add_option("--pairs", options.settings.known_pairs, "Pairs that are known, the current one included")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  command.add_option("--hands", options.settings.most_hands, "A game's longest")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  command.add_option("--enough", options.settings.enough_links, "A game ends with a chain of so many links")
      ->check(CLI::Range(1, 19))
      ->capture_default_str();
  command.add_option("--plot", options.plot, "Writes a plot of all games to this SVG file")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command.add_flag("--json", options.json, "The same as JSON");
}

void plot(const SoloOptions& options, const std::vector<players::Entrant>& entrants, const std::vector<SoloRun>& runs,
          int experiments::FiredChain::* member, const std::string& what) {
  if (options.plot.empty()) return;
  Plot plot{
      .title = "The greatest chain of each game", .x_label = "games, the least first", .y_label = what, .lines = {}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    plot.lines.push_back({entrants[i].name, sorted_numbers_of(runs[i], member)});
  }
  option::write_output_file(options.plot, svg_of(plot));
}

nlohmann::ordered_json head_of(const char* experiment, const SoloOptions& options) {
  return {{"experiment", experiment},
          {"ruleset", options.ruleset},
          {"queues", options.queues},
          {"seed", options.seed},
          {"known_pairs", options.settings.known_pairs},
          {"most_hands", options.settings.most_hands},
          {"enough_links", options.settings.enough_links}};
}

std::vector<SoloRun> run_all(const SoloOptions& options, const std::vector<players::Entrant>& entrants,
                             const rules::Ruleset& ruleset, nlohmann::ordered_json& rows) {
  std::vector<SoloRun> runs;
  for (const players::Entrant& entrant : entrants) {
    runs.push_back(run_solo(
        entrant, {.ruleset = ruleset, .settings = options.settings, .queues = options.queues, .seed = options.seed}));
    if (!options.json) print_solo(entrant.name, runs.back());
    rows.push_back(json_of_solo(entrant.name, runs.back()));
  }
  return runs;
}

void run_solo_command(const SoloOptions& options) {
  const rules::Ruleset ruleset = ruleset_of(options.ruleset);
  const std::vector<players::Entrant> entrants = entrants_of(options);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const std::vector<SoloRun> runs = run_all(options, entrants, ruleset, rows);
  if (options.json) {
    nlohmann::ordered_json report = head_of("solo", options);
    report["players"] = rows;
    std::cout << report.dump(2) << '\n';
  }
  plot(options, entrants, runs, &experiments::FiredChain::score, "points");
}

void run_chains_command(const SoloOptions& options) {
  const rules::Ruleset ruleset = ruleset_of(options.ruleset);
  const std::vector<players::Entrant> entrants = entrants_of(options);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const std::vector<SoloRun> runs = run_all(options, entrants, ruleset, rows);
  plot(options, entrants, runs, &experiments::FiredChain::links, "links");

  MatchSetup match;
  match.entrants = {entrants[0], entrants[1]};
  match.ruleset = ruleset;
  match.seed = options.seed;
  match.games = options.duels;
  const Tally tally =
      play_match(match, {.jobs = options.jobs, .stop = [] { return false; }, .tell = [](const Tally&) {}});
  const league::GameCounts games{
      .losses = tally.entrant(1).wins, .draws = tally.draws(), .wins = tally.entrant(0).wins};
  const Strength strength = strength_of(league::Sample(games));
  if (!options.json) {
    std::cout << std::setprecision(1) << tally.games() << " duels: " << entrants[0].name << ' ' << tally.entrant(0).wins
              << ", " << entrants[1].name << ' ' << tally.entrant(1).wins << ", drawn " << tally.draws() << "; "
              << 100 * strength.score.value << " % of the points, 95 % interval " << 100 * strength.score.low << " to "
              << 100 * strength.score.high << '\n';
    return;
  }
  nlohmann::ordered_json report = head_of("chains", options);
  report["players"] = rows;
  report["duels"] = {{"games", tally.games()},
                     {"wins", {tally.entrant(0).wins, tally.entrant(1).wins}},
                     {"draws", tally.draws()},
                     {"score", json_of(strength.score)}};
  std::cout << report.dump(2) << '\n';
}

}  // namespace

void add_lab_solo(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "tsu-1";
  options->settings = {.known_pairs = 2, .most_hands = 50, .enough_links = 6};
  CLI::App* command = lab.add_subcommand("solo", "What players build when nobody disturbs them");
  command->add_option("players", options->players, "By name, NAME or NAME:OPTION=VALUE,...")
      ->required()
      ->expected(1, 4);
  add_common(*command, *options);
  command->callback([options, &exit_code] {
    run_solo_command(*options);
    exit_code = 0;
  });
}

void add_lab_chains(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "jaist-1";
  options->players = {"joseki", "potential"};
  options->settings = {.known_pairs = 3, .most_hands = 100, .enough_links = 6};
  CLI::App* command = lab.add_subcommand("chains", "Two players alone on the same queues, and against each other");
  command->add_option("players", options->players, "By name, NAME or NAME:OPTION=VALUE,...")
      ->expected(2)
      ->capture_default_str();
  add_common(*command, *options);
  command->add_option("--duels", options->duels, "So many, the same queue for both")
      ->check(CLI::Range(1U, 1'000'000U))
      ->capture_default_str();
  command->add_option("--jobs", options->jobs, "Duels at a time")->check(CLI::Range(1, 256))->capture_default_str();
  command->callback([options, &exit_code] {
    run_chains_command(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
