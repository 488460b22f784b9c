#include "engine/evaluation/completions.h"

#include <algorithm>

#include "engine/evaluation/field_shape.h"
#include "engine/rules/board.h"
#include "engine/rules/chain.h"

namespace rensa::evaluation {

namespace {

using rules::Board;

// Returns the columns that have a cell of the board, as bits.
std::uint8_t columns_with(Board cells) {
  // A column is 16 bits of a word. Adding all bits but the highest one sets its highest bit unless the column is empty.
  // The multiplication moves the highest bits of four columns next to each other.
  const auto gathered = [](std::uint64_t lanes) {
    const std::uint64_t below_top = rules::four_columns::kTop - rules::four_columns::kOne;
    const std::uint64_t filled = ((lanes + below_top) & rules::four_columns::kTop) >> 15;
    return static_cast<unsigned>(filled * 0x0001'0002'0004'0008U >> 48);
  };
  return static_cast<std::uint8_t>(gathered(cells.low) | gathered(cells.high) << 4);
}

// Counts how many puyos complete a group on each column. Groups have at most three cells here. Two neighbours of a
// column's next cell can only belong to one group if that group has three cells. So the sizes of the groups that a run
// of new puyos touches can be added as if all groups were different. The touched puyos are alone, in a pair or in a
// triple, and that decides if the sum reaches four.
class CompletionCounter {
 public:
  explicit CompletionCounter(const rules::Planes& planes) : planes_(planes) {
    const SameColourContacts contacts = find_contacts(planes);
    const auto& [above, right, below, left] = contacts;
    const Board middles = contacts.between();
    linked_ = above | below | right | left;
    triples_ = middles | (above & middles.down()) | (below & middles.up()) | (right & middles.left()) |
               (left & middles.right());

    const Board filled = planes.occupied();
    const Board floor{rules::four_columns::kOne, rules::four_columns::kOne};
    first_ = (filled.up() | floor.up()).without(filled) & rules::kVisibleCells;
    second_ = first_.up() & rules::kVisibleCells;
    third_ = second_.up() & rules::kVisibleCells;
  }

  void count(ColourIndex colour, Completions& completions) const {
    const Board cells = planes_.holding(rules::kColours[colour]) & rules::kVisibleCells;
    const Board left = cells.right();  // cells with the colour to their left, and so on
    const Board right = cells.left();
    const Board below = first_ & cells.up();
    const Board beside3 = (third_ & (left | right)).down().down();
    const Board left2 = (second_ & left).down();
    const Board right2 = (second_ & right).down();
    const Board left1 = first_ & left;
    const Board right1 = first_ & right;
    const Board touched1 = below | left1 | right1;
    const Board touched2 = left2 | right2;
    const Board any = touched1 | touched2 | beside3;
    if (any.empty()) return;

    const Board linked = cells & linked_;
    const Board triples = cells & triples_;
    const Board linked_beside = linked.left() | linked.right();
    const Board linked1 = first_ & (linked.up() | linked_beside);
    const Board linked2 = (second_ & linked_beside).down();
    const Board triple1 = first_ & (triples.up() | triples.left() | triples.right());
    const Board two_touched1 = (below & (left1 | right1)) | (left1 & right1);

    const Board one = triple1 | (linked1 & two_touched1) | (below & left1 & right1);
    const Board two = (linked1 | linked2 | two_touched1 | (touched1 & touched2) | (left2 & right2)) & second_.down();
    const Board three = any & third_.down().down();
    completions.columns[0][colour] = columns_with(one);
    completions.columns[1][colour] = columns_with(two.without(one));
    completions.columns[2][colour] = columns_with(three.without(one | two));
  }

 private:
  const rules::Planes& planes_;
  Board linked_;   // in groups of two or three
  Board triples_;  // in groups of three
  Board first_;    // the cells where the next puyo of each column comes to rest, the second and the third
  Board second_;
  Board third_;
};

}  // namespace

Completions find_completions(const rules::Planes& planes) {
  const CompletionCounter counter(planes);
  Completions completions;
  for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) counter.count(colour, completions);
  return completions;
}

Completions find_completions(const rules::Planes& planes, ColourIndex colour) {
  const CompletionCounter counter(planes);
  Completions completions;
  counter.count(colour, completions);
  return completions;
}

namespace {

constexpr int kHighestTrigger = 11;  // row of its first puyo

// Returns true if a stack of puyos from row `y` upwards would touch a puyo of its colour beside or below it.
bool has_neighbours(rules::Board same, int x, int y) {
  const unsigned rows = ((1U << kMaxCompletionPuyos) - 1U) << y;
  return same.has(x, y - 1) || ((unsigned{same.column(x - 1)} | same.column(x + 1)) & rows) != 0;
}

}  // namespace

OneColourChain longest_one_colour_chain(const rules::Field& field, int colours) {
  OneColourChain best;
  const rules::Heights heights = field.heights();
  const rules::ChainKernel& chains = rules::fastest_chain_kernel();
  std::array<rules::Board, rules::kMaxColours> boards{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
    boards[i] = field.board(rules::kColours[i]) & rules::kVisibleCells;
  }
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int first = heights[static_cast<std::size_t>(x)] + 1;
    if (first > kHighestTrigger) continue;
    for (std::size_t i = 0; i < static_cast<std::size_t>(colours); ++i) {
      if (!has_neighbours(boards[i], x, first)) continue;
      rules::Field placed = field;
      const int most = std::min(kMaxCompletionPuyos, rules::kSpawnRow + 1 - first);
      for (int puyos = 1; puyos <= most; ++puyos) {
        placed.put(x, first + puyos - 1, rules::kColours[i]);
        rules::Field after;
        const OneColourChain chain{.links = chains.simulate(placed, after).links, .puyos = puyos};
        if (chain.links == 0) continue;
        if (chain.value() > best.value()) best = chain;
        break;
      }
    }
  }
  return best;
}

}  // namespace rensa::evaluation
