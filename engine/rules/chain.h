#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// What a chain came to, in the way searches count: `frames` is the estimate of 50 a link and 2n + 20 where something
// then falls n rows (a lane needs 3n + 20), `quick` says that nothing fell after the last link.
struct ChainResult {
  int links = 0;
  int score = 0;
  int frames = 0;
  bool quick = false;
  friend bool operator==(const ChainResult&, const ChainResult&) = default;
};

// A placement played out.
struct Child {
  Field field;
  ChainResult chain;
};

// One way of computing chains on this machine. All give the same results; they differ in the instructions they need.
// The functions have no state and may be called from any thread. `before` must be at rest and may be the same object
// as `after`, which is left at rest with no group in it.
struct ChainPath {
  std::string_view name;
  ChainResult (*simulate)(const Field& before, Field& after);
  // Puts the pair down first. `heights` are those of `before`, and both cells must end below the trap row (fits, in
  // drop.h).
  ChainResult (*place_and_simulate)(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                    Field& after);
  // The same for all of `placements` (bits by kPlacements), into `children` in their order: what a search does with a
  // node, for less than one by one.
  void (*expand)(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements, Child* children);
};

// The paths that this machine can run, the fastest first; the last is always "portable".
std::span<const ChainPath> chain_paths();
// The one of that name, if this machine can run it.
const ChainPath* find_chain_path(std::string_view name);
const ChainPath& fastest_chain_path();

// Runs the whole chain on the fastest path.
inline ChainResult simulate_chain(Field& field) { return fastest_chain_path().simulate(field, field); }

}  // namespace rensa::rules
