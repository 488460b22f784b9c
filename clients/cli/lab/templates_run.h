#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/research/experiments/solo_games.h"
#include "engine/templates/template.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// How many hands it takes to build a template, on many queues.

// The goal of a build is any one of these templates.
struct BuildingGoal {
  std::string name;
  std::vector<templates::Template> templates;
};

struct TemplatesPlan {
  experiments::TemplateMeasure measure = experiments::TemplateMeasure::degree;
  int queues = 500;        // two at least
  std::uint64_t seed = 1;  // of the first queue; the others follow
};

struct TemplatesRun {
  std::string goal;
  int depth = 0;
  std::vector<double> hands;                 // of those that were built, the fewest first
  std::optional<tournament::Interval> mean;  // of these; nullopt: fewer than two
  tournament::Interval over;                 // the share that took more than 30, or for ever
  std::size_t not_built = 0;
  double cpu_milliseconds = 0;  // a hand
};

TemplatesRun run_templates(const BuildingGoal& goal, int depth, const TemplatesPlan& plan);

void print_templates_head();
void print_templates(const TemplatesRun& run);
nlohmann::ordered_json json_of_templates(const TemplatesRun& run);

}  // namespace rensa::cli
