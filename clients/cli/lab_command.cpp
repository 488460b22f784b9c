#include "clients/cli/lab_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/lab/solo_command.h"
#include "engine/knowledge/families.h"
#include "engine/lab/completion.h"
#include "engine/lab/interval.h"

namespace rensa::cli {

namespace {

struct Options {
  std::vector<std::string> families;
  int queues = 500;
  std::uint64_t seed = 1;
  std::vector<int> depths{3, 1};
  bool together = false;
  bool ahead = false;
  bool json = false;
};

struct Row {
  std::string family;
  int depth = 0;
  std::optional<lab::Interval> hands;  // of those that were built; nullopt: fewer than two
  lab::Interval over;                  // the share that took more than 30, or for ever
  std::size_t not_built = 0;
  double milliseconds = 0;  // of CPU, a hand
};

// What is built: any of these.
struct Goal {
  std::string name;
  std::vector<knowledge::Template> templates;
};

constexpr int kManyHands = 30;  // as in the thesis

Row run(const Goal& goal, int depth, const Options& options) {
  const lab::CompletionSettings settings{
      .templates = goal.templates,
      .depth = depth,
      .rule = options.ahead ? search::TemplateRule::best_ahead : search::TemplateRule::best};
  std::vector<double> hands;
  std::size_t over = 0;
  std::size_t placed = 0;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < options.queues; ++i) {
    const auto queue = rules::PairQueue::from_seed(options.seed + static_cast<std::uint64_t>(i), 4);
    const lab::Completion completion = lab::complete(queue, settings);
    placed += static_cast<std::size_t>(completion.hands);
    if (completion.built) hands.push_back(completion.hands);
    if (!completion.built || completion.hands > kManyHands) ++over;
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  const auto queues = static_cast<std::size_t>(options.queues);
  return {.family = goal.name,
          .depth = depth,
          .hands = hands.size() < 2 ? std::nullopt : std::optional(lab::mean_of(hands)),
          .over = lab::wilson(static_cast<double>(over) / options.queues, options.queues),
          .not_built = queues - hands.size(),
          .milliseconds = 1000 * seconds / static_cast<double>(placed)};
}

void print(const Row& row) {
  const auto percent = [](double share) { return 100 * share; };
  std::cout << std::fixed << std::setprecision(2) << std::left << std::setw(11) << row.family << std::right
            << std::setw(5) << row.depth;
  if (row.hands) {
    std::cout << std::setw(8) << row.hands->value << "  [" << row.hands->low << ", " << row.hands->high << "]";
  } else {
    std::cout << std::setw(8) << "-";
  }
  std::cout << std::setprecision(1) << std::setw(8) << percent(row.over.value) << " %  [" << percent(row.over.low)
            << ", " << percent(row.over.high) << "]" << std::setw(6) << row.not_built << std::setprecision(3)
            << std::setw(10) << row.milliseconds << " ms\n"
            << std::flush;
}

nlohmann::ordered_json json_of(const lab::Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

nlohmann::ordered_json json_of(const Row& row) {
  return {{"family", row.family},
          {"depth", row.depth},
          {"hands", row.hands ? json_of(*row.hands) : nlohmann::ordered_json()},
          {"over_30", json_of(row.over)},
          {"not_built", row.not_built},
          {"cpu_ms_per_hand", row.milliseconds}};
}

std::vector<Goal> goals_of(const Options& options) {
  std::vector<Goal> goals;
  if (options.families.empty()) {
    for (const knowledge::Family& family : knowledge::families()) {
      goals.push_back({std::string(family.name), family.templates});
    }
  }
  for (const std::string& name : options.families) {
    const knowledge::Family* family = knowledge::find_family(name);
    if (family == nullptr) throw std::runtime_error("there is no family of templates called " + name);
    goals.push_back({name, family->templates});
  }
  if (!options.together) return goals;
  Goal all{.name = "together", .templates = {}};
  for (const Goal& goal : goals)
    all.templates.insert(all.templates.end(), goal.templates.begin(), goal.templates.end());
  return {all};
}

void run_templates(const Options& options) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const std::vector<Goal> goals = goals_of(options);
  if (!options.json) {
    std::cout
        << "family     depth   hands of those built [95 %]    over 30 or not built [95 %]  not built  CPU a hand\n";
  }
  for (const Goal& goal : goals) {
    for (const int depth : options.depths) {
      const Row row = run(goal, depth, options);
      if (options.json) {
        rows.push_back(json_of(row));
      } else {
        print(row);
      }
    }
  }
  if (!options.json) return;
  std::cout << nlohmann::ordered_json{{"experiment", "templates"},
                                      {"queues", options.queues},
                                      {"seed", options.seed},
                                      {"ahead", options.ahead},
                                      {"rows", rows}}
                   .dump(2)
            << '\n';
}

}  // namespace

void add_lab_command(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand("lab", "Published experiments, done again");
  command->require_subcommand(1);
  add_lab_chains(*command, exit_code);
  add_lab_solo(*command, exit_code);
  const auto options = std::make_shared<Options>();
  CLI::App* templates = command->add_subcommand("templates", "How many hands it takes to build a template");
  templates->add_option("--family", options->families, "Only these families");
  templates->add_option("--queues", options->queues, "So many queues")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  templates->add_option("--seed", options->seed, "Of the first queue; the others follow")->capture_default_str();
  templates->add_option("--depth", options->depths, "Pairs that are known")
      ->check(CLI::Range(1, 3))
      ->capture_default_str();
  templates->add_flag("--together", options->together, "The forms of all these families as one");
  templates->add_flag("--ahead", options->ahead, "Count what the next pair would add, too");
  templates->add_flag("--json", options->json, "The same as JSON");
  templates->callback([options, &exit_code] {
    run_templates(*options);
    exit_code = 0;
  });
}

}  // namespace rensa::cli
