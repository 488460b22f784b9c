#pragma once

#include "engine/rules/rng.h"
#include "engine/rules/shared.h"

namespace rensa::rules {

// Random values that both share formats can express, for round trips. `highest` is the last kind of cell to be used.
inline SharedField random_shared_field(Rng& rng, SharedCell highest) {
  SharedField field;
  const auto rows = static_cast<int>(rng.below(SharedField::kRows + 1));
  const std::uint32_t kinds = static_cast<std::uint32_t>(highest) + 1;
  for (int y = 1; y <= rows; ++y) {
    for (int x = 1; x <= kColumns; ++x) {
      // Many empty cells, so that rows begin, end and consist of them.
      if (rng.below(2) == 0) field.put(x, y, static_cast<SharedCell>(rng.below(kinds)));
    }
  }
  return field;
}

inline SharedMove random_move(Rng& rng, int most_garbage) {
  const Pair pair{kColours[rng.below(5)], kColours[rng.below(5)]};
  switch (rng.below(3)) {
    case 0:
      return PlacedPair{pair, kPlacements[rng.below(kPlacementCount)]};
    case 1:
      return ShownPair{pair};
    default: {
      GarbageDrop drop;
      const int least = static_cast<int>(rng.below(static_cast<std::uint32_t>(most_garbage)));
      for (int& count : drop.counts) count = least + static_cast<int>(rng.below(2));
      return drop;
    }
  }
}

inline Shared random_shared(Rng& rng, int most_garbage) {
  Shared shared;
  shared.field = random_shared_field(rng, rng.below(2) == 0 ? SharedCell::garbage : SharedCell::point);
  const std::uint32_t moves = rng.below(20);
  for (std::uint32_t i = 0; i < moves; ++i) shared.moves.push_back(random_move(rng, most_garbage));
  return shared;
}

}  // namespace rensa::rules
