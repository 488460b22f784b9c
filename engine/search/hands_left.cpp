#include "engine/search/hands_left.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/rules/drop.h"
#include "engine/search/colour_hands.h"

namespace rensa::search {

namespace {

constexpr std::size_t kColourCount = 4;
constexpr unsigned kAllColours = 0xF;
constexpr int kPairs = 16;  // of four colours, (red, blue) and (blue, red) being two
constexpr std::uint32_t kDoubles = 0x8421;
constexpr std::uint32_t kAllPairs = 0xFFFF;

// Thousandths of a hand, chosen by playing queues.
constexpr int kMissingPuyo = 1800;
constexpr int kColourHandsPercent = 71;
constexpr int kHighestColumn = 1000;
constexpr int kSquaredColumn = 150;
constexpr int kLonelyColour = 490;
constexpr int kFirstLinkWantsOne = 1480;
constexpr int kFirstLinkWantsTwo = 560;
constexpr int kUnboundLink = -340;
constexpr int kStuckPair = 600;
constexpr int kUselessPair = 100;

// Counting is a call on machines without an instruction for it.
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

int highest_row(int x) { return x == rules::kSpawnColumn ? rules::kSpawnRow - 1 : rules::kVisibleRows; }

// The colours of links: those they have, those they may have yet, and where each must not be.
struct Binding {
  std::array<unsigned, templates::kMaxLinks> colours{};  // bits 0..3 by link
  std::array<rules::Board, kColourCount> barred{};
  std::array<int, kColourCount> wanted{};
  int missing = 0;
  int unbound = 0;
};

Binding bind(const templates::Template& form, const FieldView& view) {
  Binding binding;
  const auto links = form.links();
  std::array<std::size_t, templates::kMaxLinks> unbound{};
  for (std::size_t i = 0; i < links.size(); ++i) {
    const rules::Board filled = links[i].cells & view.puyos.occupied;
    const int missing = count(links[i].cells.without(view.puyos.occupied));
    binding.missing += missing;
    if (filled.empty()) unbound[static_cast<std::size_t>(binding.unbound++)] = i;
    for (std::size_t colour = 0; colour < kColourCount; ++colour) {
      if (filled.empty()) {
        if ((view.puyos.colours[colour] & links[i].forbidden).empty()) binding.colours[i] |= 1U << colour;
      } else if (!(view.puyos.colours[colour] & filled).empty()) {
        binding.colours[i] = 1U << colour;
        binding.wanted[colour] += missing;
        binding.barred[colour] = binding.barred[colour] | links[i].forbidden;
      }
    }
  }
  // What has no colour yet takes the one that is wanted least.
  for (int k = 0; k < binding.unbound; ++k) {
    const std::size_t link = unbound[static_cast<std::size_t>(k)];
    const unsigned open = binding.colours[link] != 0 ? binding.colours[link] : kAllColours;
    std::size_t least = kColourCount;
    for (std::size_t colour = 0; colour < kColourCount; ++colour) {
      if ((open >> colour & 1U) == 0) continue;
      if (least == kColourCount || binding.wanted[colour] < binding.wanted[least]) least = colour;
    }
    binding.wanted[least] += count(links[link].cells);
  }
  return binding;
}

// One of the two lowest empty cells of a column, and the colours that may stand there.
struct Site {
  std::size_t cell = 0;
  unsigned colours = 0;  // none: the cell is too high
  bool is_link = false;
};
using Sites = std::array<std::array<Site, 2>, rules::kColumns + 1>;

Site site_at(const templates::Template& form, const Binding& binding, int x, int y) {
  if (y > highest_row(x)) return {};
  Site site{.cell = templates::matrix_cell(x, y), .colours = kAllColours, .is_link = false};
  site.is_link = form.is_link_cell(site.cell);
  if (site.is_link) site.colours = binding.colours[form.link_at(site.cell)];
  for (std::size_t colour = 0; colour < kColourCount; ++colour) {
    if (binding.barred[colour].has(x, y)) site.colours &= ~(1U << colour);
  }
  return site;
}

struct NextPairs {
  int useless = 0;  // that fill no link
  int stuck = 0;    // that contradict wherever they go
};

NextPairs next_pairs(const templates::Template& form, const FieldView& view, rules::Board missing, const Sites& sites) {
  const rules::Board trigger = form.first_link().without(view.puyos.occupied);
  const bool may_fire_early = !trigger.empty() && trigger != missing;
  std::uint32_t useful = 0;
  std::uint32_t placeable = 0;
  for (const rules::Placement placement : rules::kPlacements) {
    const Site& axis = sites[static_cast<std::size_t>(placement.x)][placement.r == rules::Rotation::down ? 1 : 0];
    const Site& child =
        sites[static_cast<std::size_t>(placement.child_x())][placement.r == rules::Rotation::up ? 1 : 0];
    if (axis.colours == 0 || child.colours == 0) continue;
    if (may_fire_early) {
      const rules::Landing rest = rules::landing(view.heights, placement);
      const rules::Board cells =
          rules::Board::cell(placement.x, rest.axis_y) | rules::Board::cell(placement.child_x(), rest.child_y);
      if (trigger.without(cells).empty() && !missing.without(cells).empty()) continue;
    }
    std::uint32_t pairs = 0;
    for (unsigned i = 0; i < kColourCount; ++i) {
      pairs |= (axis.colours >> i & 1U) * (child.colours << kColourCount * i);
    }
    const std::int32_t asked = form.asked_of(axis.cell)[child.cell];
    pairs &= asked > 0 ? kDoubles : asked < 0 ? kAllPairs & ~kDoubles : kAllPairs;
    placeable |= pairs;
    if (axis.is_link || child.is_link) useful |= pairs;
  }
  return {.useless = count(placeable & ~useful), .stuck = kPairs - count(placeable)};
}

int lonely_colours(const Sites& sites) {
  unsigned once = 0;
  unsigned twice = 0;
  for (const auto& [lowest, above] : sites) {
    if (!lowest.is_link) continue;
    twice |= once & lowest.colours;
    once |= lowest.colours;
  }
  return count(once & ~twice);
}

}  // namespace

int hands_left(const templates::Template& form, const FieldView& view) {
  const Binding binding = bind(form, view);
  const rules::Board missing = form.missing(view.puyos.occupied);
  Sites sites;
  int highest = 0;
  int squares = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto column = static_cast<std::size_t>(x);
    const int wanted = count(std::uint32_t{missing.column(x)});
    highest = std::max(highest, wanted);
    squares += wanted * wanted;
    for (int above = 0; above < 2; ++above) {
      sites[column][static_cast<std::size_t>(above)] = site_at(form, binding, x, view.heights[column] + 1 + above);
    }
  }
  const NextPairs pairs = next_pairs(form, view, missing, sites);
  int hands = kMissingPuyo * binding.missing + kUnboundLink * binding.unbound;
  hands += colour_hands(binding.wanted) * kColourHandsPercent / 100;
  hands += kHighestColumn * highest + kSquaredColumn * squares;
  hands += kLonelyColour * lonely_colours(sites);
  hands += kStuckPair * pairs.stuck + kUselessPair * pairs.useless;
  const int first = count(form.first_link().without(view.puyos.occupied));
  if (first < binding.missing) {
    if (first == 1) hands += kFirstLinkWantsOne;
    if (first == 2) hands += kFirstLinkWantsTwo;
  }
  return hands;
}

}  // namespace rensa::search
