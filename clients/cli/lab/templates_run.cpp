#include "clients/cli/lab/templates_run.h"

#include <algorithm>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <nlohmann/json.hpp>

#include "clients/cli/lab/solo_run.h"
#include "engine/research/experiments/solo_games.h"

namespace rensa::cli {

namespace {

constexpr int kManyHands = 30;  // as in the thesis

}  // namespace

TemplatesRun run_templates(const BuildingGoal& goal, int depth, const TemplatesPlan& plan) {
  const experiments::TemplateBuildSettings settings{
      .templates = goal.templates, .depth = depth, .measure = plan.measure};
  TemplatesRun run{.goal = goal.name, .depth = depth, .hands = {}, .mean = {}, .over = {}};
  int over = 0;
  int placed = 0;
  const std::clock_t begin = std::clock();
  for (int i = 0; i < plan.queues; ++i) {
    const auto queue = rules::PairQueue::from_seed(plan.seed + static_cast<std::uint64_t>(i), 4);
    const experiments::TemplateBuild completion = experiments::build_template(queue, settings);
    placed += completion.hands;
    if (completion.built) run.hands.push_back(completion.hands);
    if (!completion.built || completion.hands > kManyHands) ++over;
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::sort(run.hands.begin(), run.hands.end());
  if (run.hands.size() >= 2) run.mean = tournament::mean_of(run.hands);
  run.over = tournament::wilson_interval(static_cast<double>(over) / plan.queues, plan.queues);
  run.not_built = static_cast<std::size_t>(plan.queues) - run.hands.size();
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

}  // namespace rensa::cli
