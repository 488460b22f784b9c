#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/pair.h"
#include "engine/search/firing.h"

namespace rensa::search {

// What each placement of the current pair leads to, by the chains that can be fired within the known pairs: the facts
// that potential maximisation (thesis 4.2) decides by. Decisions are a player's.

inline constexpr std::size_t kMostProspectPairs = 3;

struct Prospect {
  bool lives = false;  // the game goes on afterwards
  Firing now;          // what it fires itself
  Firing later;        // the greatest that the known pairs after it can fire
  // The most that the first, second and third pair can fire, where nothing was fired before; 0: nothing.
  std::array<int, kMostProspectPairs> attacks{};
  // Of the fields in which the known pairs stand and nothing was fired with those after it, the greatest hope: what a
  // few more puyos would fire, and how it is stacked (hope.h, shape.h). The thesis leaves open what is beyond.
  int hope = 0;
};
using Prospects = std::array<Prospect, rules::kPlacementCount>;

// Of `placements` (bits by kPlacements), which are some of droppable_placements(); the others stay as they are made,
// and so do the second halves of doubles, which are their first halves upside down. Preconditions: the field is at
// rest; one to three pairs. Fields that are reached in several ways are looked at once.
Prospects prospects_of(const rules::Field& field, std::span<const rules::Pair> pairs, std::uint32_t placements,
                       const FiringTerms& terms);

}  // namespace rensa::search
