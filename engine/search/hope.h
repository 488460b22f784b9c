#pragma once

#include "engine/rules/field.h"

namespace rensa::search {

// The longest chain that up to three puyos of one colour would fire, dropped into one column: the quickest look at what
// a field may become. More thorough, and dearer, are possible chains.
struct Hope {
  int links = 0;
  int puyos = 0;  // that it takes
  // A thousand a link, less what each puyo costs: it may not come.
  int value() const { return 1000 * links - 200 * puyos; }
  friend bool operator==(const Hope&, const Hope&) = default;
};

// The one of the greatest value, the first of equals; none: nothing can be fired so.
Hope hope_of(const rules::Field& field, int colours);

}  // namespace rensa::search
