// Counts completions (completions.h) on sets of cells. This is not a header: each file defines `Cells` first, as
// rules::Board or as a register of its instruction set with the same operations.

struct CellPlanes {
  Cells low, middle, high;

  [[gnu::always_inline]] explicit CellPlanes(const rules::Planes& planes)
      : low(planes.bits[0]), middle(planes.bits[1]), high(planes.bits[2]) {}

  // Returns the cells that hold the colour.
  [[gnu::always_inline]] Cells holding(rules::Cell colour) const {
    const auto code = static_cast<unsigned>(colour);
    Cells cells = low | middle | high;
    cells = (code & 1U) != 0 ? cells & low : cells.without(low);
    cells = (code & 2U) != 0 ? cells & middle : cells.without(middle);
    return (code & 4U) != 0 ? cells & high : cells.without(high);
  }
};

// See SameColourContacts in field_shape.h.
struct CellContacts {
  Cells above, right, below, left;

  [[gnu::always_inline]] Cells between() const {
    return (above & below) | (left & right) | ((above | below) & (left | right));
  }
  [[gnu::always_inline]] int count() const { return above.count() + right.count(); }
};

[[gnu::always_inline]] inline CellContacts contacts_of(const CellPlanes& planes) {
  const auto& [low, middle, high] = planes;
  const Cells colours = (middle | high) & Cells(rules::kVisibleCells);
  const Cells differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const Cells differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const Cells above = (colours & colours.down()).without(differs_above);
  const Cells right = (colours & colours.left()).without(differs_right);
  return {above, right, above.up(), right.right()};
}

// Counts how many puyos complete a group on each column. Groups have at most three cells here. Two neighbours of a
// column's next cell can only belong to one group if that group has three cells. So the sizes of the groups that a run
// of new puyos touches can be added as if all groups were different. The touched puyos are alone, in a pair or in a
// triple, and that decides if the sum reaches four.
class CompletionCounter {
 public:
  using Columns = std::array<std::uint8_t, kMaxCompletionPuyos>;  // bits by column

  [[gnu::always_inline]] explicit CompletionCounter(const CellPlanes& planes)
      : planes_(planes), contacts_(contacts_of(planes)) {
    const auto& [above, right, below, left] = contacts_;
    const Cells middles = contacts_.between();
    linked_ = above | below | right | left;
    triples_ = middles | (above & middles.down()) | (below & middles.up()) | (right & middles.left()) |
               (left & middles.right());

    const Cells filled = planes.low | planes.middle | planes.high;
    const Cells visible(rules::kVisibleCells);
    first_ = (filled.up() | Cells(rules::Board::rows(1, 1))).without(filled) & visible;
    second_ = first_.up() & visible;
    third_ = second_.up() & visible;
  }

  // Returns the columns on which 1, 2, 3 puyos of the colour complete a group.
  [[gnu::always_inline]] Columns count(ColourIndex colour) const {
    const Cells cells = planes_.holding(rules::kColours[colour]) & Cells(rules::kVisibleCells);
    const Cells left = cells.right();  // cells with the colour to their left, and so on
    const Cells right = cells.left();
    const Cells below = first_ & cells.up();
    const Cells beside3 = (third_ & (left | right)).down().down();
    const Cells left2 = (second_ & left).down();
    const Cells right2 = (second_ & right).down();
    const Cells left1 = first_ & left;
    const Cells right1 = first_ & right;
    const Cells touched1 = below | left1 | right1;
    const Cells touched2 = left2 | right2;
    const Cells any = touched1 | touched2 | beside3;
    if (any.empty()) return {};

    const Cells linked = cells & linked_;
    const Cells triples = cells & triples_;
    const Cells linked_beside = linked.left() | linked.right();
    const Cells linked1 = first_ & (linked.up() | linked_beside);
    const Cells linked2 = (second_ & linked_beside).down();
    const Cells triple1 = first_ & (triples.up() | triples.left() | triples.right());
    const Cells two_touched1 = (below & (left1 | right1)) | (left1 & right1);

    const Cells one = triple1 | (linked1 & two_touched1) | (below & left1 & right1);
    const Cells two = (linked1 | linked2 | two_touched1 | (touched1 & touched2) | (left2 & right2)) & second_.down();
    const Cells three = any & third_.down().down();
    return {columns_with(one), columns_with(two.without(one)), columns_with(three.without(one | two))};
  }

  const CellContacts& contacts() const { return contacts_; }

 private:
  const CellPlanes& planes_;
  CellContacts contacts_;
  Cells linked_;   // in groups of two or three
  Cells triples_;  // in groups of three
  Cells first_;    // the cells where the next puyo of each column comes to rest, the second and the third
  Cells second_;
  Cells third_;
};
