#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/notation/shared_position.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::puzzles {

// A puzzle for training: a field, the pairs and garbage that come, and a goal. notation::SharedPosition is its form as
// a URL.

// A step is a pair that the player places, or garbage that falls by itself.
using Step = std::variant<rules::Pair, notation::GarbageDrop>;

// A search over more pairs would take too long for a waiting person.
inline constexpr int kMaxHands = 12;

struct Puzzle {
  rules::Field field;  // at rest, without a complete group, and not choked
  std::vector<Step> steps;
  notation::Goal goal;
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

int count_pairs(std::span<const Step> steps);

// Converts a shared position into a puzzle, without the placements of its pairs. Returns an error that names the flaw
// if find_flaw() finds one.
rules::Parsed<Puzzle> puzzle_of(const notation::SharedPosition& shared);

// Returns the puzzle as a shared position, whose pairs have no placements.
notation::SharedPosition shared_position_of(const Puzzle& puzzle);
// Returns the puzzle as a shared position, whose pairs have the placements of the solution. Precondition: the solution
// places every pair, or the first ones.
notation::SharedPosition shared_position_of(const Puzzle& puzzle, std::span<const rules::Placement> solution);

// Lets the garbage fall. Garbage that finds no room below row 14 is lost.
void drop_garbage(rules::Field& field, const notation::GarbageDrop& drop);

// The reason why a shared position is not a puzzle. The page uses the same numbers
// (clients/web/rules/training_position.js).
enum class PuzzleFlaw {
  no_goal,
  zero_goal,             // the goal asks for zero links, cells or groups
  unknown_cells,         // the rules do not have these cells
  floating_cells,        // cells hang in the air
  complete_group,        // a group of four vanishes before a pair is placed
  choked,                // no pair can appear
  pair_without_colours,  // a pair has a puyo that is not of a colour
  no_pair,
  too_long,  // too many pairs, or too much garbage
};

// Returns the first flaw in the order of the enumerators; nullopt if the position is a puzzle.
std::optional<PuzzleFlaw> find_flaw(const notation::SharedPosition& shared);

std::string text_of(PuzzleFlaw flaw);

// Returns a text that is the same for equal puzzles. Puzzles are equal if they differ only by mirroring, by the names
// of the colours, or by the puyo of a pair that is the axis. The colour that a goal names is not renamed.
std::string canonical_text_of(const Puzzle& puzzle);

}  // namespace rensa::puzzles
