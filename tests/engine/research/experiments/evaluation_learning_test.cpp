#include "engine/research/experiments/evaluation_learning.h"

#include <algorithm>
#include <gtest/gtest.h>

#include "engine/duel/game.h"
#include "engine/players/choices.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::experiments {
namespace {

using evaluation::WeightsByPhase;

// The examples of a teacher that plays solo games with these weights and knows one pair.
std::vector<learning::Example> lessons_of(const evaluation::WeightsByPhase& plan, int games) {
  const rules::Ruleset ruleset = *rules::find_ruleset("jaist-1");
  std::vector<learning::Example> examples;
  for (int i = 0; i < games; ++i) {
    const auto queue = rules::PairQueue::from_seed(static_cast<std::uint64_t>(100 + i), ruleset.colours);
    duel::View view;
    view.pacing = rules::Pacing::turns;
    view.decision_due = true;
    view.own.phase = duel::Phase::control;
    for (int hand = 0; hand < 24; ++hand) {
      view.own.pairs[0] = queue.at(hand);
      view.own.pairs_shown = 1;
      const rules::Heights heights = view.own.field.heights();
      std::optional<rules::Placement> best;
      int most = 0;
      const std::uint32_t placements = players::possible_placements(view);
      for (std::size_t k = 0; k < rules::kPlacementCount; ++k) {
        if ((placements >> k & 1U) == 0 || !rules::landing(heights, rules::kPlacements[k]).fits()) continue;
        rules::Field field = view.own.field;
        rules::drop_pair(field, view.own.pairs[0], rules::kPlacements[k]);
        if (rules::simulate_chain(field).links > 0) continue;
        const auto& weights = plan.of(evaluation::field_phase(view.own.field));
        const int worth = evaluation::evaluate_field(field, ruleset.colours, weights) +
                          (rules::is_pair_split(heights, rules::kPlacements[k]) ? weights.tear : 0);
        if (best && worth <= most) continue;
        best = rules::kPlacements[k];
        most = worth;
      }
      if (!best) break;
      if (auto example = evaluation_example(view, *best, ruleset, evaluation::default_weights())) {
        examples.push_back(std::move(*example));
      }
      rules::drop_pair(view.own.field, view.own.pairs[0], *best);
    }
  }
  return examples;
}

TEST(EvaluationLearning, FeaturesTimesWeightsGiveTheValueOfAField) {
  const evaluation::WeightsByPhase plan = evaluation::default_weights();
  EXPECT_GT(learning::agreement(phase_weights_of(plan), lessons_of(plan, 6)), 0.95)
      << "the teacher follows these weights; only rounding may differ";
}

TEST(EvaluationLearning, LearnsTheChoicesOfATeacherWithOtherWeights) {
  evaluation::WeightsByPhase flat = evaluation::default_weights();
  for (evaluation::EvaluationWeights& weights : flat.phases) {
    weights = {.link = 20, .contact = 10, .step = -40, .tear = -200};
  }
  const auto examples = lessons_of(flat, 12);
  const auto held_out = std::span(examples).subspan(examples.size() * 3 / 4);
  const auto learned =
      fit_evaluation(std::span(examples).first(examples.size() * 3 / 4), evaluation::default_weights(), 0.1);
  const double agreement = learning::agreement(learned, held_out);
  EXPECT_GT(agreement, 0.8);
  EXPECT_GT(agreement, 0.3 + learning::agreement(phase_weights_of(evaluation::default_weights()), held_out));
  const evaluation::WeightsByPhase made = evaluation_weights_of(learned, evaluation::default_weights(), examples);
  EXPECT_NEAR(learning::agreement(phase_weights_of(made), held_out), agreement, 0.05)
      << "rounded weights choose the same";
  EXPECT_EQ(made.phases[0].garbage, evaluation::default_weights().phases[0].garbage);
}

TEST(EvaluationLearning, LearnsNothingFromFiringPlacements) {
  duel::View view;
  view.pacing = rules::Pacing::turns;
  view.decision_due = true;
  view.own.phase = duel::Phase::control;
  view.own.pairs[0] = {rules::Cell::red, rules::Cell::red};
  view.own.pairs_shown = 1;
  const rules::Ruleset ruleset = *rules::find_ruleset("jaist-1");
  rules::drop_pair(view.own.field, view.own.pairs[0], {1, rules::Rotation::up});
  const evaluation::WeightsByPhase plan = evaluation::default_weights();
  EXPECT_FALSE(evaluation_example(view, {1, rules::Rotation::up}, ruleset, plan)) << "four of a colour";
  const auto example = evaluation_example(view, {5, rules::Rotation::up}, ruleset, plan);
  ASSERT_TRUE(example);
  EXPECT_LT(example->candidates.size(), 22U) << "firing placements are not candidates either";
}

}  // namespace
}  // namespace rensa::experiments
