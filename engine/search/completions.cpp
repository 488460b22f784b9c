#include "engine/search/completions.h"

#include "engine/rules/gravity.h"
#include "engine/search/contacts.h"

namespace rensa::search {

namespace {

using rules::Board;

// The column of each board that has a cell, as bits.
std::uint8_t columns_with(Board cells) {
  // A lane that is not empty carries into its highest bit; the product gathers the four lanes' bits.
  const auto gathered = [](std::uint64_t lanes) {
    const std::uint64_t below_top = rules::lanes::kTop - rules::lanes::kOne;
    const std::uint64_t filled = ((lanes + below_top) & rules::lanes::kTop) >> 15;
    return static_cast<unsigned>(filled * 0x0001'0002'0004'0008U >> 48);
  };
  return static_cast<std::uint8_t>(gathered(cells.low) | gathered(cells.high) << 4);
}

// Groups have three cells at most here, and two neighbours of a column's next cell can only be of one group if that has
// three. So the sizes of the groups that a run of new puyos touches add up as if they were all different, and whether
// four is reached follows from who is alone, in a pair or in a triple.
class Counter {
 public:
  explicit Counter(const rules::Planes& planes) : planes_(planes) {
    const Contacts contacts = contacts_of(planes);
    const auto& [above, right, below, left] = contacts;
    const Board middles = contacts.between();
    linked_ = above | below | right | left;
    triples_ = middles | (above & middles.down()) | (below & middles.up()) | (right & middles.left()) |
               (left & middles.right());

    const Board filled = planes.occupied();
    const Board floor{rules::lanes::kOne, rules::lanes::kOne};
    first_ = (filled.up() | floor.up()).without(filled) & rules::kVisibleCells;
    second_ = first_.up() & rules::kVisibleCells;
    third_ = second_.up() & rules::kVisibleCells;
  }

  void count(ColourIndex colour, Completions& completions) const {
    const Board cells = planes_.holding(rules::kColours[colour]) & rules::kVisibleCells;
    const Board left = cells.right();  // has the colour to its left, and so on
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
  Board first_;    // where the next puyo of each column comes to rest, the second and the third
  Board second_;
  Board third_;
};

}  // namespace

Completions completions_of(const rules::Planes& planes) {
  const Counter counter(planes);
  Completions completions;
  for (ColourIndex colour = 0; colour < rules::kColours.size(); ++colour) counter.count(colour, completions);
  return completions;
}

Completions completions_of(const rules::Planes& planes, ColourIndex colour) {
  const Counter counter(planes);
  Completions completions;
  counter.count(colour, completions);
  return completions;
}

}  // namespace rensa::search
