#pragma once

#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/field.h"
#include "engine/rules/rng.h"

namespace rensa::evaluation {

// Fields at rest without groups that vanish and not choked, for tests.

// Columns of any height, of three to five colours, some of them with garbage.
inline rules::Field random_heap(rules::Rng& rng) {
  for (;;) {
    rules::Field field;
    const std::uint32_t colours = 3 + rng.below(3);
    const std::uint32_t highest = 4 + rng.below(10);
    const bool has_garbage = rng.below(4) == 0;
    for (int x = 1; x <= rules::kColumns; ++x) {
      const auto height = static_cast<int>(rng.below(highest + 1));
      for (int y = 1; y <= height; ++y) {
        const bool is_garbage = has_garbage && rng.below(8) == 0;
        field.put(x, y, is_garbage ? rules::Cell::garbage : rules::kColours[rng.below(colours)]);
      }
    }
    rules::simulate_chain(field);
    if (!field.is_choked()) return field;
  }
}

// The field after random placements of pairs of four colours.
inline rules::Field random_play(rules::Rng& rng, int hands) {
  for (;;) {
    rules::Field field;
    for (int hand = 0; hand < hands && !field.is_choked(); ++hand) {
      const std::uint32_t placements = rules::droppable_placements(field.heights());
      std::size_t at = rng.below(rules::kPlacementCount);
      while ((placements >> at & 1U) == 0) at = (at + 1) % rules::kPlacementCount;
      rules::drop_pair(field, {rules::kColours[rng.below(4)], rules::kColours[rng.below(4)]}, rules::kPlacements[at]);
      rules::simulate_chain(field);
    }
    if (!field.is_choked()) return field;
  }
}

// The same with any number of colours. The field may be choked.

inline rules::Pair random_pair(rules::Rng& rng, std::uint32_t colours) {
  return {rules::kColours[rng.below(colours)], rules::kColours[rng.below(colours)]};
}

inline rules::Field random_position(rules::Rng& rng, int pairs, std::uint32_t colours) {
  rules::Field field;
  for (int i = 0; i < pairs; ++i) {
    const std::uint32_t open = rules::droppable_placements(field.heights());
    const std::size_t index = rng.below(rules::kPlacementCount);
    if ((open >> index & 1U) == 0) continue;
    rules::drop_pair(field, random_pair(rng, colours), rules::kPlacements[index]);
    rules::simulate_chain(field);
  }
  return field;
}

}  // namespace rensa::evaluation
