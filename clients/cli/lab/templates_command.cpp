#include "clients/cli/lab/templates_command.h"

#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/lab/plot.h"
#include "clients/cli/lab/solo_run.h"
#include "clients/cli/lab/templates_run.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/templates/template.h"

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
    for (const templates::TemplateFamily& family : templates::template_families()) {
      goals.push_back({std::string(family.name), family.templates});
    }
  }
  for (const std::string& name : options.families) {
    const templates::TemplateFamily* family = templates::find_template_family(name);
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

// Queues on which nothing was built have no point, so their line ends earlier.
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
  const TemplatesPlan plan{.measure = options.hands_left ? experiments::TemplateMeasure::hands_left
                                      : options.ahead    ? experiments::TemplateMeasure::degree_ahead
                                                         : experiments::TemplateMeasure::degree,
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
  if (!options.plot.empty()) command_line::write_output_file(options.plot, svg_of(plot_of(runs)));
}

}  // namespace

void add_lab_templates(command_line::Command& lab) {
  const auto options = std::make_shared<TemplatesOptions>();
  command_line::Command& command = lab.add_command("templates", "How many hands it takes to build a template");
  command.add_option("--family", options->families, "Only these families");
  command.add_option("--queues", options->queues, "So many queues")
      .check(command_line::in_range(2, 1'000'000))
      .show_default();
  command.add_option("--seed", options->seed, "Of the first queue; the others follow")
      .check(seed_check())
      .show_default();
  command.add_option("--depth", options->depths, "Pairs that are known")
      .check(command_line::in_range(1, 3))
      .show_default();
  command.add_flag("--together", options->together, "The forms of all these families as one");
  command_line::Option& ahead = command.add_flag("--ahead", options->ahead, "Count what the next pair would add, too");
  command.add_flag("--hands-left", options->hands_left, "Count the hands that are thought to be left, not the degree")
      .excludes(ahead);
  command.add_option("--plot", options->plot, "Writes a plot of all queues to this SVG file")
      .check({command_line::why_not_writable, "FILE"});
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_action([options] {
    run_templates_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
