#pragma once

#include <span>
#include <variant>
#include <vector>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"
#include "engine/rules/shared.h"

namespace rensa::puzzles {

// A training problem: a field, what is going to come, and what is to be done with it. As a URL it is a rules::Shared.

// What comes next: a pair to be placed, or garbage that falls by itself.
using Step = std::variant<rules::Pair, rules::GarbageDrop>;

// Searches of more take longer than anybody waits.
inline constexpr int kMostHands = 12;

struct Puzzle {
  rules::Field field;  // at rest, and nothing in it vanishes; not choked
  std::vector<Step> steps;
  rules::Goal goal;
  friend bool operator==(const Puzzle&, const Puzzle&) = default;
};

// The pairs among the steps.
int hands_of(std::span<const Step> steps);

// Whether the placement of a pair is part of it does not matter. Refused, naming what is wrong: what has a flaw.
rules::Parsed<Puzzle> puzzle_of(const rules::Shared& shared);

// The pairs as shown, not placed.
rules::Shared shared_of(const Puzzle& puzzle);
// With where they go. Precondition: a placement for each pair, or for the first of them.
rules::Shared shared_of(const Puzzle& puzzle, std::span<const rules::Placement> solution);

// Garbage that falls: what does not find room below the trap row is lost.
void drop_garbage(rules::Field& field, const rules::GarbageDrop& drop);

}  // namespace rensa::puzzles
