#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"

namespace rensa::rules {

// Chains that could be fired: searches count their links on many fields at once, without points.

// Puyos of one colour that drop onto a column of a field and fire a chain.
struct Trigger {
  const Field* field;  // at rest
  Cell colour;
  std::uint8_t x;
  std::uint8_t row;    // of the lowest puyo: the first empty cell of the column
  std::uint8_t puyos;  // they end below the trap row
};

struct TriggeredChain {
  Planes after;
  int links;
};

// One implementation of triggers. All of them give the same results. The functions may be called from any thread.
struct TriggerKernel {
  std::string_view name;
  // Fires each trigger and writes its chain.
  void (*fire)(std::span<const Trigger> triggers, TriggeredChain* chains);
};

// The kernels that this machine can run, the fastest first. The last one is always "portable".
std::span<const TriggerKernel> trigger_kernels();
const TriggerKernel& fastest_trigger_kernel();

}  // namespace rensa::rules
