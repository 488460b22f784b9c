#include <algorithm>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/experiments/experiments.h"
#include "clients/cli/experiments/plot.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"
#include "clients/command_line/files.h"
#include "engine/research/experiments/solo_games.h"
#include "engine/templates/template.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

namespace {

// A goal: any one of these templates has to be built.
struct BuildingGoal {
  std::string name;
  std::vector<templates::Template> templates;
};

struct TemplatesOptions {
  std::vector<std::string> families;
  int queues = 500;
  std::uint64_t seed = 1;  // of the first queue; the next queues have the next seeds
  std::vector<int> depths{3, 1};
  bool combines_families = false;
  bool lookahead = false;
  bool by_hands = false;
  ReportOptions report;

  experiments::TemplateMeasure measure() const {
    if (by_hands) return experiments::TemplateMeasure::hands_left;
    return lookahead ? experiments::TemplateMeasure::degree_ahead : experiments::TemplateMeasure::degree;
  }
};

struct TemplatesRun {
  std::string goal;
  int depth = 0;
  std::vector<double> hands;                 // of the templates that were built, in ascending order
  std::optional<tournament::Interval> mean;  // of these hands; nullopt: fewer than two
  tournament::Interval over;                 // the share that took more than 30 hands or was not built
  std::size_t not_built = 0;
  double cpu_milliseconds = 0;  // per hand
};

constexpr int kManyHands = 30;  // as in the thesis

TemplatesRun run_templates(const BuildingGoal& goal, int depth, const TemplatesOptions& options) {
  const experiments::TemplateBuildSettings settings{
      .templates = goal.templates, .depth = depth, .measure = options.measure()};
  TemplatesRun run{.goal = goal.name, .depth = depth, .hands = {}, .mean = {}, .over = {}};
  int over = 0;
  int placed = 0;
  const double seconds = cpu_seconds_of([&] {
    for (int i = 0; i < options.queues; ++i) {
      const auto queue = rules::PairQueue::from_seed(options.seed + static_cast<std::uint64_t>(i), 4);
      const experiments::TemplateBuild completion = experiments::build_template(queue, settings);
      placed += completion.hands;
      if (completion.built) run.hands.push_back(completion.hands);
      if (!completion.built || completion.hands > kManyHands) ++over;
    }
  });
  std::sort(run.hands.begin(), run.hands.end());
  if (run.hands.size() >= 2) run.mean = tournament::mean_with_normal_interval(run.hands);
  run.over = tournament::wilson_interval(static_cast<double>(over) / options.queues, options.queues);
  run.not_built = static_cast<std::size_t>(options.queues) - run.hands.size();
  run.cpu_milliseconds = 1000 * seconds / placed;
  return run;
}

void print_templates_head() {
  std::cout << "family     depth   hands of those built [95 %]    over 30 or not built [95 %]  not built  CPU a hand\n";
}

void print_templates(const TemplatesRun& run) {
  const auto percent = [](double share) { return 100 * share; };
  std::cout << std::fixed << std::setprecision(2) << std::left << std::setw(11) << run.goal << std::right
            << std::setw(5) << run.depth;
  if (run.mean) {
    std::cout << std::setw(8) << run.mean->value << "  [" << run.mean->low << ", " << run.mean->high << "]";
  } else {
    std::cout << std::setw(8) << "-";
  }
  std::cout << std::setprecision(1) << std::setw(8) << percent(run.over.value) << " %  [" << percent(run.over.low)
            << ", " << percent(run.over.high) << "]" << std::setw(6) << run.not_built << std::setprecision(3)
            << std::setw(10) << run.cpu_milliseconds << " ms\n"
            << std::flush;
}

nlohmann::ordered_json json_of_templates(const TemplatesRun& run) {
  return {{"family", run.goal},
          {"depth", run.depth},
          {"hands", run.mean ? json_of(*run.mean) : nlohmann::ordered_json()},
          {"sorted_hands", run.hands},
          {"over_30", json_of(run.over)},
          {"not_built", run.not_built},
          {"cpu_ms_per_hand", run.cpu_milliseconds}};
}

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
  if (!options.combines_families) return goals;
  BuildingGoal all{.name = "together", .templates = {}};
  for (const BuildingGoal& goal : goals) {
    all.templates.insert(all.templates.end(), goal.templates.begin(), goal.templates.end());
  }
  return {all};
}

// Makes the plot of the hands in ascending order. Queues on which no template was built have no point, so the line of
// such a run ends earlier.
Plot plot_of(const std::vector<TemplatesRun>& runs) {
  Plot plot{
      .title = "How long each queue took", .x_label = "queues, the quickest first", .y_label = "hands", .lines = {}};
  for (const TemplatesRun& run : runs) {
    plot.lines.push_back({run.goal + ", depth " + std::to_string(run.depth), run.hands});
  }
  return plot;
}

// Prints the whole report as JSON, or its rows without the results of single queues.
void print_rows(const TemplatesOptions& options, const std::vector<TemplatesRun>& runs) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const TemplatesRun& run : runs) rows.push_back(json_of_templates(run));
  const nlohmann::ordered_json report{{"experiment", "templates"},      {"queues", options.queues},
                                      {"seed", options.seed},           {"ahead", options.lookahead},
                                      {"hands_left", options.by_hands}, {"rows", rows}};
  for (nlohmann::ordered_json& row : rows) row.erase("sorted_hands");
  print_report(report, rows, options.report.format.wanted());
}

void run_templates_command(const TemplatesOptions& options) {
  const std::vector<BuildingGoal> goals = goals_of(options);
  std::vector<TemplatesRun> runs;
  if (options.report.format.is_text()) print_templates_head();
  for (const BuildingGoal& goal : goals) {
    for (const int depth : options.depths) {
      runs.push_back(run_templates(goal, depth, options));
      if (options.report.format.is_text()) print_templates(runs.back());
    }
  }
  if (!options.report.format.is_text()) print_rows(options, runs);
  if (!options.report.plot.empty()) command_line::write_output_file(options.report.plot, svg_of(plot_of(runs)));
}

}  // namespace

void add_lab_templates(command_line::Command& lab) {
  const auto options = std::make_shared<TemplatesOptions>();
  command_line::Command& command = lab.add_command("templates", "Show how many hands it takes to build a template");
  command.add_option("--family", options->families, "Use only these families of templates");
  command.add_option("--queues", options->queues, "Number of queues").in_range_with_default(2, 1'000'000);
  add_seed_option(command, options->seed, "Seed of the first queue; the next queues have the next seeds");
  command.add_option("--depth", options->depths, "Numbers of known pairs").in_range_with_default(1, 3);
  command.add_flag("--combine-families", options->combines_families, "Use the templates of all these families as one")
      .hidden_alias("--together");
  command_line::Option& lookahead =
      command
          .add_flag("--lookahead", options->lookahead, "Also count the degree that the next pair would add on average")
          .hidden_alias("--ahead");
  command.add_flag("--by-hands", options->by_hands, "Count the hands that are probably left instead of the degree")
      .hidden_alias("--hands-left")
      .excludes(lookahead);
  add_report_options(command, options->report, "Write a plot of all queues into this SVG file");
  command.set_task([options] { run_templates_command(*options); });
}

}  // namespace rensa::cli
