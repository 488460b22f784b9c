#pragma once

#include <optional>

#include "engine/puzzles/sketch.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// Problems from their end (Takahashi and Ikeda, section 4.3): the group that vanishes last first, then each one before
// it pushed in so that it tears what stands, and at last as many pairs as there are hands taken away from the top.

struct BackwardSettings {
  int links = 3;          // 1..19
  int hands = 2;          // 1..kMostHands
  int colours = 4;        // 2..5
  int largest_group = 4;  // 4..6: groups have from four to so many cells
  int supports = 2;       // so many puyos may hold up a form that would hang in the air, at most
  int superfluous = 0;    // so many beside those are thrown in between, where they fall
  int rows = 11;          // nothing is higher, before the pairs are taken away: 4..12
};

// nullopt: this time it did not come together. What can be done with it is not looked at: there may be longer chains,
// shorter ways, and links that fell together.
std::optional<Sketch> backward_sketch(rules::Rng& rng, const BackwardSettings& settings);

}  // namespace rensa::puzzles
