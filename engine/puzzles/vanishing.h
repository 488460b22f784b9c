#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/rules/field.h"

namespace rensa::puzzles {

// A chain in as much detail as goals ask for; a search that only wants its length asks engine/rules/chain.h.

// By place in rules::kColours.
using ByColour = std::array<int, rules::kMaxColours>;

struct VanishedLink {
  ByColour cells{};
  ByColour groups{};
  ByColour largest{};  // cells of the largest group
  int garbage = 0;

  int colours() const;
};

// Plays the chain out: a link each. The field may hang in the air no more than a pair that was put down does.
std::vector<VanishedLink> vanish(rules::Field& field);

// The cells of each colour, and the garbage, in rows 1..13.
struct Contents {
  ByColour cells{};
  int garbage = 0;
};
Contents contents_of(const rules::Field& field);

}  // namespace rensa::puzzles
