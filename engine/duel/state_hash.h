#pragma once

#include "engine/rules/field.h"
#include "engine/rules/hash.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// A field as part of a state hash: all rows, the trap row included.
inline void add_field(rules::Hash& hash, const rules::Field& field) {
  for (const rules::Board& board : field.boards()) hash.add(board.low).add(board.high);
  std::uint64_t trap = 0;
  for (int x = 1; x <= rules::kColumns; ++x)
    trap = trap << 4 | static_cast<std::uint64_t>(field.at(x, rules::kTrapRow));
  hash.add(trap);
}

// What two players agreed on and what will come: the start of a state hash.
inline std::uint64_t hash_of_terms(const rules::Ruleset& ruleset, const rules::PairQueue& queue) {
  rules::Hash hash;
  hash.add(rules::digest(ruleset));
  for (const rules::Pair pair : queue.pairs()) {
    hash.add(static_cast<std::uint64_t>(pair.axis) << 8 | static_cast<std::uint64_t>(pair.child));
  }
  return hash.value();
}

}  // namespace rensa::duel
