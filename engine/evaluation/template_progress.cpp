#include "engine/evaluation/template_progress.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "engine/rules/drop.h"

namespace rensa::evaluation {

namespace {

constexpr std::size_t kNumbers = kMaxWantedPuyos + 1;
using WantedCounts = std::array<int, 4>;  // the puyos that are wanted, by colour

// Sorts the wanted numbers. The table has only ascending numbers, because the colours are equivalent.
void sort_ascending(WantedCounts& wanted) {
  const auto swap_if_less = [&wanted](std::size_t a, std::size_t b) {
    const int low = std::min(wanted[a], wanted[b]);
    wanted[b] = std::max(wanted[a], wanted[b]);
    wanted[a] = low;
  };
  swap_if_less(0, 1);
  swap_if_less(2, 3);
  swap_if_less(0, 2);
  swap_if_less(1, 3);
  swap_if_less(1, 2);
}

std::size_t table_index(const WantedCounts& ordered) {
  std::size_t index = 0;
  for (const int number : ordered) index = index * kNumbers + static_cast<std::size_t>(number);
  return index;
}

// Returns the mean number of hands until the wanted puyos have come: one hand, plus the mean after each of the 16
// pairs. After a pair without a wanted colour the numbers are the same, so such pairs delay the others.
double mean_hands(const WantedCounts& wanted, const std::vector<double>& known) {
  double useless = 0;
  double sum = 0;
  for (std::size_t a = 0; a < wanted.size(); ++a) {
    for (std::size_t b = 0; b < wanted.size(); ++b) {
      WantedCounts left = wanted;
      left[a] = std::max(left[a] - 1, 0);
      left[b] = std::max(left[b] - 1, 0);
      if (left == wanted) {
        ++useless;
        continue;
      }
      sort_ascending(left);
      sum += known[table_index(left)];
    }
  }
  return (16 + sum) / (16 - useless);
}

std::vector<int> make_table_of_hands() {
  std::vector<double> known(kNumbers * kNumbers * kNumbers * kNumbers);
  for (int d = 1; d <= kMaxWantedPuyos; ++d) {
    for (int c = 0; c <= d; ++c) {
      for (int b = 0; b <= c; ++b) {
        for (int a = 0; a <= b; ++a) known[table_index({a, b, c, d})] = mean_hands({a, b, c, d}, known);
      }
    }
  }
  std::vector<int> thousandths(known.size());
  std::transform(known.begin(), known.end(), thousandths.begin(),
                 [](double hands) { return static_cast<int>(std::lround(1000 * hands)); });
  return thousandths;
}

}  // namespace

int expected_hands_for(std::array<int, 4> wanted) {
  static const std::vector<int> hands = make_table_of_hands();
  for (int& number : wanted) number = std::min(number, kMaxWantedPuyos);
  sort_ascending(wanted);
  return hands[table_index(wanted)];
}

namespace {

constexpr std::size_t kColourCount = 4;
constexpr unsigned kAllColours = 0xF;

// A set of the 16 pairs of four colours, with bit 4 * axis + child for each pair.
using PairSet = std::uint32_t;
constexpr PairSet kDoubles = 0x8421;
constexpr PairSet kAllPairs = 0xFFFF;

// The weights of the features of estimate_hands_left(), in thousandths of a hand. They were chosen by playing queues.
constexpr int kMissingPuyo = 1800;
constexpr int kColourHandsPercent = 71;
constexpr int kHighestColumn = 1000;
constexpr int kSquaredColumn = 150;
constexpr int kColourOfOneColumn = 490;
constexpr int kFirstLinkWantsOne = 1480;
constexpr int kFirstLinkWantsTwo = 560;
constexpr int kUndecidedLink = -340;
constexpr int kStuckPair = 600;
constexpr int kUselessPair = 100;

// Counts the cells. Board::count() would call a library on machines without an instruction for it, which is slower.
constexpr int count(rules::Board cells) {
  constexpr std::uint64_t kTwos = 0x3333333333333333;
  const auto nibbles = [](std::uint64_t half) {
    half -= half >> 1 & 0x5555555555555555;
    return (half & kTwos) + (half >> 2 & kTwos);
  };
  const std::uint64_t sums = nibbles(cells.low) + nibbles(cells.high);
  const std::uint64_t bytes = (sums & 0x0F0F0F0F0F0F0F0F) + (sums >> 4 & 0x0F0F0F0F0F0F0F0F);
  return static_cast<int>(bytes * 0x0101010101010101 >> 56);
}
constexpr int count(std::uint32_t bits) { return count(rules::Board{bits, 0}); }

int highest_usable_row(int x) { return x == rules::kSpawnColumn ? rules::kSpawnRow - 1 : rules::kVisibleRows; }

// The possible colours of each link, and the cells where each colour is forbidden.
struct LinkColours {
  std::array<unsigned, templates::kMaxLinks> colours{};  // as bits 0..3, by link
  std::array<rules::Board, kColourCount> forbidden_colours{};
  std::array<int, kColourCount> wanted{};
  int missing = 0;    // puyos of all links
  int undecided = 0;  // links without a puyo
};

LinkColours find_link_colours(const templates::Template& form, const FieldSummary& view) {
  LinkColours link_colours;
  const auto links = form.links();
  std::array<std::size_t, templates::kMaxLinks> undecided{};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const rules::Board filled = links[i].cells & view.puyos.occupied;
    const int missing = count(links[i].cells.without(view.puyos.occupied));
    link_colours.missing += missing;
    if (filled.empty()) undecided[static_cast<std::size_t>(link_colours.undecided++)] = i;
    for (std::size_t colour = 0; colour < kColourCount; ++colour) {
      if (filled.empty()) {
        if ((view.puyos.colours[colour] & links[i].forbidden).empty()) link_colours.colours[i] |= 1U << colour;
      } else if (!(view.puyos.colours[colour] & filled).empty()) {
        link_colours.colours[i] = 1U << colour;
        link_colours.wanted[colour] += missing;
        link_colours.forbidden_colours[colour] = link_colours.forbidden_colours[colour] | links[i].forbidden;
      }
    }
  }
  // A link without a puyo gets the allowed colour with the fewest wanted puyos.
  for (int k = 0; k < link_colours.undecided; ++k) {
    const std::size_t link = undecided[static_cast<std::size_t>(k)];
    const unsigned open = link_colours.colours[link] != 0 ? link_colours.colours[link] : kAllColours;
    std::size_t least = kColourCount;
    for (std::size_t colour = 0; colour < kColourCount; ++colour) {
      if ((open >> colour & 1U) == 0) continue;
      if (least == kColourCount || link_colours.wanted[colour] < link_colours.wanted[least]) least = colour;
    }
    link_colours.wanted[least] += count(links[link].cells);
  }
  return link_colours;
}

// One of the two lowest empty cells of a column, and the colours that are allowed there.
struct OpenCell {
  std::size_t cell = 0;
  unsigned colours = 0;  // none if the cell is too high
  bool is_link = false;
};
using OpenCells = std::array<std::array<OpenCell, 2>, rules::kColumns + 1>;

OpenCell open_cell_at(const templates::Template& form, const LinkColours& link_colours, int x, int y) {
  if (y > highest_usable_row(x)) return {};
  OpenCell open_cell{.cell = templates::matrix_cell(x, y), .colours = kAllColours, .is_link = false};
  open_cell.is_link = form.is_link_cell(open_cell.cell);
  if (open_cell.is_link) open_cell.colours = link_colours.colours[form.link_at(open_cell.cell)];
  for (std::size_t colour = 0; colour < kColourCount; ++colour) {
    if (link_colours.forbidden_colours[colour].has(x, y)) open_cell.colours &= ~(1U << colour);
  }
  return open_cell;
}

// The number of next pairs, of the 16 possible ones, that do not help.
struct NextPairCounts {
  int useless = 0;  // pairs that fill no link
  int stuck = 0;    // pairs that contradict at every placement
};

NextPairCounts count_next_pairs(const templates::Template& form, const FieldSummary& view, rules::Board missing,
                                const OpenCells& open_cells) {
  const rules::Board trigger = form.first_link().without(view.puyos.occupied);
  const bool may_fire_early = !trigger.empty() && trigger != missing;
  PairSet useful = 0;
  PairSet placeable = 0;
  for (const rules::Placement placement : rules::kPlacements) {
    const OpenCell& axis =
        open_cells[static_cast<std::size_t>(placement.x)][placement.r == rules::Rotation::down ? 1 : 0];
    const OpenCell& child =
        open_cells[static_cast<std::size_t>(placement.child_x())][placement.r == rules::Rotation::up ? 1 : 0];
    if (axis.colours == 0 || child.colours == 0) continue;
    if (may_fire_early) {
      const rules::Landing rest = rules::landing(view.heights, placement);
      const rules::Board cells =
          rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
      if (trigger.without(cells).empty() && !missing.without(cells).empty()) continue;
    }
    PairSet pairs = 0;
    for (unsigned i = 0; i < kColourCount; ++i) {
      pairs |= (axis.colours >> i & 1U) * (child.colours << kColourCount * i);
    }
    const std::int32_t pair_weight = form.pair_weights(axis.cell)[child.cell];
    pairs &= pair_weight > 0 ? kDoubles : pair_weight < 0 ? kAllPairs & ~kDoubles : kAllPairs;
    placeable |= pairs;
    if (axis.is_link || child.is_link) useful |= pairs;
  }
  return {.useless = count(placeable & ~useful), .stuck = kPairsOfFourColours - count(placeable)};
}

// Counts the colours that the lowest empty link cell of only one column allows.
int count_colours_of_one_column(const OpenCells& open_cells) {
  unsigned once = 0;
  unsigned twice = 0;
  for (const auto& [lowest, above] : open_cells) {
    if (!lowest.is_link) continue;
    twice |= once & lowest.colours;
    once |= lowest.colours;
  }
  return count(once & ~twice);
}

}  // namespace

int estimate_hands_left(const templates::Template& form, const FieldSummary& view) {
  const LinkColours link_colours = find_link_colours(form, view);
  const rules::Board missing = form.missing(view.puyos.occupied);
  OpenCells open_cells;
  int highest = 0;
  int squares = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto column = static_cast<std::size_t>(x);
    const int wanted = count(std::uint32_t{missing.column(x)});
    highest = std::max(highest, wanted);
    squares += wanted * wanted;
    for (int above = 0; above < 2; ++above) {
      open_cells[column][static_cast<std::size_t>(above)] =
          open_cell_at(form, link_colours, x, view.heights[column] + 1 + above);
    }
  }
  const NextPairCounts pairs = count_next_pairs(form, view, missing, open_cells);
  int hands = kMissingPuyo * link_colours.missing + kUndecidedLink * link_colours.undecided;
  hands += expected_hands_for(link_colours.wanted) * kColourHandsPercent / 100;
  hands += kHighestColumn * highest + kSquaredColumn * squares;
  hands += kColourOfOneColumn * count_colours_of_one_column(open_cells);
  hands += kStuckPair * pairs.stuck + kUselessPair * pairs.useless;
  const int first = count(form.first_link().without(view.puyos.occupied));
  if (first < link_colours.missing) {
    if (first == 1) hands += kFirstLinkWantsOne;
    if (first == 2) hands += kFirstLinkWantsTwo;
  }
  return hands;
}

namespace {

// An empty cell, the gain of a puyo there, and the colours that are allowed there as bits 0..3.
struct OpenCellGain {
  std::size_t cell = 0;
  std::int32_t gain = 0;
  std::uint32_t colours = 0;  // none if the cell is too high
};

OpenCellGain open_cell_gain_at(const templates::IncrementalMatch& before, std::span<const PlacedPair> put, int x,
                               int y) {
  if (y > highest_usable_row(x)) return {};
  OpenCellGain open_cell{.cell = templates::matrix_cell(x, y), .gain = 0, .colours = 0};
  templates::CellEffect effect = before.effect_at(open_cell.cell);
  const auto pair_weights = before.form().pair_weights(open_cell.cell);
  for (const PlacedPair& pair : put) {
    for (std::size_t i = 0; i < 2; ++i) effect.add_neighbour(pair_weights[pair.cells[i]], pair.colours[i]);
  }
  open_cell.gain = effect.gain;
  for (std::size_t i = 0; i < kColourCount; ++i) {
    if (!effect.forbids(rules::kColours[i])) open_cell.colours |= 1U << i;
  }
  return open_cell;
}

// Returns the pairs whose colours are allowed in these two cells, also together.
PairSet pairs_that_fit(const OpenCellGain& axis, const OpenCellGain& child, std::int32_t pair_weight) {
  PairSet pairs = 0;
  for (std::size_t i = 0; i < kColourCount; ++i) {
    if ((axis.colours >> i & 1U) != 0) pairs |= child.colours << (kColourCount * i);
  }
  return pairs & (pair_weight > 0 ? kDoubles : pair_weight < 0 ? kAllPairs & ~kDoubles : kAllPairs);
}

// Returns true if `cells` complete the first link while other links still lack puyos.
bool would_fire_too_early(const templates::Template& form, rules::Board occupied, rules::Board cells) {
  const rules::Board trigger = form.first_link().without(occupied);
  if (trigger.empty() || !trigger.without(cells).empty()) return false;
  return !form.missing(occupied | cells).empty();
}

}  // namespace

PlacedPair place_pair(const rules::Heights& heights, rules::Pair pair, rules::Placement placement) {
  const rules::Landing rest = rules::landing(heights, placement);
  return {.cells = {templates::matrix_cell(placement.x, rest.axis_y),
                    templates::matrix_cell(placement.child_x(), rest.child_y)},
          .colours = {pair.axis, pair.child}};
}

std::int64_t next_pair_gain(const templates::IncrementalMatch& before, std::span<const PlacedPair> put,
                            const rules::Heights& heights, rules::Board occupied) {
  const templates::Template& form = before.form();
  std::array<std::array<OpenCellGain, 2>, rules::kColumns + 1> open_cells;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int above = 0; above < 2; ++above) {
      open_cells[static_cast<std::size_t>(x)][static_cast<std::size_t>(above)] =
          open_cell_gain_at(before, put, x, heights[static_cast<std::size_t>(x)] + 1 + above);
    }
  }
  std::array<std::int32_t, kPairsOfFourColours> best{};
  for (const rules::Placement placement : rules::kPlacements) {
    const auto x = static_cast<std::size_t>(placement.x);
    const auto child_x = static_cast<std::size_t>(placement.child_x());
    const OpenCellGain& axis = open_cells[x][placement.r == rules::Rotation::down ? 1 : 0];
    const OpenCellGain& child = open_cells[child_x][placement.r == rules::Rotation::up ? 1 : 0];
    if (axis.colours == 0 || child.colours == 0) continue;
    const std::int32_t pair_weight = form.pair_weights(axis.cell)[child.cell];
    const std::int32_t gain = axis.gain + child.gain + std::abs(pair_weight);
    if (gain == 0) continue;
    const rules::Landing rest = rules::landing(heights, placement);
    const rules::Board cells =
        rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
    if (would_fire_too_early(form, occupied, cells)) continue;
    const PairSet pairs = pairs_that_fit(axis, child, pair_weight);
    for (std::size_t i = 0; i < best.size(); ++i) {
      if ((pairs >> i & 1U) != 0) best[i] = std::max(best[i], gain);
    }
  }
  std::int64_t sum = 0;
  for (const std::int32_t gain : best) sum += gain;
  return sum;
}

}  // namespace rensa::evaluation
