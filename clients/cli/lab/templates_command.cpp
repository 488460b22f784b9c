#include "clients/cli/lab/templates_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/lab/plot.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/lab/templates_run.h"
#include "clients/cli/match/seed_option.h"
#include "clients/option/output_file.h"
#include "engine/templates/families.h"

namespace rensa::cli {

namespace {

struct TemplatesOptions {
  std::vector<std::string> families;
  int queues = 500;
  std::uint64_t seed = 1;
  std::vector<int> depths{3, 1};
  bool together = false;
  bool ahead = false;
  bool hands_left = false;
  bool json = false;
  std::string plot;
};

std::vector<BuildingGoal> goals_of(const TemplatesOptions& options) {
  std::vector<BuildingGoal> goals;
  if (options.families.empty()) {
    for (const templates::Family& family : templates::families()) {
      goals.push_back({std::string(family.name), family.templates});
    }
  }
  for (const std::string& name : options.families) {
    const templates::Family* family = templates::find_family(name);
    if (family == nullptr) throw std::runtime_error("there is no family of templates called " + name);
    goals.push_back({name, family->templates});
  }
  if (!options.together) return goals;
  BuildingGoal all{.name = "together", .templates = {}};
  for (const BuildingGoal& goal : goals) {
    all.templates.insert(all.templates.end(), goal.templates.begin(), goal.templates.end());
  }
  return {all};
}

// What was never built is not in its line, which ends the earlier.
Plot plot_of(const std::vector<TemplatesRun>& runs) {
  Plot plot{
      .title = "How long each queue took", .x_label = "queues, the quickest first", .y_label = "hands", .lines = {}};
  for (const TemplatesRun& run : runs) {
    plot.lines.push_back({run.goal + ", depth " + std::to_string(run.depth), run.hands});
  }
  return plot;
}

void print_json(const TemplatesOptions& options, const std::vector<TemplatesRun>& runs) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TemplatesRun& run : runs) rows.push_back(json_of_templates(run));
  std::cout
      << nlohmann::ordered_json{{"experiment", "templates"}, {"queues", options.queues},         {"seed", options.seed},
                                {"ahead", options.ahead},    {"hands_left", options.hands_left}, {"rows", rows}}
             .dump(2)
      << '\n';
}

void run_templates_command(const TemplatesOptions& options) {
  const TemplatesPlan plan{.way = options.hands_left ? experiments::Way::hands_left
                                  : options.ahead    ? experiments::Way::degree_ahead
                                                     : experiments::Way::degree,
                           .queues = options.queues,
                           .seed = options.seed};
  const std::vector<BuildingGoal> goals = goals_of(options);
  std::vector<TemplatesRun> runs;
  if (!options.json) print_templates_head();
  for (const BuildingGoal& goal : goals) {
    for (const int depth : options.depths) {
      runs.push_back(run_templates(goal, depth, plan));
      if (!options.json) print_templates(runs.back());
    }
  }
  if (options.json) print_json(options, runs);
  if (!options.plot.empty()) option::write_output_file(options.plot, svg_of(plot_of(runs)));
}

}  // namespace

void add_lab_templates(CLI::App& lab, int& exit_code) {
  const auto options = std::make_shared<TemplatesOptions>();
  CLI::App* command = lab.add_subcommand("templates", "How many hands it takes to build a template");
  command->add_option("--family", options->families, "Only these families");
  command->add_option("--queues", options->queues, "So many queues")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "Of the first queue; the others follow")
      ->check(CLI::Validator(why_no_seed, "NUMBER"))
      ->capture_default_str();
  command->add_option("--depth", options->depths, "Pairs that are known")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  command->add_flag("--together", options->together, "The forms of all these families as one");
  CLI::Option* ahead = command->add_flag("--ahead", options->ahead, "Count what the next pair would add, too");
  command->add_flag("--hands-left", options->hands_left, "Count the hands that are thought to be left, not the degree")
      ->excludes(ahead);
  command->add_option("--plot", options->plot, "Writes a plot of all queues to this SVG file")
      ->check(CLI::Validator(option::why_not_written, "FILE"));
  command->add_flag("--json", options->json, "The same as JSON");
  command->callback([options, &exit_code] {
    run_templates_command(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
