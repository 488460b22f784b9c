#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/experiments/experiments.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

namespace {

struct AllOptions {
  ExperimentRun run{.jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()))};
  bool markdown = false;
  command_line::FormatChoice format;
  std::vector<std::string> only;  // empty: all experiments
};

struct Experiment {
  const char* name;
  std::vector<Comparison> (*compare)(const ExperimentRun&);
};
constexpr Experiment kExperiments[] = {
    {"puzzles", compare_puzzles}, {"nplayer", compare_nplayer}, {"spider", compare_spider}};

bool is_wanted(const std::string& name, const AllOptions& options) {
  return options.only.empty() || std::find(options.only.begin(), options.only.end(), name) != options.only.end();
}

void print_plain(const std::vector<Comparison>& rows) {
  for (const Comparison& row : rows) {
    std::cout << row.what << ": " << row.ours << (row.published.empty() ? "" : ", published ") << row.published << '\n';
  }
}

void run_all_command(const AllOptions& options) {
  std::vector<Comparison> rows;
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
  for (const Experiment& experiment : kExperiments) {
    if (!is_wanted(experiment.name, options)) continue;
    std::cerr << experiment.name << " ..." << std::flush;
    const auto begin = std::chrono::steady_clock::now();
    for (const Comparison& row : experiment.compare(options.run)) {
      rows.push_back(row);
      report.push_back(
          {{"experiment", experiment.name}, {"what", row.what}, {"published", row.published}, {"ours", row.ours}});
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    std::cerr << ' ' << static_cast<int>(passed.count() + 0.5) << " s\n";
  }
  if (options.markdown) return print_table(table_of(rows), base::TableFormat::markdown);
  if (options.format.is_text()) return print_plain(rows);
  if (options.format.is_table()) return print_table(table_of(rows), options.format.wanted());
  print_report(report, report, options.format.wanted());
}

void add_lab_all(command_line::Command& lab) {
  const auto options = std::make_shared<AllOptions>();
  command_line::Command& command =
      lab.add_command("all", "Run puzzles, nplayer and spider, and compare published figures with ours");
  add_seed_option(command, options->run.seed, "The same seed gives the same figures, except for times");
  command.add_option("--jobs", options->run.jobs, "Number of threads (default: one for each core)")
      .check(command_line::in_range(1, kMaxJobs));
  command.add_option("--only", options->only, "Run only these of puzzles, nplayer and spider")
      .check(command_line::one_of({"puzzles", "nplayer", "spider"}));
  command.add_flag("--quick", options->run.is_quick, "Use small sizes: under a minute instead of under twenty");
  const auto [format, json] = command_line::add_format_options(command, options->format);
  command.add_flag("--markdown", options->markdown, "The same as --format md").excludes(format).excludes(json);
  command.set_task([options] { run_all_command(*options); });
}

}  // namespace

void add_lab_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("lab", "Repeat published experiments");
  command.require_command();
  add_lab_all(command);
  add_lab_chains(command);
  add_lab_nplayer(command);
  add_lab_puzzles(command);
  add_lab_solo(command);
  add_lab_spider(command);
  add_lab_templates(command);
}

}  // namespace rensa::cli
