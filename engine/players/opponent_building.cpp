#include "engine/players/opponent_building.h"

#include <algorithm>

#include "engine/duel/outcome.h"
#include "engine/players/opponent_answers.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

int rounded_attack(int garbage) {
  const auto* const above = std::ranges::upper_bound(OpponentBuilding::kAttacks, garbage);
  return above == OpponentBuilding::kAttacks.begin() ? 0 : *(above - 1);
}

}  // namespace

OpponentBuilding::OpponentBuilding(const PlayerSetup& setup)
    : settings_(search::scale_to_nodes(kBeam, setup.options.nodes)),
      rules_(evaluation::search_rules_of(setup.ruleset)),
      evaluator_(evaluator_of(setup.options)),
      seed_(setup.seed) {}

OpponentBuilding::Question OpponentBuilding::question_of(const Position& position) const {
  return {.field = field_for_answers(position.opponent, position.ruleset),
          .pairs = seen_pairs_of(position.opponent, position.own, position.ruleset.queue),
          .garbage_rate = rules::attack_per_garbage(position.ruleset, position.clock),
          .max_drop = position.ruleset.max_garbage_drop,
          .seed = seed_ + static_cast<std::uint64_t>(position.own.hand)};
}

std::optional<int> OpponentBuilding::points_lost(const Position& position, int garbage, int hands,
                                                 limits::SearchBudget& budget) {
  garbage = rounded_attack(garbage);
  if (garbage == 0) return 0;
  const Question question = question_of(position);
  if (question != question_) {
    question_ = question;
    found_.clear();
  }
  if (duel::is_lost(question_.field, rules_.choke) || question_.pairs.count == 0) return 0;
  const auto without = points_under(0, 0, budget);
  if (!without) return std::nullopt;
  const auto with = points_under(garbage, std::min(hands, kMaxHands), budget);
  if (!with) return std::nullopt;
  return std::max(*without - *with, 0);
}

std::optional<int> OpponentBuilding::points_under(int garbage, int hands, limits::SearchBudget& budget) {
  if (const auto found = found_.find({garbage, hands}); found != found_.end()) return found->second;
  search::BeamSettings settings = settings_;
  if (garbage > 0) {
    settings.incoming = {.garbage = {.announced = garbage},
                         .hands = hands,
                         .attack_per_garbage = question_.garbage_rate,
                         .max_drop = question_.max_drop};
  }
  if (!beam_ || beam_->settings() != settings) beam_.emplace(settings, rules_);
  const search::PlacementForecasts forecasts =
      beam_->resume(question_.field, question_.pairs.all(), rules::droppable_placements(question_.field.heights()),
                    question_.seed, *evaluator_, budget);
  if (budget.has_ended()) return std::nullopt;
  int most = search::kLossValue;
  for (const search::PlacementForecast& forecast : forecasts) {
    if (forecast.survives) most = std::max(most, forecast.expected_value);
  }
  found_[{garbage, hands}] = most;
  return most;
}

}  // namespace rensa::players
