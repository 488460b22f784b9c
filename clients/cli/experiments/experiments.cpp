#include "clients/cli/experiments/experiments.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "clients/command_line/files.h"

namespace rensa::cli {

void add_report_options(command_line::Command& command, ReportOptions& options, const std::string& plot_help,
                        const char* plot_value) {
  command.add_option("--plot", options.plot, plot_help).check({command_line::why_not_writable, plot_value});
  command_line::add_format_options(command, options.format);
}

base::Table table_of(std::span<const Comparison> rows) {
  base::Table table{.columns = {"what", "published", "ours"}, .rows = {}};
  for (const Comparison& row : rows) table.rows.push_back({row.what, row.published, row.ours});
  return table;
}

std::string with_decimals(double value, int decimals) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << value;
  return text.str();
}

std::string percent_of(const tournament::Interval& share) {
  return with_decimals(100 * share.value, 1) + " % [" + with_decimals(100 * share.low, 1) + ", " +
         with_decimals(100 * share.high, 1) + ']';
}

nlohmann::ordered_json json_of(const tournament::Interval& interval) {
  return {{"value", interval.value}, {"low", interval.low}, {"high", interval.high}};
}

}  // namespace rensa::cli
