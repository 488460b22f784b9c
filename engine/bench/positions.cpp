#include <span>

#include "engine/bench/benches.h"
#include "engine/evaluation/field_evaluator.h"
#include "engine/limits/search_limits.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"
#include "engine/rules/link.h"
#include "engine/rules/pair_queue.h"
#include "engine/rules/rng.h"
#include "engine/search/beam_search.h"

namespace rensa::bench {

namespace {

// Drops one garbage puyo on about every third column.
void drop_garbage(rules::Field& field, rules::Rng& rng) {
  for (int x = 1; x <= rules::kColumns; ++x) {
    if (rng.below(3) == 0 && field.at(x, rules::kHiddenRow) == rules::Cell::empty) {
      field.put(x, rules::kHiddenRow, rules::Cell::garbage);
    }
  }
  rules::settle(field);
}

rules::Field field_after_random_play(const rules::PairQueue& queue, int hands, bool with_garbage, rules::Rng& rng) {
  rules::Field field;
  for (int hand = 0; hand < hands; ++hand) {
    const rules::Heights heights = field.heights();
    const rules::Placement placement = rules::kPlacements[rng.below(rules::kPlacementCount)];
    if (!rules::landing(heights, placement).fits() || !rules::seems_reachable(heights, placement)) continue;
    rules::drop_pair(field, queue.at(hand), placement);
    if (with_garbage && hand % 3 == 2) drop_garbage(field, rng);
    rules::simulate_chain(field);
  }
  return field;
}

}  // namespace

std::vector<Position> fixed_positions(int count) {
  std::vector<Position> positions;
  for (int i = 0; i < count; ++i) {
    rules::Rng rng(static_cast<std::uint64_t>(i), 77);
    const auto queue = rules::PairQueue::from_seed(static_cast<std::uint64_t>(i), i % 3 == 2 ? 5 : 4);
    const int hands = 4 + 6 * (i % 6);
    Position position{field_after_random_play(queue, hands, i % 2 == 1, rng), {}};
    for (std::size_t ply = 0; ply < position.pairs.size(); ++ply) {
      position.pairs[ply] = queue.at(hands + static_cast<int>(ply));
    }
    positions.push_back(position);
  }
  return positions;
}

std::vector<Position> select_stable_positions(const std::vector<Position>& positions) {
  std::vector<Position> quiet;
  for (const Position& position : positions) {
    const rules::Field& field = position.field;
    const bool is_quiet = field.is_at_rest() && !field.is_choked() && rules::groups_of_four(field.planes()).empty();
    if (is_quiet) quiet.push_back(position);
  }
  return quiet;
}

namespace {

constexpr int kBuildingColours = 4;
constexpr int kBuildingNodes = 2'000;
constexpr int kFirstHand = 4;
constexpr int kLastHand = 28;
constexpr int kHandsBetween = 4;

// Returns the placement with the greatest forecast.
std::size_t best_of(const search::PlacementForecasts& forecasts) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < forecasts.size(); ++i) {
    const auto& [survives, fired, value] = forecasts[i];
    if (survives && (!forecasts[best].survives || value > forecasts[best].expected_value)) best = i;
  }
  return best;
}

}  // namespace

std::vector<Position> building_positions(int games) {
  const evaluation::WeightedEvaluator evaluator(evaluation::default_weights());
  search::BeamSearch beam(search::scale_to_nodes({}, kBuildingNodes), {.colours = kBuildingColours});
  limits::SearchBudget budget(limits::SearchLimits{});
  std::vector<Position> positions;
  for (int game = 0; game < games; ++game) {
    const auto seed = static_cast<std::uint64_t>(game);
    const auto queue = rules::PairQueue::from_seed(seed, kBuildingColours);
    rules::Field field;
    for (int hand = 0; hand <= kLastHand; ++hand) {
      const Position position{field, {queue.at(hand), queue.at(hand + 1), queue.at(hand + 2)}};
      if (hand >= kFirstHand && hand % kHandsBetween == 0) positions.push_back(position);
      const std::uint32_t placements = rules::droppable_placements(field.heights());
      const auto forecasts =
          beam.evaluate(field, std::span(position.pairs).first(2), placements, seed, evaluator, budget);
      const std::size_t best = best_of(forecasts);
      if (!forecasts[best].survives) break;
      rules::drop_pair(field, position.pairs[0], rules::kPlacements[best]);
      rules::simulate_chain(field);
    }
  }
  return positions;
}

}  // namespace rensa::bench
