#include "clients/cli/lab/puzzles_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/lab/puzzles_run.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/seed_option.h"
#include "clients/option/output_file.h"

namespace rensa::cli {

namespace {

struct PuzzlesOptions {
  PuzzlesPlan plan;
  bool quick = false;
  bool json = false;
  std::string plot;
};

void run_puzzles_command(const PuzzlesOptions& options) {
  PuzzlesPlan plan = options.plan;
  if (options.quick) {
    plan.sketches = std::min(plan.sketches, quick_puzzles_plan().sketches);
    plan.problems = std::min(plan.problems, quick_puzzles_plan().problems);
  }
  const PuzzlesRun run = run_puzzles(plan);
  if (options.json) {
    nlohmann::ordered_json report{{"experiment", "puzzles"}, {"seed", plan.seed}};
    report.update(json_of_puzzles(run));
    std::cout << report.dump(2) << '\n';
  } else {
    print_puzzles(run);
  }
  if (options.plot.empty()) return;
  for (const FigureRun& figure : run.figures) {
    option::write_output_file(options.plot + std::to_string(figure.published.number) + ".svg", svg_of(plot_of(figure)));
  }
}

}  // namespace

void add_lab_puzzles(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<PuzzlesOptions>();
  CLI::App* command = lab.add_subcommand("puzzles", "How many sketches of training problems are problems");
  command->add_option("--sketches", options->plan.sketches, "A figure")
      ->check(CLI::Range(100, 100'000'000))
      ->capture_default_str();
  command->add_option("--problems", options->plan.problems, "Of the larger kinds, for how fast they are made")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", options->plan.seed, "The same numbers for the same seed")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command->add_flag("--quick", options->quick, "Few of them, in a second");
  command->add_option("--plot", options->plot, "Writes a plot a figure: this and its number, .svg")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command->add_flag("--json", options->json, "The same as JSON");
  command->callback([options, &exit_code] {
    run_puzzles_command(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
