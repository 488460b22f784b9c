#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/puzzles/features.h"
#include "engine/puzzles/variety.h"
#include "engine/rules/ips.h"
#include "engine/rules/puyop.h"
#include "tests/fuzz/input.h"

// A text that is taken for a puzzle comes back from its URL, is solved within bounds, and every solution meets the
// goal.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rensa;
  using fuzz::require;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto shared = rules::shared_of_ips(text);
  if (!shared) {
    // Puyop says more of garbage, and nothing of goals.
    shared = rules::shared_of_puyop(text);
    if (!shared) return 0;
    rules::Shared with_goal = *shared;
    with_goal.goal = rules::Goal{rules::GoalKind::chain, rules::GoalBound::at_least, rules::GoalColour::any, 1};
    shared = with_goal;
  }
  const auto puzzle = puzzles::puzzle_of(*shared);
  if (!puzzle) {
    require(!puzzle.error().message.empty());
    return 0;
  }
  const puzzles::Solved solved = puzzles::solve(*puzzle, {.most_solutions = 5, .most_nodes = 2000});
  for (const puzzles::Solution& solution : solved.solutions) {
    const puzzles::Attempt attempt = puzzles::attempt(*puzzle, solution);
    require(attempt.solved && attempt.legal && attempt.hands == static_cast<int>(solution.size()));
  }
  if (!solved.solutions.empty() && puzzles::hands_of(puzzle->steps) <= 2) puzzles::features_of(*puzzle, solved);

  const auto url = rules::ips_url_of(puzzles::shared_of(*puzzle));
  if (!url) return 0;  // garbage of which some columns get much more than others has no letters
  const auto again = puzzles::puzzle_of(*rules::shared_of_ips(*url));
  require(again.ok() && *again == *puzzle && puzzles::essence_of(*again) == puzzles::essence_of(*puzzle));
  return 0;
}
