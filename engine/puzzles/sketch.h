#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/rng.h"

namespace rensa::puzzles {

// A field and pairs that somebody made up, before anybody has looked what can be done with them.
struct Sketch {
  rules::Field field;
  std::vector<rules::Pair> pairs;
};

// As a puzzle that asks for a chain of exactly so many links.
Puzzle puzzle_of(const Sketch& sketch, int links);

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

// The forms that a group can have, column by column. Forms with a gap in a column are left out: nothing can be pushed
// under them.
struct Polyomino {
  struct Column {
    int bottom = 0;  // above the lowest row of the form
    int cells = 0;
  };
  std::array<Column, 6> columns{};
  int width = 0;
};

// All of four cells (19), or of five (61 of 63) or six (196 of 216), each turn and mirror image one of its own.
// Precondition: cells is 4, 5 or 6.
std::span<const Polyomino> polyominoes(int cells);

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
