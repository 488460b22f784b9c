#pragma once

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "engine/notation/shared.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::puzzles {

// A training problem: a field, what is going to come, and what is to be done with it. As a URL it is a rules::Shared.

// What comes next: a pair to be placed, or garbage that falls by itself.
using Step = std::variant<rules::Pair, notation::GarbageDrop>;

// Searches of more take longer than anybody waits.
inline constexpr int kMostHands = 12;

struct Puzzle {
  rules::Field field;  // at rest, and nothing in it vanishes; not choked
  std::vector<Step> steps;
  notation::Goal goal;
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// The pairs among the steps.
int hands_of(std::span<const Step> steps);

// Whether the placement of a pair is part of it does not matter. Refused, naming what is wrong: what has a flaw.
rules::Parsed<Puzzle> puzzle_of(const notation::Shared& shared);

// The pairs as shown, not placed.
notation::Shared shared_of(const Puzzle& puzzle);
// With where they go. Precondition: a placement for each pair, or for the first of them.
notation::Shared shared_of(const Puzzle& puzzle, std::span<const rules::Placement> solution);

// Garbage that falls: what does not find room below the trap row is lost.
void drop_garbage(rules::Field& field, const notation::GarbageDrop& drop);

// Why what was shared is no training problem. Their numbers are the page's, too (clients/web/rules/drill.js).
enum class Flaw {
  no_goal,
  goal_of_nothing,  // no times
  strange_cells,    // which the rules do not know
  hangs,            // in the air
  vanishes,         // before anything is placed
  choked,           // no pair can appear
  colourless,       // a pair
  no_pair,
  endless,  // too many pairs, or too much garbage
};

// The first that it has; nullopt: it is a problem.
std::optional<Flaw> flaw_of(const notation::Shared& shared);

std::string text_of(Flaw flaw);

}  // namespace rensa::puzzles
