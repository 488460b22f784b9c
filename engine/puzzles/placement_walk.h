#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/board.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "engine/rules/pair.h"
#include "engine/search/duplicates.h"

namespace rensa::puzzles {

// Finds the placements that make cells vanish by operations on whole boards.

// Returns the cells of rows 1 to 12 where one more puyo of a colour completes a group of four. Some of them may be
// occupied. `cells` are the cells of the colour. Precondition: they have no group of four.
//
// Such a cell touches a group of three, or a group of two and another cell, or three single cells. Two neighbours of
// one empty cell do not touch each other, so both cells of a group of two are never next to it.
constexpr rules::Board firing_cells(rules::Board cells) {
  using rules::Board;
  const Board own = cells & rules::kVisibleCells;
  const Board above = own & own.down();
  const Board below = own & own.up();
  const Board right = own & own.left();
  const Board left = own & own.right();
  const Board one_link = above | below | right | left;
  const Board two_links = (above & below) | (left & right) | ((above | below) & (left | right));
  const Board three = two_links | (own & rules::neighbours(two_links));

  const Board from_below = own.up();
  const Board from_above = own.down();
  const Board from_left = own.right();
  const Board from_right = own.left();
  const Board vertical = from_below & from_above;
  const Board horizontal = from_left & from_right;
  const Board some_vertical = from_below | from_above;
  const Board some_horizontal = from_left | from_right;
  const Board two = vertical | horizontal | (some_vertical & some_horizontal);
  const Board three_sides = (vertical & some_horizontal) | (horizontal & some_vertical);
  return (rules::neighbours(three) | (two & rules::neighbours(one_link)) | three_sides).without(own) &
         rules::kVisibleCells;
}

// Returns bit x for each column that has a cell in the board. Precondition: at most one cell in a column.
constexpr unsigned columns_with_cell(rules::Board board) {
  // Adding all bits but the highest of a lane sets the highest bit if the lane has a cell. Rows end below that bit.
  constexpr std::uint64_t kAllButTop = ~rules::four_columns::kTop;
  const std::uint64_t low = (board.low + kAllButTop) & rules::four_columns::kTop;
  const std::uint64_t high = (board.high + kAllButTop) & rules::four_columns::kTop;
  // The multiplication moves bits 15, 31, 47 and 63 to bits 60 to 63.
  constexpr std::uint64_t kGather = 0x0000'2000'4000'8001U;
  return static_cast<unsigned>(low * kGather >> 60 & 0xFU) | static_cast<unsigned>(high * kGather >> 60 & 0xFU) << 4;
}

// Returns the placements (bits by kPlacements) that may make cells vanish: all that do, and for a double some that do
// not. Preconditions: the field is at rest and has no complete group.
constexpr std::uint32_t firing_placements(const rules::Planes& planes, rules::Pair pair) {
  const rules::Board occupied = planes.occupied();
  const rules::Board first = (occupied.up() | rules::Board::rows(1, 1)).without(occupied);
  const rules::Board second = first.up();
  const auto cells_of = [&planes](rules::Cell colour) { return planes.holding(colour); };
  // A double needs two cells of its colour: at least one of its puyos has to lie beside one of them.
  const rules::Board axis = pair.axis == pair.child ? rules::neighbours(cells_of(pair.axis) & rules::kVisibleCells)
                                                    : firing_cells(cells_of(pair.axis));
  const rules::Board child = pair.axis == pair.child ? axis : firing_cells(cells_of(pair.child));

  const unsigned axis_first = columns_with_cell(axis & first);
  const unsigned axis_second = columns_with_cell(axis & second);
  const unsigned child_first = columns_with_cell(child & first);
  const unsigned child_second = columns_with_cell(child & second);
  const unsigned up = (axis_first | child_second) >> 1 & 0x3FU;
  const unsigned right = (axis_first | child_first >> 1) >> 1 & 0x1FU;
  const unsigned down = (axis_second | child_first) >> 1 & 0x3FU;
  const unsigned left = (axis_first | child_first << 1) >> 2 & 0x1FU;
  return up | right << 6 | down << 11 | left << 17;
}

// A depth-first walk over all ways to place the pairs of a puzzle. The last pair is only placed where cells vanish,
// because no other placement meets a goal. A choked field ends a path.

// A placed pair. `equal_placements` is 2 for a double that can also be placed upside down with the same result.
struct PlacedHand {
  rules::Placement placement;
  int equal_placements = 1;
};

// The pairs that are placed at this point of the walk.
struct HandPath {
  std::array<PlacedHand, kMaxHands> hands{};
  std::size_t size = 0;

  std::span<const PlacedHand> placed() const { return std::span(hands).first(size); }
  // The number of sequences that this path stands for, a double upside down counted as another one.
  std::uint64_t sequences() const {
    std::uint64_t product = 1;
    for (const PlacedHand& hand : placed()) product *= static_cast<std::uint64_t>(hand.equal_placements);
    return product;
  }
};

// A pair whose placement made cells vanish.
struct FiringHand {
  const rules::Field& before;
  rules::Pair pair;
  rules::Placement placement;
  const rules::Field& after;
  rules::ChainResult chain;
};

// A visitor is called during the walk, and may also read the path. Its State belongs to one path and changes only with
// hands that make cells vanish.
template <class V>
concept PlacementVisitor =
    requires(V visitor, const rules::Field& field, const FiringHand& fired, std::size_t step, typename V::State state) {
      // Returns true if placements from this field shall be tried.
      { visitor.should_expand(field) } -> std::same_as<bool>;
      // Called after each chain. Updates the state of the path and returns true if the path ends here.
      { visitor.should_end(fired, state) } -> std::same_as<bool>;
      // Called after that. Returns true if the steps from this one on can be of use.
      { visitor.can_continue(field, step, state) } -> std::same_as<bool>;
    };

template <PlacementVisitor Visitor>
class PlacementWalk {
 public:
  PlacementWalk(std::span<const Step> steps, Visitor& visitor, HandPath& path)
      : steps_(steps), visitor_(visitor), path_(path) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (std::holds_alternative<rules::Pair>(steps[i])) end_ = i + 1;
    }
  }

  void run(const rules::Field& field) { visit(field, 0, {}); }

 private:
  using State = typename Visitor::State;

  void visit(const rules::Field& field, std::size_t step, const State& state) {
    if (step >= end_ || field.is_choked() || !visitor_.should_expand(field)) return;
    if (const auto* garbage = std::get_if<notation::GarbageDrop>(&steps_[step])) {
      rules::Field after = field;
      drop_garbage(after, *garbage);
      visit(after, step + 1, state);
      return;
    }
    place(field, std::get<rules::Pair>(steps_[step]), step, state);
  }

  void place(const rules::Field& field, rules::Pair pair, std::size_t step, const State& state) {
    const rules::Heights heights = field.heights();
    const std::uint32_t droppable = rules::droppable_placements(heights);
    const std::uint32_t different = search::without_symmetric_placements(pair, droppable);
    const std::uint32_t firing = firing_placements(field.planes(), pair);
    const bool is_last = step + 1 == end_;
    PlacedHand& hand = path_.hands[path_.size++];
    for (std::uint32_t left = is_last ? different & firing : different; left != 0; left &= left - 1) {
      const auto index = static_cast<std::size_t>(std::countr_zero(left));
      const rules::Placement placement = rules::kPlacements[index];
      hand = {.placement = placement, .equal_placements = count_equal_placements(pair, droppable, index)};
      rules::Field after;
      if ((firing >> index & 1U) != 0) {
        const rules::ChainResult chain = kernel_.place_and_simulate(field, heights, pair, placement, after);
        if (chain.links > 0) {
          State now = state;
          const bool ends = visitor_.should_end({field, pair, placement, after, chain}, now);
          if (!ends && !is_last && visitor_.can_continue(after, step + 1, now)) visit(after, step + 1, now);
          continue;
        }
      } else {
        const rules::Landing rest = rules::landing(heights, placement);
        after = field;
        after.put(placement.x, rest.axis_y, pair.axis);
        after.put(placement.child_x(), rest.child_y, pair.child);
      }
      if (!is_last) visit(after, step + 1, state);
    }
    --path_.size;
  }

  static int count_equal_placements(rules::Pair pair, std::uint32_t droppable, std::size_t index) {
    constexpr std::size_t kUpsideDown = rules::kPlacementCount / 2;
    if (pair.axis != pair.child || index >= kUpsideDown) return 1;
    return (droppable >> (index + kUpsideDown) & 1U) != 0 ? 2 : 1;
  }

  std::span<const Step> steps_;
  Visitor& visitor_;
  HandPath& path_;
  std::size_t end_ = 0;  // after the last pair
  const rules::ChainKernel& kernel_ = rules::fastest_chain_kernel();
};

}  // namespace rensa::puzzles
