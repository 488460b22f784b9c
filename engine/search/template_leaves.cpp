#include "engine/search/template_leaves.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>
#include <span>

#include "engine/rules/drop.h"
#include "engine/search/template_search.h"

namespace rensa::search {

namespace {

// Of two cells that are filled together.
bool clash(std::int32_t asked, rules::Cell a, rules::Cell b) { return (asked > 0 && a != b) || (asked < 0 && a == b); }

// The least that has to be filled for a degree.
std::int64_t filled_for(std::int64_t degree, int whole) {
  return (degree * whole + templates::kWholeDegree - 1) / templates::kWholeDegree;
}

}  // namespace

std::int64_t degree_ahead(const templates::Template& form, std::int64_t filled, std::int64_t next_pair_gain) {
  return (filled * kNextPairs + kAhead * next_pair_gain) * templates::kWholeDegree / (kNextPairs * form.whole());
}

TemplateLeaves::TemplateLeaves(const rules::Field& field, const rules::Heights& heights, rules::Pair pair,
                               std::uint32_t placements)
    : heights_(heights), occupied_(field.occupied()), pair_(pair) {
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int above = 0; above < 2; ++above) {
      // No placement uses what would lie above the highest row: any cell will do there.
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
    leaves_[leaf_count_++] = {.placement = at, .openings = {axis, child}, .cells = {cells_[axis], cells_[child]}};
  }
}

void TemplateLeaves::add(const templates::Prospect& on_field, Wanted wanted) {
  if (on_field.contradicts()) return;
  Openings openings;
  for (std::size_t i = 0; i < kOpenings; ++i) openings[i] = on_field.at(cells_[i]);
  add(on_field, nullptr, openings, on_field.filled(), wanted);
}

void TemplateLeaves::add(const templates::Prospect& before, const PutDown& last, Wanted wanted) {
  if (before.contradicts()) return;
  const auto first = before.at(last.cells[0]);
  const auto second = before.at(last.cells[1]);
  const auto asked_of_first = before.form().asked_of(last.cells[0]);
  const auto asked_of_second = before.form().asked_of(last.cells[1]);
  const std::int32_t together = asked_of_first[last.cells[1]];
  if (first.bars(last.colours[0]) || second.bars(last.colours[1])) return;
  if (clash(together, last.colours[0], last.colours[1])) return;
  Openings openings;
  for (std::size_t i = 0; i < kOpenings; ++i) {
    openings[i] = before.at(cells_[i]);
    openings[i].learn(asked_of_first[cells_[i]], last.colours[0]);
    openings[i].learn(asked_of_second[cells_[i]], last.colours[1]);
  }
  add(before, &last, openings, before.filled() + first.gain + second.gain + std::abs(together), wanted);
}

std::int64_t TemplateLeaves::ahead(const templates::Prospect& prospect, const PutDown* last, const Leaf& leaf,
                                   int filled) const {
  const rules::Placement placement = rules::kPlacements[leaf.placement];
  const rules::Landing rest = rules::landing(heights_, placement);
  const rules::Board cells =
      rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
  rules::Heights heights = heights_;
  ++heights[static_cast<std::size_t>(placement.x)];
  ++heights[static_cast<std::size_t>(placement.child_x())];
  std::array<PutDown, 2> put{put_down(heights_, pair_, placement)};
  if (last != nullptr) put[1] = *last;
  const std::int64_t gain =
      next_pair_gain(prospect, std::span(put).first(last == nullptr ? 1 : 2), heights, occupied_ | cells);
  return degree_ahead(prospect.form(), filled, gain);
}

void TemplateLeaves::add(const templates::Prospect& prospect, const PutDown* last, const Openings& openings, int filled,
                         Wanted wanted) {
  const templates::Template& form = prospect.form();
  const std::int64_t need = filled_for(wanted.least, form.whole()) - filled;
  if (!wanted.count && !wanted.ahead) {
    std::int32_t most = 0;
    for (const templates::Opening& opening : openings) {
      if (!opening.bars(pair_.axis) || !opening.bars(pair_.child)) most = std::max(most, opening.gain);
    }
    if (2 * most + form.heaviest() < need) return;
  }
  for (const Leaf& leaf : std::span(leaves_).first(leaf_count_)) {
    const templates::Opening& axis = openings[leaf.openings[0]];
    const templates::Opening& child = openings[leaf.openings[1]];
    const std::int32_t together = form.asked_of(leaf.cells[0])[leaf.cells[1]];
    const std::int32_t gain = axis.gain + child.gain + std::abs(together);
    if (!wanted.count && !wanted.ahead && gain < need) continue;
    if (axis.bars(pair_.axis) || child.bars(pair_.child) || clash(together, pair_.axis, pair_.child)) continue;
    degrees_[leaf.placement].add(wanted.ahead ? ahead(prospect, last, leaf, filled + gain)
                                              : form.degree({.contradicts = false, .filled = filled + gain}));
  }
}

}  // namespace rensa::search
