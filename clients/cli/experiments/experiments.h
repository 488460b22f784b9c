#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "clients/cli/experiments/report.h"

namespace rensa::command_line {
class Command;
}

namespace rensa::cli {

// The experiments of `rensa lab`. Each function `add_lab_...` adds one command with its options.

// `rensa lab chains`: the chains of two players on the same queues, and a match between them (thesis 6.2).
void add_lab_chains(command_line::Command& lab);
// `rensa lab nplayer`: searches of games of three players against each other (document 001).
void add_lab_nplayer(command_line::Command& lab);
// `rensa lab puzzles`: the share of sketches of training problems that are problems, and the time that a problem takes
// (document of Takahashi and Ikeda, sections 4.2 and 4.4).
void add_lab_puzzles(command_line::Command& lab);
// `rensa lab solo`: the chains that players build without an opponent.
void add_lab_solo(command_line::Command& lab);
// `rensa lab spider`: spider solitaire, and a player that learns it (document 003).
void add_lab_spider(command_line::Command& lab);
// `rensa lab templates`: how many hands it takes to build a template (thesis 6.1).
void add_lab_templates(command_line::Command& lab);

// How `rensa lab all` runs an experiment.
struct ExperimentRun {
  std::uint64_t seed = 1;
  int jobs = 1;
  bool is_quick = false;
};
// Each of these functions runs an experiment and compares its figures with the published ones.
std::vector<Comparison> compare_nplayer(const ExperimentRun& run);
std::vector<Comparison> compare_puzzles(const ExperimentRun& run);
std::vector<Comparison> compare_spider(const ExperimentRun& run);

}  // namespace rensa::cli
