#include "engine/evaluation/placement_degrees.h"

#include <bit>
#include <cstdlib>
#include <span>

#include "engine/rules/drop.h"

namespace rensa::evaluation {

namespace {

// Returns true if two puyos together contradict the template; `pair_weight` is the matrix entry of their cells.
bool contradict_each_other(std::int32_t pair_weight, rules::Cell a, rules::Cell b) {
  return (pair_weight > 0 && a != b) || (pair_weight < 0 && a == b);
}

// Returns the smallest TemplateMatch::filled that gives at least this degree of match.
std::int64_t least_filled_weight_for(std::int64_t degree, int full_weight) {
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
      // A placement never uses a cell above row 13, so for such a cell any other one may be stored.
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
    placement_cells_[placement_count_++] = {
        .placement = at, .effects = {axis, child}, .cells = {cells_[axis], cells_[child]}};
  }
}

void PlacementDegrees::add(const templates::IncrementalMatch& match, DegreeRequest request) {
  if (match.contradicts()) return;
  ColumnEffects effects;
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
  if (contradict_each_other(together, last.colours[0], last.colours[1])) return;
  ColumnEffects effects;
  for (std::size_t i = 0; i < kEffects; ++i) {
    effects[i] = before.effect_at(cells_[i]);
    effects[i].add_neighbour(weights_with_first[cells_[i]], last.colours[0]);
    effects[i].add_neighbour(weights_with_second[cells_[i]], last.colours[1]);
  }
  add(before, &last, effects, before.filled() + first.gain + second.gain + std::abs(together), request);
}

std::int64_t PlacementDegrees::degree_with_next_pair_after(const templates::IncrementalMatch& match,
                                                           const PlacedPair* last,
                                                           const PlacementCells& placement_cells, int filled) const {
  const rules::Placement placement = rules::kPlacements[placement_cells.placement];
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

void PlacementDegrees::add(const templates::IncrementalMatch& match, const PlacedPair* last,
                           const ColumnEffects& effects, int filled, DegreeRequest request) {
  const templates::Template& form = match.form();
  const std::int64_t need = least_filled_weight_for(request.least, form.full_weight()) - filled;
  if (!request.count && !request.next_pair) {
    std::int32_t most = 0;
    for (const templates::CellEffect& effect : effects) {
      if (!effect.forbids(pair_.axis) || !effect.forbids(pair_.child)) most = std::max(most, effect.gain);
    }
    if (2 * most + form.largest_pair_weight() < need) return;
  }
  for (const PlacementCells& placement_cells : std::span(placement_cells_).first(placement_count_)) {
    const templates::CellEffect& axis = effects[placement_cells.effects[0]];
    const templates::CellEffect& child = effects[placement_cells.effects[1]];
    const std::int32_t together = form.pair_weights(placement_cells.cells[0])[placement_cells.cells[1]];
    const std::int32_t gain = axis.gain + child.gain + std::abs(together);
    if (!request.count && !request.next_pair && gain < need) continue;
    if (axis.forbids(pair_.axis) || child.forbids(pair_.child) ||
        contradict_each_other(together, pair_.axis, pair_.child))
      continue;
    degrees_[placement_cells.placement].add(
        request.next_pair ? degree_with_next_pair_after(match, last, placement_cells, filled + gain)
                          : form.degree({.contradicts = false, .filled = filled + gain}));
  }
}

}  // namespace rensa::evaluation
