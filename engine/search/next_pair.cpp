#include "engine/search/next_pair.h"

#include <algorithm>
#include <cstdlib>

#include "engine/rules/drop.h"

namespace rensa::search {

namespace {

constexpr std::size_t kColourCount = 4;

// One bit for each of the 16 pairs, the axis' colour counting four.
using PairSet = std::uint32_t;
constexpr PairSet kDoubles = 0x8421;
constexpr PairSet kAllPairs = 0xFFFF;

// An empty cell, and the colours that may stand there as bits 0..3.
struct Site {
  std::size_t cell = 0;
  std::int32_t gain = 0;
  std::uint32_t colours = 0;  // none: the cell is too high
};

int highest_row(int x) { return x == rules::kSpawnColumn ? rules::kSpawnRow - 1 : rules::kVisibleRows; }

Site site_at(const templates::Prospect& before, std::span<const PutDown> put, int x, int y) {
  if (y > highest_row(x)) return {};
  Site site{.cell = templates::matrix_cell(x, y), .gain = 0, .colours = 0};
  templates::Opening opening = before.at(site.cell);
  const auto asked = before.form().asked_of(site.cell);
  for (const PutDown& pair : put) {
    for (std::size_t i = 0; i < 2; ++i) opening.learn(asked[pair.cells[i]], pair.colours[i]);
  }
  site.gain = opening.gain;
  for (std::size_t i = 0; i < kColourCount; ++i) {
    if (!opening.bars(rules::kColours[i])) site.colours |= 1U << i;
  }
  return site;
}

PairSet pairs_of(const Site& axis, const Site& child, std::int32_t asked) {
  PairSet pairs = 0;
  for (std::size_t i = 0; i < kColourCount; ++i) {
    if ((axis.colours >> i & 1U) != 0) pairs |= child.colours << (kColourCount * i);
  }
  return pairs & (asked > 0 ? kDoubles : asked < 0 ? kAllPairs & ~kDoubles : kAllPairs);
}

bool fires_early(const templates::Template& form, rules::Board occupied, rules::Board cells) {
  const rules::Board trigger = form.first_link().without(occupied);
  if (trigger.empty() || !trigger.without(cells).empty()) return false;
  return !form.missing(occupied | cells).empty();
}

}  // namespace

PutDown put_down(const rules::Heights& heights, rules::Pair pair, rules::Placement placement) {
  const rules::Landing rest = rules::landing(heights, placement);
  return {.cells = {templates::matrix_cell(placement.x, rest.axis_y),
                    templates::matrix_cell(placement.child_x(), rest.child_y)},
          .colours = {pair.axis, pair.child}};
}

std::int64_t next_pair_gain(const templates::Prospect& before, std::span<const PutDown> put,
                            const rules::Heights& heights, rules::Board occupied) {
  const templates::Template& form = before.form();
  std::array<std::array<Site, 2>, rules::kColumns + 1> sites;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int above = 0; above < 2; ++above) {
      sites[static_cast<std::size_t>(x)][static_cast<std::size_t>(above)] =
          site_at(before, put, x, heights[static_cast<std::size_t>(x)] + 1 + above);
    }
  }
  std::array<std::int32_t, kNextPairs> best{};
  for (const rules::Placement placement : rules::kPlacements) {
    const auto x = static_cast<std::size_t>(placement.x);
    const auto child_x = static_cast<std::size_t>(placement.child_x());
    const Site& axis = sites[x][placement.r == rules::Rotation::down ? 1 : 0];
    const Site& child = sites[child_x][placement.r == rules::Rotation::up ? 1 : 0];
    if (axis.colours == 0 || child.colours == 0) continue;
    const std::int32_t asked = form.asked_of(axis.cell)[child.cell];
    const std::int32_t gain = axis.gain + child.gain + std::abs(asked);
    if (gain == 0) continue;
    const rules::Landing rest = rules::landing(heights, placement);
    const rules::Board cells =
        rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
    if (fires_early(form, occupied, cells)) continue;
    const PairSet pairs = pairs_of(axis, child, asked);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if ((pairs >> i & 1U) != 0) best[i] = std::max(best[i], gain);
    }
  }
  std::int64_t sum = 0;
  for (const std::int32_t gain : best) sum += gain;
  return sum;
}

}  // namespace rensa::search
