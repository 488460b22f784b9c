#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/rules/field.h"

namespace rensa::evaluation {

// Evaluates a field for building a long chain. The features are those of the mayah AI (document 004): the shape of the
// field, and the chains that a few more puyos would fire. Each feature is counted and weighted. Chains that are
// ready to fire do not count.

// The weights are points; a link of the main chain has about a thousand.
struct EvaluationWeights {
  // The main chain has the greatest value among the chains that one to three puyos of one colour fire, dropped into one
  // column.
  int link = 0;
  int puyo = 0;          // for each puyo that the main chain still needs
  int puyo_squared = 0;  // for the square of that number
  int trigger_row = 0;   // for the row of the trigger: a chain that starts high up leaves room to build below
  int side = 0;          // if another chain of two or three links can be fired too
  int contact_left = 0;  // like contact and between, in the field after the main chain
  int between_left = 0;
  // Shape.
  int contact = 0;  // for two touching puyos of one colour
  int between = 0;  // for a puyo that touches two or more of its colour
  int step = 0;     // for the squared difference of two neighbouring columns
  int valley = 0;   // for the squared rows that a column is below both neighbours, or below its only one at a wall
  int ridge = 0;    // the same for a column above its neighbours
  int bowl = 0;     // for the squared difference of a column from its ideal height
  // The ideal heights of columns, above the mean of all columns, in halves of a row.
  int edge = 0;     // columns 1 and 6
  int near = 0;     // columns 2 and 5
  int middle = 0;   // columns 3 and 4
  int garbage = 0;  // for each garbage puyo
  // The weights for the moves that led to the field.
  int tear = 0;    // for a pair that came apart on a step, which takes time
  int wasted = 0;  // for each link of a small chain that was fired
  friend bool operator==(const EvaluationWeights&, const EvaluationWeights&) = default;
};

enum class FieldPhase : std::uint8_t { opening, middle, late };

struct WeightsByPhase {
  std::array<EvaluationWeights, 3> phases;  // by FieldPhase

  const EvaluationWeights& of(FieldPhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
  friend bool operator==(const WeightsByPhase&, const WeightsByPhase&) = default;
};

// All weights by name, with their defaults for the three phases. The defaults were found by single-player games on many
// queues: random small changes were kept if a search of two pairs then built longer chains.
struct WeightField {
  std::string_view name;
  int EvaluationWeights::* weight;
  std::array<int, 3> defaults;
};
inline constexpr std::array kWeightFields = {
    WeightField{"link", &EvaluationWeights::link, {1000, 1000, 1000}},
    WeightField{"puyo", &EvaluationWeights::puyo, {-200, -200, -148}},
    WeightField{"puyo_squared", &EvaluationWeights::puyo_squared, {8, 37, -90}},
    WeightField{"trigger_row", &EvaluationWeights::trigger_row, {135, 179, 180}},
    WeightField{"side", &EvaluationWeights::side, {13, 11, 44}},
    WeightField{"contact_left", &EvaluationWeights::contact_left, {91, 90, 49}},
    WeightField{"between_left", &EvaluationWeights::between_left, {35, 26, 28}},
    WeightField{"contact", &EvaluationWeights::contact, {94, 60, 34}},
    WeightField{"between", &EvaluationWeights::between, {94, 53, 94}},
    WeightField{"step", &EvaluationWeights::step, {-13, -14, -21}},
    WeightField{"valley", &EvaluationWeights::valley, {-39, -24, -46}},
    WeightField{"ridge", &EvaluationWeights::ridge, {11, 7, 6}},
    WeightField{"bowl", &EvaluationWeights::bowl, {-15, -16, -7}},
    WeightField{"edge", &EvaluationWeights::edge, {-1, 3, -1}},
    WeightField{"near", &EvaluationWeights::near, {-2, -2, -1}},
    WeightField{"middle", &EvaluationWeights::middle, {-9, -8, -6}},
    WeightField{"garbage", &EvaluationWeights::garbage, {-100, -100, -100}},
    WeightField{"tear", &EvaluationWeights::tear, {18, -20, -285}},
    WeightField{"wasted", &EvaluationWeights::wasted, {73, 179, -102}},
};
static_assert(sizeof(EvaluationWeights) == kWeightFields.size() * sizeof(int), "a weight has no name");

WeightsByPhase default_weights();

// The phases are: up to 24 filled cells, up to 48, and more.
FieldPhase field_phase(const rules::Field& field);

// Values lie between -kMaxFieldValue and kMaxFieldValue for all allowed weights, so that they can be added.
inline constexpr int kLargestWeight = 100'000;  // of any kind
inline constexpr int kMaxFieldValue = 1'000'000'000;

// Preconditions: the field is at rest and no group in it vanishes.
int evaluate_field(const rules::Field& field, int colours, const EvaluationWeights& weights);

}  // namespace rensa::evaluation
