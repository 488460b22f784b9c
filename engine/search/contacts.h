#pragma once

#include "engine/rules/field.h"

namespace rensa::search {

// Which visible puyos touch one of their own colour, as sets of cells by direction.
struct Contacts {
  rules::Board above;  // like the cell above, and so on
  rules::Board right;
  rules::Board below;
  rules::Board left;

  // Two or more of the same colour touch it: in a group of three that is its middle, in a pair it is none.
  rules::Board between() const { return (above & below) | (left & right) | ((above | below) & (left | right)); }
  // Of two cells that touch, once.
  int count() const { return above.count() + right.count(); }
};

inline Contacts contacts_of(const rules::Planes& planes) {
  const auto& [low, middle, high] = planes.bits;
  const rules::Board colours = planes.coloured() & rules::kVisibleCells;
  const rules::Board differs_above = (low ^ low.down()) | (middle ^ middle.down()) | (high ^ high.down());
  const rules::Board differs_right = (low ^ low.left()) | (middle ^ middle.left()) | (high ^ high.left());
  const rules::Board above = (colours & colours.down()).without(differs_above);
  const rules::Board right = (colours & colours.left()).without(differs_right);
  return {.above = above, .right = right, .below = above.up(), .left = right.right()};
}

}  // namespace rensa::search
