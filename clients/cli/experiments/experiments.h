#pragma once

#include <cstdint>
#include <ctime>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// The parts that the reports of experiments share.

// The forms of a report that options ask for.
struct ReportOptions {
  command_line::FormatChoice format;
  std::string plot;  // the file of the plot; empty: none
};

// Adds `--plot`, `--format` and `--json`. The last argument names the value of `--plot`.
void add_report_options(command_line::Command& command, ReportOptions& options, const std::string& plot_help,
                        const char* plot_value = "FILE");

// A published figure and ours, as texts for a table.
struct Comparison {
  std::string what;
  std::string published;  // empty: no figure is published
  std::string ours;       // with its 95 % interval
};

// Returns a table of three columns.
base::Table table_of(std::span<const Comparison> rows);

// Does the work and returns the CPU time that it took.
template <class Work>
double cpu_seconds_of(Work work) {
  const std::clock_t begin = std::clock();
  work();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

std::string with_decimals(double value, int decimals);
// "57.4 % [54.3, 60.4]"
std::string percent_of(const tournament::Interval& share);
nlohmann::ordered_json json_of(const tournament::Interval& interval);

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
