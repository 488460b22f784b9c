#pragma once

#include "engine/notation/shared_position.h"
#include "engine/rules/rng.h"

namespace rensa::notation {

// Random values that both share formats can express, for round trips. `highest` is the last kind of cell in use.
inline SharedField random_shared_field(rules::Rng& rng, SharedCell highest) {
  SharedField field;
  const auto rows = static_cast<int>(rng.below(SharedField::kRows + 1));
  const std::uint32_t kinds = static_cast<std::uint32_t>(highest) + 1;
  for (int y = 1; y <= rows; ++y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      // Many empty cells, so that some rows begin or end with them, or have no others.
      if (rng.below(2) == 0) field.put(x, y, static_cast<SharedCell>(rng.below(kinds)));
    }
  }
  return field;
}

inline SharedMove random_move(rules::Rng& rng, int most_garbage) {
  const rules::Pair pair{rules::kColours[rng.below(5)], rules::kColours[rng.below(5)]};
  switch (rng.below(3)) {
    case 0:
      return PlacedPair{pair, rules::kPlacements[rng.below(rules::kPlacementCount)]};
    case 1:
      return UpcomingPair{pair};
    default: {
      GarbageDrop drop;
      const int least = static_cast<int>(rng.below(static_cast<std::uint32_t>(most_garbage)));
      for (int& count : drop.counts) count = least + static_cast<int>(rng.below(2));
      return drop;
    }
  }
}

inline SharedPosition random_shared(rules::Rng& rng, int most_garbage) {
  SharedPosition shared;
  shared.field = random_shared_field(rng, rng.below(2) == 0 ? SharedCell::garbage : SharedCell::point);
  const std::uint32_t moves = rng.below(20);
  for (std::uint32_t i = 0; i < moves; ++i) shared.moves.push_back(random_move(rng, most_garbage));
  return shared;
}

}  // namespace rensa::notation
