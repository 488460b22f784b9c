#include "engine/evaluation/field_evaluation.h"

#include <algorithm>
#include <bit>

#include "engine/evaluation/completions.h"
#include "engine/evaluation/field_shape.h"
#include "engine/rules/chain.h"

namespace rensa::evaluation {

namespace {

constexpr int kOpeningCells = 24;
constexpr int kMiddleCells = 48;
constexpr int kColumns = rules::kColumns;

std::int64_t squared(int number) { return std::int64_t{number} * number; }

// Computes the weighted value of the chains that one to three more puyos fire.
class TriggerEvaluation {
 public:
  TriggerEvaluation(const rules::Field& field, const EvaluationWeights& weights) : field_(field), weights_(weights) {}

  void add_all_chains(int colours, const rules::Heights& heights) {
    const Completions completions = find_completions(field_.planes());
    for (std::size_t colour = 0; colour < static_cast<std::size_t>(colours); ++colour) {
      for (int puyos = 1; puyos <= kMaxCompletionPuyos; ++puyos) {
        unsigned columns = completions.columns[static_cast<std::size_t>(puyos - 1)][colour];
        for (; columns != 0; columns &= columns - 1) {
          const int x = std::countr_zero(columns);
          add_chain(colour, x, heights[static_cast<std::size_t>(x)] + 1, puyos);
        }
      }
    }
  }

  std::int64_t value() const {
    if (!has_any_) return 0;
    const SameColourContacts left = find_contacts(left_.planes());
    const bool has_side = side_chains_ > (has_side_chain_length(main_links_) ? 1 : 0);
    return main_ + weights_.contact_left * left.count() + weights_.between_left * left.between().count() +
           (has_side ? weights_.side : 0);
  }

 private:
  static bool has_side_chain_length(int links) { return links == 2 || links == 3; }

  void add_chain(std::size_t colour, int x, int row, int puyos) {
    rules::Field placed = field_;
    const auto rows = static_cast<std::uint16_t>(((1U << puyos) - 1U) << row);
    const rules::Board added = rules::Board::rows_of_column(x, rows);
    const auto code = static_cast<unsigned>(rules::kColours[colour]);
    for (unsigned i = 0; i < 3; ++i) {
      if ((code >> i & 1U) != 0) placed.planes().bits[i] = placed.planes().bits[i] | added;
    }
    rules::Field after;
    const int links = rules::fastest_chain_kernel().simulate(placed, after).links;
    const int value = weights_.link * links + weights_.puyo * puyos + weights_.puyo_squared * puyos * puyos +
                      weights_.trigger_row * row;
    side_chains_ += has_side_chain_length(links) ? 1 : 0;
    if (has_any_ && value <= main_) return;
    has_any_ = true;
    main_ = value;
    main_links_ = links;
    left_ = after;
  }

  const rules::Field& field_;
  const EvaluationWeights& weights_;
  bool has_any_ = false;
  int main_ = 0;
  int main_links_ = 0;
  int side_chains_ = 0;
  rules::Field left_;
};

std::int64_t evaluate_heights(const rules::Heights& heights, const EvaluationWeights& weights) {
  int sum = 0;
  for (std::size_t x = 1; x <= kColumns; ++x) sum += heights[x];
  const std::array<int, kColumns + 1> ideals = {
      0, weights.edge, weights.near, weights.middle, weights.middle, weights.near, weights.edge};
  std::int64_t steps = 0;
  std::int64_t valleys = 0;
  std::int64_t ridges = 0;
  std::int64_t bowl = 0;  // in sixths of a row, squared
  for (std::size_t x = 1; x <= kColumns; ++x) {
    const bool has_left = x > 1;
    const bool has_right = x < kColumns;
    const int up_left = heights[x - 1] - heights[x];
    const int up_right = heights[x + 1] - heights[x];
    if (has_right) steps += squared(up_right);
    const int lower = std::min(has_left ? up_left : up_right, has_right ? up_right : up_left);
    const int higher = std::min(has_left ? -up_left : -up_right, has_right ? -up_right : -up_left);
    valleys += squared(std::max(lower, 0));
    ridges += squared(std::max(higher, 0));
    bowl += squared(kColumns * heights[x] - sum - kColumns / 2 * ideals[x]);
  }
  return weights.step * steps + weights.valley * valleys + weights.ridge * ridges +
         weights.bowl * bowl / squared(kColumns);
}

}  // namespace

FieldPhase field_phase(const rules::Field& field) {
  const int cells = field.occupied().count();
  return cells <= kOpeningCells ? FieldPhase::opening : cells <= kMiddleCells ? FieldPhase::middle : FieldPhase::late;
}

int evaluate_field(const rules::Field& field, int colours, const EvaluationWeights& weights) {
  const rules::Heights heights = field.heights();
  TriggerEvaluation triggers(field, weights);
  triggers.add_all_chains(colours, heights);
  const SameColourContacts contacts = find_contacts(field.planes());
  const std::int64_t value = triggers.value() + weights.contact * contacts.count() +
                             weights.between * contacts.between().count() + evaluate_heights(heights, weights) +
                             weights.garbage * field.planes().garbage().count();
  return static_cast<int>(std::clamp<std::int64_t>(value, -kMaxFieldValue, kMaxFieldValue));
}

WeightsByPhase default_weights() {
  WeightsByPhase weights;
  for (const WeightField& field : kWeightFields) {
    for (std::size_t phase = 0; phase < weights.phases.size(); ++phase) {
      weights.phases[phase].*field.weight = field.defaults[phase];
    }
  }
  return weights;
}

}  // namespace rensa::evaluation
