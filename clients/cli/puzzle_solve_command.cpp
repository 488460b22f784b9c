#include "clients/cli/puzzle_solve_command.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "clients/cli/number_option.h"
#include "clients/cli/puzzle/goal_option.h"
#include "clients/cli/puzzle/puzzle_source.h"
#include "clients/cli/puzzle/puzzle_text.h"
#include "engine/rules/picture.h"

namespace rensa::cli {

namespace {

constexpr std::uint64_t kMostNodes = 1'000'000'000'000;  // weeks

struct SolveOptions {
  std::string source;
  std::optional<std::string> goal;
  std::size_t show = 10;
  std::uint64_t nodes = 200'000'000;
  bool json = false;
};

std::string summary_of(const puzzles::Solved& solved) {
  if (solved.different == 0) return solved.complete ? "no solution" : "none found, the search was given up";
  std::string text = std::to_string(solved.different) + (solved.different == 1 ? " solution" : " solutions");
  if (solved.ways != solved.different) text += " (" + std::to_string(solved.ways) + " with doubles upside down)";
  text += ", the shortest in " + std::to_string(solved.hands) + (solved.hands == 1 ? " hand" : " hands");
  return solved.complete ? text : text + "; the search was given up, there may be more";
}

int run_solve(const SolveOptions& options) {
  constexpr int kNotAllSolved = 1;
  std::optional<rules::Goal> goal;
  if (options.goal) goal = *goal_of_option(*options.goal);
  bool all_solvable = true;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const NamedPuzzle& named : puzzles_of(options.source, goal)) {
    const puzzles::Solved solved =
        puzzles::solve(named.puzzle, {.most_solutions = options.show, .most_nodes = options.nodes});
    all_solvable = all_solvable && solved.different > 0;
    if (options.json) {
      nlohmann::ordered_json row = json_of(named.puzzle);
      row.update(json_of(named.puzzle, solved));
      rows.push_back(row);
      continue;
    }
    std::cout << named.name << '\n'
              << rules::picture_of(named.puzzle.field) << task_of(named.puzzle) << ": " << summary_of(solved) << '\n';
    for (const puzzles::Solution& solution : solved.solutions) {
      std::cout << "  " << text_of(named.puzzle, solution) << "  " << url_of(named.puzzle, solution) << '\n';
    }
  }
  if (options.json) std::cout << rows.dump(2) << '\n';
  return all_solvable ? 0 : kNotAllSolved;
}

}  // namespace

void add_puzzle_solve_command(CLI::App& puzzle, int& exit_code) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App* command = puzzle.add_subcommand("solve", "All solutions of a puzzle, the shortest first");
  command->add_option("puzzle", options->source, "An ips URL, the part of it after \"?\", or a file with one a line")
      ->required();
  command->add_option("--goal", options->goal, "Instead of the URL's: three letters as there, such as u03 or 270")
      ->check(CLI::Validator(why_no_goal, "LETTERS"));
  command->add_option("--show", options->show, "So many solutions")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();
  command->add_option("--nodes", options->nodes, "Give up after so many fields")
      ->check(whole_number_in(1, kMostNodes))
      ->capture_default_str();
  command->add_flag("--json", options->json, "The same as JSON");
  command->footer(kNotation);
  command->callback([options, &exit_code] { exit_code = run_solve(*options); });
}

}  // namespace rensa::cli
