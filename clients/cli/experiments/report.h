#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "clients/command_line/command_line.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::cli {

// The parts that the reports of experiments share.

// The forms of a report that options ask for.
struct ReportOptions {
  bool json = false;
  std::string plot;  // the file of the plot; empty: none
};

// Adds `--plot` and `--json`. The last argument names the value of `--plot`.
void add_report_options(command_line::Command& command, ReportOptions& options, const std::string& plot_help,
                        const char* plot_value = "FILE");

// A published figure and ours, as texts for a table.
struct Comparison {
  std::string what;
  std::string published;  // empty: no figure is published
  std::string ours;       // with its 95 % interval
};

// Returns a table of three columns with its head.
std::string markdown_of(std::span<const Comparison> rows);

std::string with_decimals(double value, int decimals);
// "57.4 % [54.3, 60.4]"
std::string percent_of(const tournament::Interval& share);
nlohmann::ordered_json json_of(const tournament::Interval& interval);

}  // namespace rensa::cli
