#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "clients/cli/commands.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/cli/report/report.h"
#include "clients/command_line/command_line.h"
#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/puzzles/puzzle.h"
#include "engine/rules/parsed.h"
#include "server/base/exit_code.h"

namespace rensa::cli {

namespace {

constexpr std::uintmax_t kMaxFileBytes = 64U << 20;
constexpr std::uint64_t kMaxNodes = 1'000'000'000'000;  // takes weeks

// Returns true if a goal may have this character. All other characters separate the parts of a URL or escape letters.
bool can_be_goal_letter(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
}

// Reads the three letters of a goal in an ips URL. A URL may have more letters, which are ignored; in an option they
// are an error. A goal with the number zero is refused, too.
rules::Parsed<notation::Goal> goal_of_option(const std::string& text) {
  constexpr std::size_t kLetters = 3;
  const rules::ParseError none{"'" + text + "' is no goal: a goal has three letters, such as u03", 0};
  if (text.size() != kLetters || !std::all_of(text.begin(), text.end(), can_be_goal_letter)) return none;
  const auto shared = notation::parse_ips("___" + text);
  if (!shared || !shared->goal) return none;
  if (shared->goal->count == 0 && shared->goal->kind != notation::GoalKind::clear_all) {
    return rules::ParseError{text + ": the number of a goal cannot be zero", 0};
  }
  return *shared->goal;
}

// Returns the reason why the text is refused, or an empty string.
std::string why_goal_refused(const std::string& text) {
  const auto goal = goal_of_option(text);
  return goal ? "" : goal.error().message;
}

struct NamedPuzzle {
  std::string name;  // as it was given
  puzzles::Puzzle puzzle;
};

puzzles::Puzzle puzzle_of_text(const std::string& name, const std::string& text,
                               const std::optional<notation::Goal>& goal) {
  const bool is_url = text.find('?') != std::string::npos || text.find("/s/") != std::string::npos;
  auto shared = is_url ? notation::parse_share_url(text) : notation::parse_ips(text);
  if (!shared) throw std::runtime_error(name + ": " + shared.error().message);
  notation::SharedPosition position = *shared;
  if (goal) position.goal = goal;
  const auto puzzle = puzzles::puzzle_of(position);
  if (!puzzle) throw std::runtime_error(name + ": " + puzzle.error().message);
  return *puzzle;
}

// Returns the line without its comment and the blanks around it.
std::string trimmed(std::string line) {
  // A comment begins with a '#' at the beginning or after a blank. A '#' elsewhere belongs to a URL.
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t')) line.resize(i);
  }
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

std::vector<NamedPuzzle> puzzles_of_file(const std::string& file, const std::optional<notation::Goal>& goal) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) throw std::runtime_error(file + " is no file");
  if (std::filesystem::file_size(file, ignored) > kMaxFileBytes)
    throw std::runtime_error(file + " is longer than 64 MB");
  std::vector<NamedPuzzle> puzzles;
  std::ifstream lines(file);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    line = trimmed(line);
    if (line.empty()) continue;
    const std::string name = file + ", line " + std::to_string(number);
    puzzles.push_back({.name = line, .puzzle = puzzle_of_text(name, line, goal)});
  }
  if (!lines.eof()) throw std::runtime_error(file + " cannot be read");
  if (puzzles.empty()) throw std::runtime_error(file + " has no puzzle in it");
  return puzzles;
}

// The source is a URL of either format, the part of an ips URL after "?", or a file with one of these per line. A goal
// replaces the goals of the URLs. Throws std::runtime_error that names the file, the line and the error.
std::vector<NamedPuzzle> puzzles_of(const std::string& source, const std::optional<notation::Goal>& goal) {
  std::error_code ignored;
  if (std::filesystem::exists(source, ignored)) return puzzles_of_file(source, goal);
  if (source.find('?') == std::string::npos && source.find('_') == std::string::npos) {
    throw std::runtime_error(source + " is neither a file nor a URL of a puzzle");
  }
  return {{.name = source, .puzzle = puzzle_of_text(source, source, goal)}};
}

struct SolveOptions {
  std::string source;
  std::optional<std::string> goal;
  std::size_t max_solutions = 10;
  std::uint64_t max_nodes = 200'000'000;
  command_line::FormatChoice format;
};

std::string summary_of(const puzzles::SolveResult& solved) {
  if (solved.different == 0) return solved.complete ? "no solution" : "no solution found, the search was given up";
  std::string text = std::to_string(solved.different) + (solved.different == 1 ? " solution" : " solutions");
  if (solved.sequences != solved.different)
    text += " (" + std::to_string(solved.sequences) + " with doubles upside down)";
  text += ", the shortest in " + std::to_string(solved.hands) + (solved.hands == 1 ? " hand" : " hands");
  return solved.complete ? text : text + "; the search was given up, there may be more";
}

int run_solve(const SolveOptions& options) {
  std::optional<notation::Goal> goal;
  if (options.goal) goal = *goal_of_option(*options.goal);
  std::vector<int> exit_codes;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NamedPuzzle& named : puzzles_of(options.source, goal)) {
    const puzzles::SolveResult solved =
        puzzles::solve(named.puzzle, {.max_solutions = options.max_solutions, .max_nodes = options.max_nodes});
    if (solved.different == 0) {
      exit_codes.push_back(solved.complete ? base::kExitAnswerIsNo : base::kExitNoAnswer);
    }
    if (!options.format.is_text()) {
      nlohmann::ordered_json row = json_of(named.puzzle);
      row.update(json_of(named.puzzle, solved));
      rows.push_back(row);
      continue;
    }
    std::cout << named.name << '\n'
              << notation::picture_of(named.puzzle.field) << task_of(named.puzzle) << ": " << summary_of(solved)
              << '\n';
    for (const puzzles::Solution& solution : solved.solutions) {
      std::cout << "  " << text_of(named.puzzle, solution) << "  " << url_of(named.puzzle, solution) << '\n';
    }
  }
  if (!options.format.is_text()) print_report(rows, rows, options.format.wanted());
  return base::exit_code_of_parts(exit_codes);
}

void add_puzzle_solve_command(command_line::Command& puzzle) {
  const auto options = std::make_shared<SolveOptions>();
  command_line::Command& command = puzzle.add_command("solve", "Find all solutions of a puzzle, the shortest first");
  command
      .add_option("puzzle", options->source,
                  "A puzzle URL, the part of an ips URL after \"?\", or a file with one per line")
      .required();
  command.add_option("--goal", options->goal, "The goal, instead of the URL's goal: three letters such as u03 or 270")
      .check({why_goal_refused, "LETTERS"});
  command.add_option("--max-solutions", options->max_solutions, "Print at most this number of solutions")
      .in_range_with_default(0, 100'000)
      .hidden_alias("--show");
  command.add_option("--max-nodes", options->max_nodes, "Give up after this number of fields")
      .check(command_line::whole_number_in(1, kMaxNodes))
      .show_default()
      .hidden_alias("--nodes");
  command_line::add_format_options(command, options->format);
  command.set_footer(kNotation);
  command.set_action([options] { return run_solve(*options); });
}

}  // namespace

void add_puzzle_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("puzzle", "Solve and make training problems");
  command.require_command();
  add_puzzle_solve_command(command);
  add_puzzle_generate_command(command);
}

}  // namespace rensa::cli
