#include "clients/cli/lab/nplayer_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/lab/nplayer_report.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/match/seed_option.h"
#include "clients/option/output_file.h"

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
    if (plot) option::write_output_file(prefix + std::to_string(figure) + ".svg", svg_of(*plot));
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

void add_lab_nplayer(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<NplayerOptions>();
  NplayerPlan& plan = options->plan;
  CLI::App* command = lab.add_subcommand("nplayer", "Searches of games of three against each other");
  command->add_option("--figure", plan.figures, "Only these figures of document 001; 7: naive players alone")
      ->check(CLI::IsMember(nplayer_figures()));
  CLI::Option* trees = command->add_option("--trees", plan.trees, "Random games, each in all orders of the seats")
                           ->check(CLI::Range(2, 1'000'000))
                           ->capture_default_str();
  CLI::Option* rounds =
      command->add_option("--rounds", plan.rounds, "Of the diamond game: a game for each order of the seats")
          ->check(CLI::Range(1, 1'000'000))
          ->capture_default_str();
  CLI::Option* depth = command->add_option("--depth", plan.most_depth, "Max-N's greatest in random games")
                           ->check(CLI::Range(2, 12))
                           ->capture_default_str();
  CLI::Option* diamond_depth =
      command->add_option("--diamond-depth", plan.most_diamond_depth, "Max-N's greatest in the diamond game")
          ->check(CLI::Range(2, 5))
          ->capture_default_str();
  command->add_option("--seed", plan.seed, "Of the first game; the others follow")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command->add_option("--jobs", plan.jobs, "Games at a time")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_flag("--quick", options->quick, "Few games, not deep: a quarter of a minute");
  command->add_option("--plot", options->plot, "Writes a plot a figure: to PREFIX2.svg and so on")
      ->check(CLI::Validator(option::why_not_written, "PREFIX"));
  command->add_flag("--json", options->json, "The same as JSON");
  command->callback([=, &exit_code] {
    if (options->quick) {
      const NplayerPlan quick = quick_nplayer_plan();
      if (trees->empty()) options->plan.trees = quick.trees;
      if (rounds->empty()) options->plan.rounds = quick.rounds;
      if (depth->empty()) options->plan.most_depth = quick.most_depth;
      if (diamond_depth->empty()) options->plan.most_diamond_depth = quick.most_diamond_depth;
    }
    run_nplayer_command(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
