#include "engine/puzzles/solver.h"

#include <algorithm>
#include <array>

#include "engine/puzzles/goal.h"
#include "engine/puzzles/hand_walk.h"

namespace rensa::puzzles {

namespace {

// What is to come from each step on.
std::vector<Contents> contents_by_step(std::span<const Step> steps) {
  std::vector<Contents> to_come;
  for (std::size_t i = 0; i <= steps.size(); ++i) to_come.push_back(contents_of(steps.subspan(i)));
  return to_come;
}

class Search {
 public:
  Search(const Puzzle& puzzle, const SolveLimits& limits)
      : puzzle_(puzzle), limits_(limits), to_come_(contents_by_step(puzzle.steps)) {}

  Solved run() {
    HandWalk walk(std::span<const Step>(puzzle_.steps), *this, way_);
    if (goes_on(puzzle_.field, 0, {})) walk.run(puzzle_.field);
    for (std::vector<Solution>& kept : kept_) {
      for (Solution& solution : kept) {
        if (solved_.solutions.size() < limits_.most_solutions) solved_.solutions.push_back(std::move(solution));
      }
    }
    return std::move(solved_);
  }

  using State = Progress;

  bool enters(const rules::Field&) {
    if (solved_.nodes >= limits_.most_nodes || solved_.different >= limits_.enough) solved_.complete = false;
    return solved_.complete && ++solved_.nodes != 0;
  }

  bool ends(const Fired& fired, Progress& progress) {
    const bool is_solved = is_met_by(fired, progress);
    if (is_solved) keep();
    return is_solved;
  }

  // What a hand without a chain leaves behind can be as much as before; only what vanished has to be thought over.
  bool goes_on(const rules::Field& field, std::size_t step, const Progress& progress) const {
    return can_be_met(puzzle_.goal, contents_of(field), to_come_[step], progress);
  }

 private:
  bool is_met_by(const Fired& fired, Progress& progress) const {
    if (!wants_detail(puzzle_.goal)) return is_met(puzzle_.goal, fired.chain.links, fired.after);
    rules::Field field = fired.before;
    rules::drop_pair(field, fired.pair, fired.placement);
    const std::vector<VanishedLink> links = vanish(field);
    add(progress, links);
    return is_met(puzzle_.goal, links, progress, fired.after);
  }

  void keep() {
    ++solved_.different;
    solved_.ways += way_.count();
    const int hands = static_cast<int>(way_.size);
    solved_.hands = solved_.hands == 0 ? hands : std::min(solved_.hands, hands);
    std::vector<Solution>& kept = kept_[way_.size - 1];
    if (kept.size() >= limits_.most_solutions) return;
    Solution& solution = kept.emplace_back();
    for (const Placed& placed : way_.placed()) solution.push_back(placed.placement);
  }

  const Puzzle& puzzle_;
  const SolveLimits& limits_;
  std::vector<Contents> to_come_;
  Way way_;
  // By hands, fewest first. Shorter ones may be found later: of each length so many are kept.
  std::array<std::vector<Solution>, kMostHands> kept_;
  Solved solved_;
};

}  // namespace

Solved solve(const Puzzle& puzzle, const SolveLimits& limits) { return Search(puzzle, limits).run(); }

Attempt attempt(const Puzzle& puzzle, std::span<const rules::Placement> placements) {
  Attempt result;
  rules::Field field = puzzle.field;
  Progress progress;
  for (const Step& step : puzzle.steps) {
    const auto* pair = std::get_if<rules::Pair>(&step);
    if (pair == nullptr) {
      drop_garbage(field, std::get<notation::GarbageDrop>(step));
      continue;
    }
    if (placements.empty()) return result;
    const auto found = std::find(rules::kPlacements.begin(), rules::kPlacements.end(), placements.front());
    const auto index = static_cast<unsigned>(found - rules::kPlacements.begin());
    if (found == rules::kPlacements.end() || field.is_choked() ||
        (rules::droppable_placements(field.heights()) >> index & 1U) == 0) {
      result.legal = false;
      return result;
    }
    rules::drop_pair(field, *pair, placements.front());
    placements = placements.subspan(1);
    ++result.hands;
    const std::vector<VanishedLink> links = vanish(field);
    add(progress, links);
    if (!links.empty() && is_met(puzzle.goal, links, progress, field)) {
      result.solved = true;
      return result;
    }
  }
  return result;
}

}  // namespace rensa::puzzles
