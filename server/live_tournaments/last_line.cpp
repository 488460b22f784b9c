#include "server/live_tournaments/last_line.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "server/base/plain_text.h"

namespace rensa::live_tournaments {

namespace {

constexpr std::size_t kMaxLineBytes = 200;
constexpr std::string_view kVersionOfNode = "Node.js v";

// Returns the lines that are not blank, without the white space behind them.
std::vector<std::string_view> lines_of(std::string_view output) {
  std::vector<std::string_view> lines;
  while (!output.empty()) {
    const std::size_t end = std::min(output.find('\n'), output.size());
    std::string_view line = output.substr(0, end);
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);  // npos + 1 is 0
    if (!line.empty()) lines.push_back(line);
    output.remove_prefix(std::min(end + 1, output.size()));
  }
  return lines;
}

// Node marks the place of an error by these, in a line before the error.
bool is_mark_of_place(std::string_view line) { return line.find_first_not_of(" \t^") == std::string_view::npos; }

// Lines of a stack trace are indented.
bool is_of_stack_trace(std::string_view line) { return line.front() == ' ' || line.front() == '}'; }

// Precondition: the last line is the version of Node.
std::string_view error_of_node(std::vector<std::string_view> lines) {
  const std::string_view version = lines.back();
  lines.pop_back();
  const auto mark = std::find_if(lines.rbegin(), lines.rend(), is_mark_of_place);
  if (mark != lines.rend() && mark != lines.rbegin()) return *std::prev(mark);
  const auto error = std::find_if_not(lines.rbegin(), lines.rend(), is_of_stack_trace);
  return error == lines.rend() ? version : *error;
}

}  // namespace

std::string last_line_of(std::string_view output) {
  const std::vector<std::string_view> lines = lines_of(output);
  if (lines.empty()) return "";
  const bool is_of_node = lines.back().starts_with(kVersionOfNode);
  return base::plain_text(is_of_node ? error_of_node(lines) : lines.back(), kMaxLineBytes);
}

}  // namespace rensa::live_tournaments
