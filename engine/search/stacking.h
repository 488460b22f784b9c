#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/field.h"

namespace rensa::search {

// What a field is worth to who builds a long chain on it: its shape and the chains that it is about to have, as the
// mayah AI tells them apart (document 004), each counted and weighed. What it can fire already is not asked.

// Points, of which a link of the main chain has a thousand or so.
struct StackingWeights {
  // The main chain is the one of the greatest value among those that one to three puyos of one colour fire, dropped
  // into one column.
  int link = 0;
  int puyo = 0;          // each that it still takes
  int puyo_squared = 0;  // the square of how many
  int trigger_row = 0;   // each row that it is fired from: what is fired from high up can be built on below
  int side = 0;          // another chain of two or three links can be fired as well
  int contact_left = 0;  // as below, in what the main chain leaves
  int between_left = 0;
  // Shape.
  int contact = 0;  // two of one colour touch
  int between = 0;  // one that touches two or more of its colour
  int step = 0;     // the square of the difference of two columns beside each other
  int valley = 0;   // the square of the rows that a column is below both its neighbours, or below one beside a wall
  int ridge = 0;    // the same above
  int bowl = 0;     // the square of the rows that a column differs from its ideal height
  // What is ideal, above the mean of all columns, in halves of a row.
  int edge = 0;    // columns 1 and 6
  int near = 0;    // columns 2 and 5
  int middle = 0;  // columns 3 and 4
  int garbage = 0;
  // What led to the field.
  int tear = 0;    // a pair came apart on steps: time lost
  int wasted = 0;  // a link of a small chain fired
  friend bool operator==(const StackingWeights&, const StackingWeights&) = default;
};

enum class StackingPhase : std::uint8_t { opening, middle, late };

struct StackingPlan {
  std::array<StackingWeights, 3> phases;  // by StackingPhase

  const StackingWeights& of(StackingPhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
  friend bool operator==(const StackingPlan&, const StackingPlan&) = default;
};

StackingPlan default_stacking_plan();

// By how many cells are filled: up to 24, up to 48, more.
StackingPhase phase_of(const rules::Field& field);

// Nothing is worth more than this or less than its opposite, whatever the weights: it leaves room for sums.
inline constexpr int kLargestWeight = 100'000;  // of any kind
inline constexpr int kMostWorth = 1'000'000'000;

// Preconditions: the field is at rest and nothing in it vanishes.
int worth_of(const rules::Field& field, int colours, const StackingWeights& weights);

}  // namespace rensa::search
