#include "clients/cli/puzzle/puzzle_text.h"

#include <array>
#include <nlohmann/json.hpp>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "engine/puzzles/goal.h"

namespace rensa::cli {

namespace {

constexpr std::array kRotations = {"up", "right", "down", "left"};

}  // namespace

std::string text_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution) {
  std::string text;
  std::size_t next = 0;
  for (const puzzles::Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) continue;
    if (next == solution.size()) break;
    const rules::Placement placement = solution[next++];
    if (!text.empty()) text += ", ";
    text += notation::letters_of(*pair) + ' ' + std::to_string(int{placement.x}) + ' ' +
            kRotations[static_cast<std::size_t>(placement.r)];
  }
  return text;
}

std::string url_of(const puzzles::Puzzle& puzzle, const puzzles::Solution& solution) {
  const auto url = notation::ips_url(puzzles::shared_position_of(puzzle, solution));
  return url ? *url : "";
}

std::string task_of(const puzzles::Puzzle& puzzle) {
  const int hands = puzzles::count_pairs(puzzle.steps);
  return "in " + std::to_string(hands) + (hands == 1 ? " hand " : " hands ") + puzzles::text_of(puzzle.goal);
}

nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const puzzles::Step& step : puzzle.steps) {
    if (const auto* pair = std::get_if<rules::Pair>(&step)) {
      steps.push_back(notation::letters_of(*pair));
    } else {
      steps.push_back(std::get<notation::GarbageDrop>(step).counts);
    }
  }
  return {{"url", url_of(puzzle, {})},
          {"field", notation::picture_of(puzzle.field)},
          {"steps", steps},
          {"goal", puzzles::text_of(puzzle.goal)}};
}

nlohmann::ordered_json json_of(const puzzles::Puzzle& puzzle, const puzzles::SolveResult& solved) {
  nlohmann::ordered_json solutions = nlohmann::ordered_json::array();
  for (const puzzles::Solution& solution : solved.solutions) {
    solutions.push_back(
        {{"hands", solution.size()}, {"placements", text_of(puzzle, solution)}, {"url", url_of(puzzle, solution)}});
  }
  return {{"solvable", solved.different > 0},
          {"hands", solved.hands},
          {"different", solved.different},
          {"ways", solved.sequences},
          {"complete", solved.complete},
          {"nodes", solved.nodes},
          {"solutions", solutions}};
}

nlohmann::ordered_json json_of(const puzzles::Features& features) {
  return {{"puyos", features.puyos},
          {"solutions", features.solutions},
          {"firing", features.firing_sequences},
          {"falling", features.falling_puyos},
          {"colours", features.colours},
          {"used", features.used_colours},
          {"misleading", features.misleading_neighbours}};
}

}  // namespace rensa::cli
