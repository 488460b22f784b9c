#pragma once

#include "engine/rules/field.h"
#include "engine/rules/hash.h"
#include "engine/rules/pair_queue.h"

namespace rensa::duel {

// Parts of a state hash that both kinds of duel have.

// All rows, the trap row included.
inline void add_field(rules::Hash& hash, const rules::Field& field) {
  for (const rules::Board& board : field.boards()) hash.add(board.low).add(board.high);
  std::uint64_t trap = 0;
  for (int x = 1; x <= rules::kColumns; ++x)
    trap = trap << 4 | static_cast<std::uint64_t>(field.at(x, rules::kTrapRow));
  hash.add(trap);
}

inline void add_queue(rules::Hash& hash, const rules::PairQueue& queue) {
  for (const rules::Pair pair : queue.pairs()) {
    hash.add(static_cast<std::uint64_t>(pair.axis) << 8 | static_cast<std::uint64_t>(pair.child));
  }
}

}  // namespace rensa::duel
