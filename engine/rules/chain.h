#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::rules {

// The result of a chain, as searches count it. `frames` is an estimate: 50 for each link, and 2n + 20 if cells then
// fall by up to n rows (in a real game they need 3n + 20). `quick` means that no cell fell after the last link.
struct ChainResult {
  int links = 0;
  int score = 0;
  int frames = 0;
  bool quick = false;
  friend bool operator==(const ChainResult&, const ChainResult&) = default;
};

// A field after a placement and its chain.
struct PlacementResult {
  Field field;
  ChainResult chain;
};

// One implementation of chains. All implementations give the same results. They differ in the CPU instructions they
// need. The functions have no state and may be called from any thread. `before` must be at rest and may be the same
// object as `after`. The field `after` is at rest and holds no group.
struct ChainKernel {
  std::string_view name;
  ChainResult (*simulate)(const Field& before, Field& after);
  // Places the pair first. `heights` are those of `before`, and the landing must fit (drop.h).
  ChainResult (*place_and_simulate)(const Field& before, const Heights& heights, Pair pair, Placement placement,
                                    Field& after);
  // Does the same for each of `placements` (bit i is kPlacements[i]) and writes the results in their order. This is
  // quicker than one by one.
  void (*expand)(const Field& before, const Heights& heights, Pair pair, std::uint32_t placements,
                 PlacementResult* results);
};

// The kernels that this machine can run, the fastest first. The last one is always "portable".
std::span<const ChainKernel> chain_kernels();
// The kernel with this name, or nullptr if this machine cannot run it.
const ChainKernel* find_chain_kernel(std::string_view name);
const ChainKernel& fastest_chain_kernel();

// Runs the whole chain with the fastest kernel.
inline ChainResult simulate_chain(Field& field) { return fastest_chain_kernel().simulate(field, field); }

}  // namespace rensa::rules
