#include "engine/evaluation/placement_degrees.h"

#include <bit>
#include <cstdlib>
#include <span>

#include "engine/rules/drop.h"

namespace rensa::evaluation {

namespace {

// Returns true if two cells that are filled together contradict.
bool clash(std::int32_t pair_weight, rules::Cell a, rules::Cell b) {
  return (pair_weight > 0 && a != b) || (pair_weight < 0 && a == b);
}

// Returns the smallest filled weight that gives the degree.
std::int64_t filled_for(std::int64_t degree, int full_weight) {
  return (degree * full_weight + templates::kFullDegree - 1) / templates::kFullDegree;
}

}  // namespace

std::int64_t degree_with_next_pair(const templates::Template& form, std::int64_t filled, std::int64_t next_pair_gain) {
  return (filled * kPairsOfFourColours + kNextPairWeight * next_pair_gain) * templates::kFullDegree /
         (kPairsOfFourColours * form.full_weight());
}

PlacementDegrees::PlacementDegrees(const rules::Field& field, const rules::Heights& heights, rules::Pair pair,
                                   std::uint32_t placements)
    : heights_(heights), occupied_(field.occupied()), pair_(pair) {
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int above = 0; above < 2; ++above) {
      // No placement uses a cell above the highest row, so any cell can stand for it.
      const int y = std::min(heights[static_cast<std::size_t>(x)] + 1 + above, rules::kHiddenRow);
      cells_[static_cast<std::size_t>(2 * (x - 1) + above)] = templates::matrix_cell(x, y);
    }
  }
  for (; placements != 0; placements &= placements - 1) {
    const auto at = static_cast<std::size_t>(std::countr_zero(placements));
    const rules::Placement placement = rules::kPlacements[at];
    const auto axis = static_cast<std::size_t>(2 * (placement.x - 1) + (placement.r == rules::Rotation::down ? 1 : 0));
    const auto child =
        static_cast<std::size_t>(2 * (placement.child_x() - 1) + (placement.r == rules::Rotation::up ? 1 : 0));
    leaves_[leaf_count_++] = {.placement = at, .effects = {axis, child}, .cells = {cells_[axis], cells_[child]}};
  }
}

void PlacementDegrees::add(const templates::IncrementalMatch& match, DegreeRequest request) {
  if (match.contradicts()) return;
  Effects effects;
  for (std::size_t i = 0; i < kEffects; ++i) effects[i] = match.effect_at(cells_[i]);
  add(match, nullptr, effects, match.filled(), request);
}

void PlacementDegrees::add(const templates::IncrementalMatch& before, const PlacedPair& last, DegreeRequest request) {
  if (before.contradicts()) return;
  const auto first = before.effect_at(last.cells[0]);
  const auto second = before.effect_at(last.cells[1]);
  const auto weights_with_first = before.form().pair_weights(last.cells[0]);
  const auto weights_with_second = before.form().pair_weights(last.cells[1]);
  const std::int32_t together = weights_with_first[last.cells[1]];
  if (first.forbids(last.colours[0]) || second.forbids(last.colours[1])) return;
  if (clash(together, last.colours[0], last.colours[1])) return;
  Effects effects;
  for (std::size_t i = 0; i < kEffects; ++i) {
    effects[i] = before.effect_at(cells_[i]);
    effects[i].add_neighbour(weights_with_first[cells_[i]], last.colours[0]);
    effects[i].add_neighbour(weights_with_second[cells_[i]], last.colours[1]);
  }
  add(before, &last, effects, before.filled() + first.gain + second.gain + std::abs(together), request);
}

std::int64_t PlacementDegrees::with_next_pair(const templates::IncrementalMatch& match, const PlacedPair* last,
                                              const Leaf& leaf, int filled) const {
  const rules::Placement placement = rules::kPlacements[leaf.placement];
  const rules::Landing rest = rules::landing(heights_, placement);
  const rules::Board cells =
      rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
  rules::Heights heights = heights_;
  ++heights[static_cast<std::size_t>(placement.x)];
  ++heights[static_cast<std::size_t>(placement.child_x())];
  std::array<PlacedPair, 2> put{place_pair(heights_, pair_, placement)};
  if (last != nullptr) put[1] = *last;
  const std::int64_t gain =
      next_pair_gain(match, std::span(put).first(last == nullptr ? 1 : 2), heights, occupied_ | cells);
  return degree_with_next_pair(match.form(), filled, gain);
}

void PlacementDegrees::add(const templates::IncrementalMatch& match, const PlacedPair* last, const Effects& effects,
                           int filled, DegreeRequest request) {
  const templates::Template& form = match.form();
  const std::int64_t need = filled_for(request.least, form.full_weight()) - filled;
  if (!request.count && !request.next_pair) {
    std::int32_t most = 0;
    for (const templates::CellEffect& effect : effects) {
      if (!effect.forbids(pair_.axis) || !effect.forbids(pair_.child)) most = std::max(most, effect.gain);
    }
    if (2 * most + form.largest_pair_weight() < need) return;
  }
  for (const Leaf& leaf : std::span(leaves_).first(leaf_count_)) {
    const templates::CellEffect& axis = effects[leaf.effects[0]];
    const templates::CellEffect& child = effects[leaf.effects[1]];
    const std::int32_t together = form.pair_weights(leaf.cells[0])[leaf.cells[1]];
    const std::int32_t gain = axis.gain + child.gain + std::abs(together);
    if (!request.count && !request.next_pair && gain < need) continue;
    if (axis.forbids(pair_.axis) || child.forbids(pair_.child) || clash(together, pair_.axis, pair_.child)) continue;
    degrees_[leaf.placement].add(request.next_pair ? with_next_pair(match, last, leaf, filled + gain)
                                                   : form.degree({.contradicts = false, .filled = filled + gain}));
  }
}

}  // namespace rensa::evaluation
