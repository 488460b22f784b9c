#include "clients/cli/lab/spider_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "clients/cli/lab/solo_run.h"
#include "clients/cli/lab/spider_run.h"
#include "clients/cli/lab/spider_text.h"
#include "clients/cli/match/seed_option.h"
#include "clients/option/output_file.h"

namespace rensa::cli {

namespace {

struct SpiderOptions {
  SpiderPlan plan;
  bool quick = false;
  bool json = false;
  std::string plot;
};

// What is asked for counts, whatever else `--quick` makes smaller.
SpiderPlan plan_of(const SpiderOptions& options, const CLI::App& command) {
  if (!options.quick) return options.plan;
  SpiderPlan plan = quick_spider_plan();
  plan.seed = options.plan.seed;
  plan.suits = options.plan.suits;
  plan.jobs = options.plan.jobs;
  if (command.count("--deals") > 0) plan.deals = options.plan.deals;
  if (command.count("--lessons") > 0) plan.lessons = options.plan.lessons;
  if (command.count("--tables") > 0) plan.tables = options.plan.tables;
  return plan;
}

void run_spider_command(const SpiderOptions& options, const SpiderPlan& plan) {
  const SpiderRun run = run_spider(plan);
  if (options.json) {
    std::cout << json_of_spider(plan, run).dump(2) << '\n';
  } else {
    print_spider(run);
  }
  if (!options.plot.empty()) option::write_output_file(options.plot, svg_of(bars_of_spider(run)));
}

}  // namespace

void add_lab_spider(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<SpiderOptions>();
  SpiderPlan& plan = options->plan;
  CLI::App* command = lab.add_subcommand("spider", "How often spider solitaire is solved, and how well it is learned");
  command->add_option("--deals", plan.deals, "So many deals, the same for all")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", plan.seed, "Of the first deal; the others follow")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command->add_option("--suits", plan.suits, "That ours plays with; the published ones play with one")
      ->check(CLI::IsMember({1, 2, 4}))
      ->capture_default_str();
  command->add_option("--lessons", plan.lessons, "Games of the teacher that are learned from")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--tables", plan.tables, "That ours looks at before each deal; with one suit a sixth of them")
      ->check(CLI::Range(2, 10'000'000))
      ->capture_default_str();
  command->add_option("--jobs", plan.jobs, "Threads")->check(CLI::Range(1, 256))->capture_default_str();
  command->add_flag("--quick", options->quick, "Fewer deals and lessons, and a shorter look");
  command->add_option("--plot", options->plot, "Writes the shares as bars to this SVG file")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command->add_flag("--json", options->json, "The same as JSON");
  command->callback([options, command, &exit_code] {
    run_spider_command(*options, plan_of(*options, *command));
    exit_code = 0;
  });
}

}  // namespace rensa::cli
