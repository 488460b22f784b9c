#include "clients/cli/lab/nplayer_command.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/lab/nplayer_report.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

struct NplayerOptions {
  NplayerPlan plan;
  bool quick = false;
  bool json = false;
  std::string plot;
};

// PREFIX2.svg, PREFIX3.svg ...
void plot_all(const NplayerRun& run, const std::string& prefix) {
  for (const int figure : nplayer_figures()) {
    const auto plot = plot_of_nplayer(run, figure);
    if (plot) command_line::write_output_file(prefix + std::to_string(figure) + ".svg", svg_of(*plot));
  }
}

void print_json(const NplayerOptions& options, const NplayerRun& run) {
  nlohmann::ordered_json report{{"experiment", "nplayer"},
                                {"trees", options.plan.trees},
                                {"rounds", options.plan.rounds},
                                {"seed", options.plan.seed}};
  report.update(json_of_nplayer(run));
  std::cout << report.dump(2) << '\n';
}

void run_nplayer_command(const NplayerOptions& options) {
  const NplayerRun run = run_nplayer(options.plan);
  if (options.json) {
    print_json(options, run);
  } else {
    print_nplayer(run);
  }
  if (!options.plot.empty()) plot_all(run, options.plot);
}

}  // namespace

void add_lab_nplayer(command_line::Command& lab) {
  const auto options = std::make_shared<NplayerOptions>();
  NplayerPlan& plan = options->plan;
  command_line::Command& command = lab.add_command("nplayer", "Searches of games of three against each other");
  command.add_option("--figure", plan.figures, "Only these figures of document 001; 7: naive players alone")
      .check(command_line::one_of(nplayer_figures()));
  command_line::Option& trees =
      command.add_option("--trees", plan.trees, "Random games, each in all orders of the seats")
          .check(command_line::in_range(2, 1'000'000))
          .show_default();
  command_line::Option& rounds =
      command.add_option("--rounds", plan.rounds, "Of the diamond game: a game for each order of the seats")
          .check(command_line::in_range(1, 1'000'000))
          .show_default();
  command_line::Option& depth = command.add_option("--depth", plan.most_depth, "Max-N's greatest in random games")
                                    .check(command_line::in_range(2, 12))
                                    .show_default();
  command_line::Option& diamond_depth =
      command.add_option("--diamond-depth", plan.most_diamond_depth, "Max-N's greatest in the diamond game")
          .check(command_line::in_range(2, 5))
          .show_default();
  command.add_option("--seed", plan.seed, "Of the first game; the others follow").check(seed_check()).show_default();
  command.add_option("--jobs", plan.jobs, "Games at a time").check(command_line::in_range(1, 256)).show_default();
  command.add_flag("--quick", options->quick, "Few games, not deep: a quarter of a minute");
  command.add_option("--plot", options->plot, "Writes a plot a figure: to PREFIX2.svg and so on")
      .check({command_line::why_not_writable, "PREFIX"});
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_action([options, &trees, &rounds, &depth, &diamond_depth] {
    if (options->quick) {
      const NplayerPlan quick = quick_nplayer_plan();
      if (!trees.is_given()) options->plan.trees = quick.trees;
      if (!rounds.is_given()) options->plan.rounds = quick.rounds;
      if (!depth.is_given()) options->plan.most_depth = quick.most_depth;
      if (!diamond_depth.is_given()) options->plan.most_diamond_depth = quick.most_diamond_depth;
    }
    run_nplayer_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
