#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/notation/shared_position.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/puzzle_rating.h"
#include "tests/fuzz/input.h"

// A text that is taken for a puzzle comes back from its URL, is solved within bounds, and every solution meets the
// goal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rensa;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto shared = notation::parse_ips(text);
  if (!shared) {
    // Puyop says more of garbage, and nothing of goals.
    shared = notation::parse_puyop(text);
    if (!shared) return 0;
    notation::SharedPosition with_goal = *shared;
    with_goal.goal =
        notation::Goal{notation::GoalKind::chain, notation::GoalBound::at_least, notation::GoalColour::any, 1};
    shared = with_goal;
  }
  const auto puzzle = puzzles::puzzle_of(*shared);
  if (!puzzle) {
    require(!puzzle.error().message.empty());
    return 0;
  }
  const puzzles::SolveResult solved = puzzles::solve(*puzzle, {.max_solutions = 5, .max_nodes = 2000});
  for (const puzzles::Solution& solution : solved.solutions) {
    const puzzles::AttemptResult attempt = puzzles::check_attempt(*puzzle, solution);
    require(attempt.solved && attempt.legal && attempt.hands == static_cast<int>(solution.size()));
  }
  if (!solved.solutions.empty() && puzzles::count_pairs(puzzle->steps) <= 2) puzzles::features_of(*puzzle, solved);

  const auto url = notation::ips_url(puzzles::shared_position_of(*puzzle));
  if (!url) return 0;  // garbage of which some columns get much more than others has no letters
  const auto again = puzzles::puzzle_of(*notation::parse_ips(*url));
  require(again.ok() && *again == *puzzle && puzzles::canonical_text_of(*again) == puzzles::canonical_text_of(*puzzle));
  return 0;
}
