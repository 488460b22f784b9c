#include "engine/templates/form_sieve.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "engine/rules/geometry.h"
#include "engine/rules/gravity.h"

namespace rensa::templates {

using rules::Board;

namespace {

constexpr Board inverted(Board board) { return {~board.low, ~board.high}; }

// Whether it is met at most cells.
constexpr bool is_frequent(Objection objection) {
  return objection == Objection::unfilled || objection == Objection::differs_above ||
         objection == Objection::differs_right;
}

using Shifted = std::array<std::array<Board, rules::kColumns>, kObjections>;  // by objection and columns to the left

Shifted shifted_left(const rules::Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const Board filled = planes.occupied();
  const Board colours = planes.coloured();
  const Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const Board floor = Board::rows(1, 1);
  std::array<Board, kObjections> boards = {filled,
                                           filled.up() | floor,
                                           filled & filled.down() & differs_above,
                                           filled & filled.left() & differs_right,
                                           (colours & colours.down()).without(differs_above),
                                           (colours & colours.left()).without(differs_right)};
  Shifted shifted;
  for (std::size_t objection = 0; objection < kObjections; ++objection) {
    // The first two say what a cell must be, so that nothing stands beyond the walls.
    const bool is_inverse = objection < 2;
    for (Board& board : shifted[objection]) {
      board = is_inverse ? inverted(boards[objection]) : boards[objection];
      boards[objection] = boards[objection].left();
    }
  }
  return shifted;
}

}  // namespace

void FormSieve::shift(const rules::Planes& planes, Halves<kMostShifts>& objections) const {
  const Shifted shifted = shifted_left(planes);
  for (std::size_t i = 0; i < shifts_.size(); ++i) {
    const Demand& demand = shifts_[i];
    const Board& board = shifted[static_cast<std::size_t>(demand.objection)][static_cast<std::size_t>(demand.x - 1)];
    // What leaves a column below comes out on top of another, above all places that matter.
    objections.low[i] = board.low >> (demand.y - 1);
    objections.high[i] = board.high >> (demand.y - 1);
  }
}

FormSieve::FormSieve(std::vector<std::vector<Demand>> forms) {
  // What sieves most comes first, and of that what most forms demand: half the steps of any other order that was tried.
  std::map<Demand, int> counts;
  for (const auto& demands : forms) {
    for (const Demand& demand : demands) ++counts[demand];
  }
  for (const auto& [demand, count] : counts) shifts_.push_back(demand);
  assert(shifts_.size() <= kMostShifts);
  std::sort(shifts_.begin(), shifts_.end(), [&counts](const Demand& one, const Demand& other) {
    if (is_frequent(one.objection) != is_frequent(other.objection)) return is_frequent(one.objection);
    return counts[one] != counts[other] ? counts[one] > counts[other] : one < other;
  });

  using Path = std::vector<std::uint16_t>;  // shifts
  std::vector<std::pair<Path, std::uint16_t>> paths;
  for (std::size_t form = 0; form < forms.size(); ++form) {
    assert(!forms[form].empty() && forms[form].size() <= kMostDemands);
    Path path;
    for (const Demand& demand : forms[form]) {
      path.push_back(static_cast<std::uint16_t>(std::find(shifts_.begin(), shifts_.end(), demand) - shifts_.begin()));
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
    // Forms that demand the same: the last demand stands there once more.
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
