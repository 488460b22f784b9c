#include "clients/cli/lab/all_command.h"

#include <algorithm>
#include <chrono>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "clients/cli/lab/compared.h"
#include "clients/cli/lab/nplayer_report.h"
#include "clients/cli/lab/puzzles_run.h"
#include "clients/cli/lab/spider_text.h"
#include "clients/cli/match/game_options.h"
#include "clients/command_line/command_line.h"

namespace rensa::cli {

namespace {

struct AllOptions {
  std::uint64_t seed = 1;
  int jobs = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  bool quick = false;
  bool markdown = false;
  bool json = false;
  std::vector<std::string> only;  // none: all
};

std::vector<Compared> puzzles_of(const AllOptions& options) {
  PuzzlesPlan plan = options.quick ? quick_puzzles_plan() : PuzzlesPlan{};
  plan.seed = options.seed;
  return compared_of(run_puzzles(plan));
}

std::vector<Compared> nplayer_of(const AllOptions& options) {
  NplayerPlan plan = options.quick ? quick_nplayer_plan() : NplayerPlan{};
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  return compared_of(run_nplayer(plan));
}

std::vector<Compared> spider_of(const AllOptions& options) {
  SpiderPlan plan = options.quick ? quick_spider_plan() : SpiderPlan{};
  plan.seed = options.seed;
  plan.jobs = options.jobs;
  return compared_of(run_spider(plan));
}

struct Experiment {
  const char* name;
  std::vector<Compared> (*run)(const AllOptions&);
};
constexpr Experiment kExperiments[] = {{"puzzles", puzzles_of}, {"nplayer", nplayer_of}, {"spider", spider_of}};

bool is_wanted(const std::string& name, const AllOptions& options) {
  return options.only.empty() || std::find(options.only.begin(), options.only.end(), name) != options.only.end();
}

void print_plain(const std::vector<Compared>& rows) {
  for (const Compared& row : rows) {
    std::cout << row.what << ": " << row.ours << (row.published.empty() ? "" : ", published ") << row.published << '\n';
  }
}

void run_all_command(const AllOptions& options) {
  std::vector<Compared> rows;
  nlohmann::ordered_json report = nlohmann::ordered_json::array();
  for (const Experiment& experiment : kExperiments) {
    if (!is_wanted(experiment.name, options)) continue;
    std::cerr << experiment.name << " ..." << std::flush;
    const auto begin = std::chrono::steady_clock::now();
    for (const Compared& row : experiment.run(options)) {
      rows.push_back(row);
      report.push_back(
          {{"experiment", experiment.name}, {"what", row.what}, {"published", row.published}, {"ours", row.ours}});
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    std::cerr << ' ' << static_cast<int>(passed.count() + 0.5) << " s\n";
  }
  if (options.json) {
    std::cout << report.dump(2) << '\n';
  } else if (options.markdown) {
    std::cout << markdown_of(rows);
  } else {
    print_plain(rows);
  }
}

}  // namespace

void add_lab_all(command_line::Command& lab) {
  const auto options = std::make_shared<AllOptions>();
  command_line::Command& command =
      lab.add_command("all", "Puzzles, searches of N players and spider: published figures and ours");
  command.add_option("--seed", options->seed, "The same figures for the same seed, but for times")
      .check(seed_check())
      .show_default();
  command.add_option("--jobs", options->jobs, "Threads (default: as many as there are cores)")
      .check(command_line::in_range(1, 256));
  command.add_option("--only", options->only, "Some of puzzles, nplayer and spider")
      .check(command_line::one_of({"puzzles", "nplayer", "spider"}));
  command.add_flag("--quick", options->quick, "Small sizes: under a minute instead of under twenty");
  command_line::Option& markdown = command.add_flag("--markdown", options->markdown, "As a table of Markdown");
  command.add_flag("--json", options->json, "As JSON").excludes(markdown);
  command.set_action([options] {
    run_all_command(*options);
    return 0;
  });
}

}  // namespace rensa::cli
