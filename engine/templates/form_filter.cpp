#include "engine/templates/form_filter.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "engine/rules/board.h"
#include "engine/rules/cell.h"

namespace rensa::templates {

using rules::Board;

namespace {

constexpr Board inverted(Board board) { return {~board.low, ~board.high}; }

// Returns true for violations that most cells of a field have.
constexpr bool is_frequent(Violation violation) {
  return violation == Violation::unfilled || violation == Violation::differs_above ||
         violation == Violation::differs_right;
}

using Shifted = std::array<std::array<Board, rules::kColumns>, kViolations>;  // by violation and columns to the left

Shifted shifted_left(const rules::Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const Board filled = planes.occupied();
  const Board colours = planes.coloured();
  const Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const Board floor = Board::rows(1, 1);
  std::array<Board, kViolations> boards = {filled,
                                           filled.up() | floor,
                                           filled & filled.down() & differs_above,
                                           filled & filled.left() & differs_right,
                                           (colours & colours.down()).without(differs_above),
                                           (colours & colours.left()).without(differs_right)};
  Shifted shifted;
  for (std::size_t violation = 0; violation < kViolations; ++violation) {
    // The first two boards hold the cells without the violation. Inverted, they exclude forms beyond the walls.
    const bool is_inverse = violation < 2;
    for (Board& board : shifted[violation]) {
      board = is_inverse ? inverted(boards[violation]) : boards[violation];
      boards[violation] = boards[violation].left();
    }
  }
  return shifted;
}

}  // namespace

void FormFilter::shift(const rules::Planes& planes, Halves<kMaxShiftedBoards>& violations) const {
  const Shifted shifted = shifted_left(planes);
  for (std::size_t i = 0; i < shifts_.size(); ++i) {
    const Requirement& requirement = shifts_[i];
    const Board& board =
        shifted[static_cast<std::size_t>(requirement.violation)][static_cast<std::size_t>(requirement.x - 1)];
    // Bits that leave a column at its bottom enter the next column at its top, above all places that are used.
    violations.low[i] = board.low >> (requirement.y - 1);
    violations.high[i] = board.high >> (requirement.y - 1);
  }
}

FormFilter::FormFilter(std::vector<std::vector<Requirement>> forms) {
  // The most frequent violations come first, and of these the ones that most forms require to be absent. Every other
  // order that was tried took at least twice the steps.
  std::map<Requirement, int> counts;
  for (const auto& requirements : forms) {
    for (const Requirement& requirement : requirements) ++counts[requirement];
  }
  for (const auto& [requirement, count] : counts) shifts_.push_back(requirement);
  assert(shifts_.size() <= kMaxShiftedBoards);
  std::sort(shifts_.begin(), shifts_.end(), [&counts](const Requirement& one, const Requirement& other) {
    if (is_frequent(one.violation) != is_frequent(other.violation)) return is_frequent(one.violation);
    return counts[one] != counts[other] ? counts[one] > counts[other] : one < other;
  });

  using Path = std::vector<std::uint16_t>;  // shifts
  std::vector<std::pair<Path, std::uint16_t>> paths;
  for (std::size_t form = 0; form < forms.size(); ++form) {
    assert(!forms[form].empty() && forms[form].size() <= kMaxRequirements);
    Path path;
    for (const Requirement& requirement : forms[form]) {
      path.push_back(
          static_cast<std::uint16_t>(std::find(shifts_.begin(), shifts_.end(), requirement) - shifts_.begin()));
    }
    std::sort(path.begin(), path.end());
    paths.emplace_back(std::move(path), static_cast<std::uint16_t>(form));
  }
  std::sort(paths.begin(), paths.end());

  const Path* before = nullptr;
  for (const auto& [path, form] : paths) {
    std::size_t depth = 0;
    if (before != nullptr) {
      depth = static_cast<std::size_t>(std::mismatch(path.begin(), path.end(), before->begin(), before->end()).first -
                                       path.begin());
    }
    // Where two forms have the same requirements, the last one is repeated.
    if (depth == path.size()) --depth;
    for (; depth < path.size(); ++depth) {
      nodes_.push_back({.shift = path[depth], .depth = static_cast<std::uint16_t>(depth)});
    }
    nodes_.back().form = form;
    before = &path;
  }
  assert(nodes_.size() < kNone);
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    std::size_t past = at + 1;
    while (past < nodes_.size() && nodes_[past].depth > nodes_[at].depth) ++past;
    nodes_[at].past = static_cast<std::uint16_t>(past);
  }
}

}  // namespace rensa::templates
