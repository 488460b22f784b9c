#include "clients/cli/lab/spider_command.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/lab/solo_run.h"
#include "clients/cli/lab/spider_run.h"
#include "clients/cli/lab/spider_text.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"

namespace rensa::cli {

namespace {

struct SpiderOptions {
  SpiderPlan plan;
  bool quick = false;
  bool json = false;
  std::string plot;
};

// The options that `--quick` changes, where the command line does not give them.
struct SizeOptions {
  const command_line::Option& deals;
  const command_line::Option& lessons;
  const command_line::Option& tables;
};

SpiderPlan plan_of(const SpiderOptions& options, const SizeOptions& sizes) {
  if (!options.quick) return options.plan;
  SpiderPlan plan = quick_spider_plan();
  plan.seed = options.plan.seed;
  plan.suits = options.plan.suits;
  plan.jobs = options.plan.jobs;
  if (sizes.deals.is_given()) plan.deals = options.plan.deals;
  if (sizes.lessons.is_given()) plan.lessons = options.plan.lessons;
  if (sizes.tables.is_given()) plan.tables = options.plan.tables;
  return plan;
}

void run_spider_command(const SpiderOptions& options, const SpiderPlan& plan) {
  const SpiderRun run = run_spider(plan);
  if (options.json) {
    std::cout << json_of_spider(plan, run).dump(2) << '\n';
  } else {
    print_spider(run);
  }
  if (!options.plot.empty()) command_line::write_output_file(options.plot, svg_of(bars_of_spider(run)));
}

}  // namespace

void add_lab_spider(command_line::Command& lab) {
  const auto options = std::make_shared<SpiderOptions>();
  SpiderPlan& plan = options->plan;
  command_line::Command& command =
      lab.add_command("spider", "How often spider solitaire is solved, and how well it is learned");
  command_line::Option& deals = command.add_option("--deals", plan.deals, "So many deals, the same for all")
                                    .check(command_line::in_range(2, 1'000'000))
                                    .show_default();
  command.add_option("--seed", plan.seed, "Of the first deal; the others follow").check(seed_check()).show_default();
  command.add_option("--suits", plan.suits, "That ours plays with; the published ones play with one")
      .check(command_line::one_of({1, 2, 4}))
      .show_default();
  command_line::Option& lessons =
      command.add_option("--lessons", plan.lessons, "Games of the teacher that are learned from")
          .check(command_line::in_range(1, 1'000'000))
          .show_default();
  command_line::Option& tables =
      command.add_option("--tables", plan.tables, "That ours looks at before each deal; with one suit a sixth of them")
          .check(command_line::in_range(2, 10'000'000))
          .show_default();
  command.add_option("--jobs", plan.jobs, "Threads").check(command_line::in_range(1, 256)).show_default();
  command.add_flag("--quick", options->quick, "Fewer deals and lessons, and a shorter look");
  command.add_option("--plot", options->plot, "Writes the shares as bars to this SVG file")
      .check({command_line::why_not_writable, "FILE"});
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_action([options, sizes = SizeOptions{deals, lessons, tables}] {
    run_spider_command(*options, plan_of(*options, sizes));
    return 0;
  });
}

}  // namespace rensa::cli
