#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clients/cli/commands.h"
#include "clients/cli/puzzle/goal_option.h"
#include "clients/cli/puzzle/puzzle_source.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "clients/command_line/command_line.h"
#include "engine/notation/text.h"

namespace rensa::cli {

namespace {

constexpr std::uint64_t kMaxNodes = 1'000'000'000'000;  // takes weeks

struct SolveOptions {
  std::string source;
  std::optional<std::string> goal;
  std::size_t show = 10;
  std::uint64_t nodes = 200'000'000;
  bool json = false;
};

std::string summary_of(const puzzles::SolveResult& solved) {
  if (solved.different == 0) return solved.complete ? "no solution" : "none found, the search was given up";
  std::string text = std::to_string(solved.different) + (solved.different == 1 ? " solution" : " solutions");
  if (solved.sequences != solved.different)
    text += " (" + std::to_string(solved.sequences) + " with doubles upside down)";
  text += ", the shortest in " + std::to_string(solved.hands) + (solved.hands == 1 ? " hand" : " hands");
  return solved.complete ? text : text + "; the search was given up, there may be more";
}

int run_solve(const SolveOptions& options) {
  constexpr int kNotAllSolved = 1;
  std::optional<notation::Goal> goal;
  if (options.goal) goal = *goal_of_option(*options.goal);
  bool all_solvable = true;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NamedPuzzle& named : puzzles_of(options.source, goal)) {
    const puzzles::SolveResult solved =
        puzzles::solve(named.puzzle, {.max_solutions = options.show, .max_nodes = options.nodes});
    all_solvable = all_solvable && solved.different > 0;
    if (options.json) {
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
  if (options.json) std::cout << rows.dump(2) << '\n';
  return all_solvable ? 0 : kNotAllSolved;
}

void add_puzzle_solve_command(command_line::Command& puzzle) {
  const auto options = std::make_shared<SolveOptions>();
  command_line::Command& command = puzzle.add_command("solve", "All solutions of a puzzle, the shortest first");
  command.add_option("puzzle", options->source, "An ips URL, the part of it after \"?\", or a file with one a line")
      .required();
  command.add_option("--goal", options->goal, "Instead of the URL's: three letters as there, such as u03 or 270")
      .check({why_no_goal, "LETTERS"});
  command.add_option("--show", options->show, "So many solutions")
      .check(command_line::in_range(0, 100'000))
      .show_default();
  command.add_option("--nodes", options->nodes, "Give up after so many fields")
      .check(command_line::whole_number_in(1, kMaxNodes))
      .show_default();
  command.add_flag("--json", options->json, "The same as JSON");
  command.set_footer(kNotation);
  command.set_action([options] { return run_solve(*options); });
}

}  // namespace

void add_puzzle_command(command_line::Command& program) {
  command_line::Command& command = program.add_command("puzzle", "Training problems: solved and made");
  command.require_command();
  add_puzzle_solve_command(command);
  add_puzzle_generate_command(command);
}

}  // namespace rensa::cli
