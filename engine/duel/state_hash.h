#pragma once

#include "engine/duel/cell_code.h"
#include "engine/rules/field.h"
#include "engine/rules/hash.h"

namespace rensa::duel {

// A field as part of a state hash: for each kind of cell where it is, then the trap row. Records hold such hashes, so
// this must give the same for ever, however a field keeps its cells.
inline void add_field(rules::Hash& hash, const rules::Field& field) {
  for (std::size_t code = 1; code < kCellsByCode.size(); ++code) {
    const rules::Board cells = field.board(kCellsByCode[code]);
    hash.add(cells.low).add(cells.high);
  }
  std::uint64_t trap = 0;
  for (int x = 1; x <= rules::kColumns; ++x) trap = trap << 4 | code_of(field.at(x, rules::kTrapRow));
  hash.add(trap);
}

}  // namespace rensa::duel
