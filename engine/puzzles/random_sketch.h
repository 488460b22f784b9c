#pragma once

#include "engine/puzzles/sketch.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// Problems by chance (Takahashi and Ikeda, section 4.1): columns of random heights and colours, and random pairs.

enum class Beside : std::uint8_t { may_be_alike, differ };

struct RandomSettings {
  int rows = 7;                    // the highest that a column may be: 1..11
  int colours = 4;                 // 2..5
  int hands = 2;                   // 1..kMostHands
  Beside beside = Beside::differ;  // neighbours in a row
};

// Nothing in the field vanishes.
Sketch random_sketch(rules::Rng& rng, const RandomSettings& settings);

}  // namespace rensa::puzzles
