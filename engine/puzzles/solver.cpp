#include "engine/puzzles/solver.h"

#include <algorithm>
#include <array>

#include "engine/puzzles/goal.h"
#include "engine/puzzles/placement_walk.h"

namespace rensa::puzzles {

namespace {

// The number of puyos still to come, for each step.
std::vector<PuyoCounts> puyos_to_come_by_step(std::span<const Step> steps) {
  std::vector<PuyoCounts> to_come;
  for (std::size_t i = 0; i <= steps.size(); ++i) to_come.push_back(count_puyos(steps.subspan(i)));
  return to_come;
}

class SolutionSearch {
 public:
  SolutionSearch(const Puzzle& puzzle, const SolveLimits& limits)
      : puzzle_(puzzle),
        limits_(limits),
        budget_({.nodes = static_cast<std::int64_t>(limits.max_nodes), .stop = limits.stop}),
        to_come_(puyos_to_come_by_step(puzzle.steps)) {}

  SolveResult run() {
    PlacementWalk walk(std::span<const Step>(puzzle_.steps), *this, path_);
    if (can_continue(puzzle_.field, 0, {})) walk.run(puzzle_.field);
    for (std::vector<Solution>& kept : kept_) {
      for (Solution& solution : kept) {
        if (solved_.solutions.size() < limits_.max_solutions) solved_.solutions.push_back(std::move(solution));
      }
    }
    solved_.nodes = static_cast<std::uint64_t>(budget_.searched());
    return std::move(solved_);
  }

  using State = PuyoCounts;

  bool should_expand(const rules::Field&) {
    if (solved_.different >= limits_.stop_after || budget_.take(1) == 0) solved_.complete = false;
    return solved_.complete;
  }

  bool should_end(const FiringHand& fired, PuyoCounts& vanished) {
    const bool is_solved = is_met_by(fired, vanished);
    if (is_solved) keep_solution();
    return is_solved;
  }

  // Returns true if the goal can still be met. The walk asks only after a chain, because other hands remove no cells.
  bool can_continue(const rules::Field& field, std::size_t step, const PuyoCounts& vanished) const {
    return can_be_met(puzzle_.goal, count_puyos(field), to_come_[step], vanished);
  }

 private:
  bool is_met_by(const FiringHand& fired, PuyoCounts& vanished) const {
    if (!needs_link_details(puzzle_.goal)) return is_met(puzzle_.goal, fired.chain.links, fired.after);
    rules::Field field = fired.before;
    rules::drop_pair(field, fired.pair, fired.placement);
    const std::vector<VanishedLink> links = play_chain(field);
    add(vanished, links);
    return is_met(puzzle_.goal, links, vanished, fired.after);
  }

  void keep_solution() {
    ++solved_.different;
    solved_.sequences += path_.sequences();
    const int hands = static_cast<int>(path_.size);
    solved_.hands = solved_.hands == 0 ? hands : std::min(solved_.hands, hands);
    std::vector<Solution>& kept = kept_[path_.size - 1];
    if (kept.size() >= limits_.max_solutions) return;
    Solution& solution = kept.emplace_back();
    for (const PlacedHand& placed : path_.placed()) solution.push_back(placed.placement);
  }

  const Puzzle& puzzle_;
  const SolveLimits& limits_;
  limits::SearchBudget budget_;
  std::vector<PuyoCounts> to_come_;
  HandPath path_;
  // The solutions by their number of hands. Up to max_solutions are kept of each, as shorter ones may be found later.
  std::array<std::vector<Solution>, kMaxHands> kept_;
  SolveResult solved_;
};

}  // namespace

SolveResult solve(const Puzzle& puzzle, const SolveLimits& limits) { return SolutionSearch(puzzle, limits).run(); }

AttemptResult check_attempt(const Puzzle& puzzle, std::span<const rules::Placement> placements) {
  AttemptResult result;
  rules::Field field = puzzle.field;
  PuyoCounts vanished;
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      drop_garbage(field, std::get<notation::GarbageDrop>(step));
      continue;
    }
    if (placements.empty()) return result;
    const std::size_t index = rules::index_of(placements.front());
    if (field.is_choked() || (rules::droppable_placements(field.heights()) >> index & 1U) == 0) {
      result.legal = false;
      return result;
    }
    rules::drop_pair(field, *pair, placements.front());
    placements = placements.subspan(1);
    ++result.hands;
    const std::vector<VanishedLink> links = play_chain(field);
    add(vanished, links);
    if (!links.empty() && is_met(puzzle.goal, links, vanished, field)) {
      result.solved = true;
      return result;
    }
  }
  return result;
}

}  // namespace rensa::puzzles
