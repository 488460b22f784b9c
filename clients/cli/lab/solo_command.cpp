#include "clients/cli/lab/solo_command.h"

#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/lab/plot.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/game_options.h"
#include "clients/cli/match/headless.h"
#include "clients/cli/match/summary.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/entrant_option.h"
#include "clients/command_line/files.h"

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

std::vector<players::Entrant> entrants_of(const SoloOptions& options) {
  std::vector<players::Entrant> entrants;
  for (const std::string& text : options.players) {
    const auto entrant = command_line::read_entrant(text);
    if (!entrant) throw command_line::UsageError(entrant.error().message);
    entrants.push_back(*entrant);
  }
  return entrants;
}

rules::Ruleset ruleset_of(const std::string& text) {
  const auto ruleset = read_ruleset(text);
  if (!ruleset) throw command_line::UsageError("--ruleset: " + ruleset.error().message);
  return *ruleset;
}

void add_common(command_line::Command& command, SoloOptions& options) {
  command.add_option("--ruleset", options.ruleset, "Published id or JSON file").show_default();
  command.add_option("--queues", options.queues, "So many queues")
      .check(command_line::in_range(2, 1'000'000))
      .show_default();
  command.add_option("--seed", options.seed, "Of the first queue; the others follow")
      .check(seed_check())
      .show_default();
  command.add_option("--pairs", options.settings.known_pairs, "Pairs that are known, the current one included")
      .check(command_line::in_range(1, 3))
      .show_default();
  command.add_option("--hands", options.settings.max_hands, "A game's longest")
      .check(command_line::in_range(1, 1000))
      .show_default();
  command.add_option("--enough", options.settings.stop_after_links, "A game ends with a chain of so many links")
      .check(command_line::in_range(1, 19))
      .show_default();
  command.add_option("--plot", options.plot, "Writes a plot of all games to this SVG file")
      .check({command_line::why_not_writable, "FILE"});
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
  command_line::write_output_file(options.plot, svg_of(plot));
}

nlohmann::ordered_json head_of(const char* experiment, const SoloOptions& options) {
  return {{"experiment", experiment},
          {"ruleset", options.ruleset},
          {"queues", options.queues},
          {"seed", options.seed},
          {"known_pairs", options.settings.known_pairs},
          {"most_hands", options.settings.max_hands},
          {"enough_links", options.settings.stop_after_links}};
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
  const MatchTotals tally =
      play_match(match, {.jobs = options.jobs, .stop = [] { return false; }, .on_progress = [](const MatchTotals&) {}});
  const tournament::GameCounts games{
      .losses = tally.entrant(1).wins, .draws = tally.draws(), .wins = tally.entrant(0).wins};
  const Strength strength = estimate_strength(tournament::Sample(games));
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

void add_lab_solo(command_line::Command& lab) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "tsu-1";
  options->settings = {.known_pairs = 2, .max_hands = 50, .stop_after_links = 6};
  command_line::Command& command = lab.add_command("solo", "What players build when nobody disturbs them");
  command.add_option("players", options->players, "By name, NAME or NAME:OPTION=VALUE,...")
      .required()
      .expect_values(1, 4);
  add_common(command, *options);
  command.set_action([options] {
    run_solo_command(*options);
    return 0;
  });
}

void add_lab_chains(command_line::Command& lab) {
  const auto options = std::make_shared<SoloOptions>();
  options->ruleset = "jaist-1";
  options->players = {"joseki", "potential"};
  options->settings = {.known_pairs = rules::kMaxVisiblePairs, .max_hands = 100, .stop_after_links = 6};
  command_line::Command& command =
      lab.add_command("chains", "Two players alone on the same queues, and against each other");
  command.add_option("players", options->players, "By name, NAME or NAME:OPTION=VALUE,...")
      .expect_values(2)
      .show_default();
  add_common(command, *options);
  command.add_option("--duels", options->duels, "So many, the same queue for both")
      .check(command_line::in_range(1U, 1'000'000U))
      .show_default();
  command.add_option("--jobs", options->jobs, "Duels at a time").check(command_line::in_range(1, 256)).show_default();
  command.set_action([options] {
    run_chains_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
