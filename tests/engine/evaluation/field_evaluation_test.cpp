#include "engine/evaluation/field_evaluation.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "engine/evaluation/evaluation_kernels.h"
#include "engine/notation/text.h"
#include "engine/rules/chain.h"
#include "tests/engine/evaluation/naive_contacts.h"
#include "tests/engine/evaluation/quiet_fields.h"
#include "tests/tools/field_picture.h"

namespace rensa::evaluation {
namespace {

using rules::Field;
using tests::field_from_picture;

// Drops puyos onto a column. Returns nullopt if they do not fit below the trap row.
std::optional<Field> with_dropped(Field field, rules::Cell colour, int x, int puyos) {
  const int height = field.heights()[static_cast<std::size_t>(x)];
  if (height + puyos > rules::kHiddenRow) return std::nullopt;
  for (int i = 1; i <= puyos; ++i) field.put(x, height + i, colour);
  return field;
}

bool fires(const Field& field, rules::Cell colour, int x, int puyos) {
  std::optional<Field> dropped = with_dropped(field, colour, x, puyos);
  return dropped && rules::simulate_chain(*dropped).links > 0;
}

struct NaiveTrigger {
  int value = 0;
  int links = 0;
  Field left;
};

// Ordered by colour, number of puyos and column, because the first of equals counts.
std::vector<NaiveTrigger> naive_triggers(const Field& field, int colours, const EvaluationWeights& weights) {
  std::vector<NaiveTrigger> triggers;
  for (int colour = 0; colour < colours; ++colour) {
    const rules::Cell cell = rules::kColours[static_cast<std::size_t>(colour)];
    for (int puyos = 1; puyos <= 3; ++puyos) {
      for (int x = 1; x <= rules::kColumns; ++x) {
        if (!fires(field, cell, x, puyos) || (puyos > 1 && fires(field, cell, x, puyos - 1))) continue;
        NaiveTrigger trigger{.value = 0, .links = 0, .left = *with_dropped(field, cell, x, puyos)};
        trigger.links = rules::simulate_chain(trigger.left).links;
        const int row = field.heights()[static_cast<std::size_t>(x)] + 1;
        trigger.value = weights.link * trigger.links + weights.puyo * puyos + weights.puyo_squared * puyos * puyos +
                        weights.trigger_row * row;
        triggers.push_back(trigger);
      }
    }
  }
  return triggers;
}

int naive_worth_of_triggers(const Field& field, int colours, const EvaluationWeights& weights) {
  const std::vector<NaiveTrigger> triggers = naive_triggers(field, colours, weights);
  if (triggers.empty()) return 0;
  const auto main = std::max_element(triggers.begin(), triggers.end(),
                                     [](const auto& a, const auto& b) { return a.value < b.value; });
  bool has_side = false;
  for (auto other = triggers.begin(); other != triggers.end(); ++other) {
    if (other != main && (other->links == 2 || other->links == 3)) has_side = true;
  }
  return main->value + weights.contact_left * naive::contacts(main->left) +
         weights.between_left * naive::between(main->left) + (has_side ? weights.side : 0);
}

std::vector<int> neighbours_of(int x) {
  if (x == 1) return {2};
  if (x == rules::kColumns) return {rules::kColumns - 1};
  return {x - 1, x + 1};
}

int naive_height(const Field& field, int x) {
  int height = 0;
  while (height < rules::kHiddenRow && field.at(x, height + 1) != rules::Cell::empty) ++height;
  return height;
}

int naive_worth_of_shape(const Field& field, const EvaluationWeights& weights) {
  int worth = 0;
  int sum = 0;
  for (int x = 1; x <= rules::kColumns; ++x) sum += naive_height(field, x);
  int bowl = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const int height = naive_height(field, x);
    if (x < rules::kColumns) {
      const int step = naive_height(field, x + 1) - height;
      worth += weights.step * step * step;
    }
    int below = 100;  // the rows from the column up to its lowest neighbour
    int above = 100;
    for (const int neighbour : neighbours_of(x)) {
      below = std::min(below, naive_height(field, neighbour) - height);
      above = std::min(above, height - naive_height(field, neighbour));
    }
    if (below > 0) worth += weights.valley * below * below;
    if (above > 0) worth += weights.ridge * above * above;
    const int distance = std::min(x, rules::kColumns + 1 - x);
    const int ideal = distance == 1 ? weights.edge : distance == 2 ? weights.near : weights.middle;
    const int differs = 6 * height - sum - 3 * ideal;  // in sixths of a row
    bowl += differs * differs;
  }
  return worth + weights.bowl * bowl / 36;
}

int naive_garbage(const Field& field) {
  int count = 0;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) count += field.at(x, y) == rules::Cell::garbage ? 1 : 0;
  }
  return count;
}

int naive_worth(const Field& field, int colours, const EvaluationWeights& weights) {
  return naive_worth_of_triggers(field, colours, weights) + weights.contact * naive::contacts(field) +
         weights.between * naive::between(field) + naive_worth_of_shape(field, weights) +
         weights.garbage * naive_garbage(field);
}

// Small weights, so that triggers often have the same value.
EvaluationWeights random_weights(rules::Rng& rng) {
  EvaluationWeights weights;
  const int largest = rng.below(2) == 0 ? 2 : 300;
  for (const WeightField& field : kWeightFields) {
    weights.*field.weight = static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * largest + 1))) - largest;
  }
  return weights;
}

int colours_of(const Field& field) {
  int colours = 3;
  for (int i = 3; i < rules::kMaxColours; ++i) {
    if (!field.board(rules::kColours[static_cast<std::size_t>(i)]).empty()) colours = i + 1;
  }
  return colours;
}

TEST(FieldEvaluation, EqualsCountingCellByCell) {
  rules::Rng rng(61, 1);
  int with_triggers = 0;
  for (int i = 0; i < 2500; ++i) {
    const Field field = i % 2 == 0 ? random_heap(rng) : random_play(rng, i % 40);
    const int colours = colours_of(field);
    for (const EvaluationWeights& weights : {default_weights().of(field_phase(field)), random_weights(rng)}) {
      ASSERT_EQ(evaluate_field(field, colours, weights), naive_worth(field, colours, weights))
          << notation::picture_of(field);
    }
    with_triggers += naive_triggers(field, colours, {}).empty() ? 0 : 1;
  }
  EXPECT_GT(with_triggers, 1500);
}

// Numbers of fields that fill a batch and that do not, with the weights of each field's own phase.
TEST(FieldEvaluation, EveryKernelEqualsCountingCellByCell) {
  rules::Rng rng(61, 2);
  for (const EvaluationKernel& kernel : evaluation_kernels()) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<Field> fields;
      for (std::size_t i = 0; i < count; ++i) {
        fields.push_back(i % 3 == 0 ? random_heap(rng) : random_position(rng, static_cast<int>(i), 4));
        if (fields.back().is_choked()) fields.back() = {};
      }
      std::vector<const Field*> pointers;
      for (const Field& field : fields) pointers.push_back(&field);
      const WeightsByPhase weights{{random_weights(rng), random_weights(rng), random_weights(rng)}};
      std::vector<int> values(count);
      kernel.evaluate(pointers, 4, weights, values.data());
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(values[i], naive_worth(fields[i], 4, weights.of(field_phase(fields[i]))))
            << kernel.name << '\n'
            << notation::picture_of(fields[i]);
      }
    }
  }
}

TEST(FieldEvaluation, AnEmptyFieldHasNoValueIfFlatIsIdeal) {
  for (const FieldPhase phase : {FieldPhase::opening, FieldPhase::middle, FieldPhase::late}) {
    EvaluationWeights weights = default_weights().of(phase);
    weights.edge = weights.near = weights.middle = 0;
    EXPECT_EQ(evaluate_field({}, 4, weights), 0);
  }
}

// The ideal is half a row above the others: three sixths of a row.
TEST(FieldEvaluation, ABowlIsComparedWithItsIdealHeights) {
  EXPECT_EQ(evaluate_field({}, 4, {.bowl = 100, .edge = 1}), 100 * 2 * 9 / 36);
  EXPECT_EQ(evaluate_field({}, 4, {.bowl = 100, .near = -2}), 100 * 2 * 36 / 36);
  const Field field = field_from_picture(
      "O....O\n"
      "OOOOOO\n");
  // The mean is a row and a third: edges are two thirds of a row above it, all others a third below.
  EXPECT_EQ(evaluate_field(field, 4, {.bowl = 36}), 2 * 16 + 4 * 4);
  EXPECT_EQ(evaluate_field(field, 4, {.bowl = 9, .edge = 1, .near = -1, .middle = -1}), (2 * 1 + 4 * 1) * 9 / 36);
}

TEST(FieldEvaluation, OneTriggerIsTheMainChain) {
  const Field field = field_from_picture(
      "B.....\n"
      "BBRR..\n");
  // A blue one on column 1 fires from row 3, on column 2 from row 2; for red it takes two.
  constexpr EvaluationWeights kWeights{.link = 1000, .puyo = -100, .puyo_squared = -10, .trigger_row = 1};
  EXPECT_EQ(evaluate_field(field, 2, kWeights), 1000 - 110 + 3);
  constexpr EvaluationWeights kFromBelow{.link = 1000, .puyo = -100, .puyo_squared = -10, .trigger_row = -1};
  EXPECT_EQ(evaluate_field(field, 2, kFromBelow), 1000 - 110 - 2);
  constexpr EvaluationWeights kManyPuyos{.puyo_squared = 10};
  EXPECT_EQ(evaluate_field(field, 2, kManyPuyos), 10 * 2 * 2);
}

TEST(FieldEvaluation, UnusedColoursTriggerNoChain) {
  const Field field = field_from_picture("GGG...\n");
  EXPECT_EQ(evaluate_field(field, 3, {.link = 1000}), 0);
  EXPECT_EQ(evaluate_field(field, 4, {.link = 1000}), 1000);
}

TEST(FieldEvaluation, ASideChainIsAnotherOneOfTwoOrThreeLinks) {
  constexpr EvaluationWeights kWeights{.link = 1000, .puyo = -100, .trigger_row = -1, .side = 7};
  // One red puyo on column 1 fires both.
  const Field alone = field_from_picture(
      "B.....\n"
      "RRR...\n"
      "BBB...\n");
  EXPECT_EQ(evaluate_field(alone, 2, kWeights), 2 * 1000 - 100 - 3 + 7) << "a red one on columns 1 to 4";
  const Field single = field_from_picture("RRR...\n");
  EXPECT_EQ(evaluate_field(single, 2, kWeights), 1000 - 100 - 1) << "one link is no side chain";
}

TEST(FieldEvaluation, TheFieldAfterTheMainChainCounts) {
  const Field field = field_from_picture(
      "...Y..\n"
      "...YY.\n"
      "RRROO.\n");
  // Red is fired from row 2; three yellow ones are left, of which one is between two.
  constexpr EvaluationWeights kWeights{.link = 1000, .trigger_row = -1, .contact_left = 10, .between_left = 1};
  EXPECT_EQ(evaluate_field(field, 1, kWeights), 1000 - 2 + 2 * 10 + 1);
}

TEST(FieldEvaluation, ValleysAndRidgesCountAtWallsToo) {
  const Field left = field_from_picture(
      ".O....\n"
      ".OOOOO\n");
  EXPECT_EQ(evaluate_field(left, 4, {.valley = 1}), 2 * 2) << "column 1 is two rows below column 2";
  EXPECT_EQ(evaluate_field(left, 4, {.ridge = 1}), 1) << "column 2 is a row above column 3";
  EXPECT_EQ(evaluate_field(left, 4, {.step = 1}), 2 * 2 + 1);
  const Field right = field_from_picture(
      ".....O\n"
      ".....O\n"
      ".....O\n");
  EXPECT_EQ(evaluate_field(right, 4, {.ridge = 1}), 3 * 3);
  EXPECT_EQ(evaluate_field(right, 4, {.valley = 1}), 0);
  const Field middle = field_from_picture(
      "OO.OOO\n"
      "OO.OOO\n");
  EXPECT_EQ(evaluate_field(middle, 4, {.valley = 1}), 2 * 2);
  EXPECT_EQ(evaluate_field(middle, 4, {.ridge = 1}), 0);
}

TEST(FieldEvaluation, GarbageIsCounted) {
  EXPECT_EQ(evaluate_field(field_from_picture("OO.O..\n"), 4, {.garbage = -5}), -15);
}

TEST(FieldEvaluation, TheGreatestWeightsStayInRange) {
  Field tower;
  for (int y = 1; y <= rules::kHiddenRow; ++y) tower.put(1, y, rules::Cell::garbage);
  for (const int size : {100'000, -100'000}) {
    EvaluationWeights weights;
    for (const WeightField& field : kWeightFields) weights.*field.weight = size;
    EXPECT_EQ(evaluate_field(tower, 4, weights), size > 0 ? kMaxFieldValue : -kMaxFieldValue);
  }
}

TEST(FieldEvaluation, PhasesDependOnFilledCells) {
  Field field;
  const auto fill_to = [&field](int cells) {
    for (int i = field.occupied().count(); i < cells; ++i) field.put(i % 6 + 1, i / 6 + 1, rules::Cell::garbage);
    return field_phase(field);
  };
  EXPECT_EQ(fill_to(0), FieldPhase::opening);
  EXPECT_EQ(fill_to(24), FieldPhase::opening);
  EXPECT_EQ(fill_to(25), FieldPhase::middle);
  EXPECT_EQ(fill_to(48), FieldPhase::middle);
  EXPECT_EQ(fill_to(49), FieldPhase::late);
}

}  // namespace
}  // namespace rensa::evaluation
