#include "clients/cli/lab/puzzles_command.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/lab/puzzles_run.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

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
    command_line::write_output_file(options.plot + std::to_string(figure.published.number) + ".svg",
                                    svg_of(plot_of(figure)));
  }
}

}  // namespace

void add_lab_puzzles(command_line::Command& lab) {
  const auto options = std::make_shared<PuzzlesOptions>();
  command_line::Command& command = lab.add_command("puzzles", "How many sketches of training problems are problems");
  command.add_option("--sketches", options->plan.sketches, "A figure")
      .check(command_line::in_range(100, 100'000'000))
      .show_default();
  command.add_option("--problems", options->plan.problems, "Of the larger kinds, for how fast they are made")
      .check(command_line::in_range(1, 1'000'000))
      .show_default();
  command.add_option("--seed", options->plan.seed, "The same numbers for the same seed")
      .check(seed_check())
      .show_default();
  command.add_flag("--quick", options->quick, "Few of them, in a second");
  command.add_option("--plot", options->plot, "Writes a plot a figure: this and its number, .svg")
      .check({command_line::why_not_writable, "FILE"});
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_action([options] {
    run_puzzles_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
