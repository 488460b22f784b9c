#include "engine/players/counter_attack.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/players/choices.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

constexpr int kHarmfulGarbage = 3 * rules::kColumns;  // garbage: three rows
constexpr int kMaxSent = 40;        // garbage that counts beyond the cancelled garbage; the opponent has just fired
constexpr int kMaxToCancel = 1000;  // no chain cancels more garbage
constexpr int kKeptPermille = 970;  // of a chain's value with each pair of waiting
constexpr int kFutures = 12;

}  // namespace

std::optional<IncomingAttack> incoming_attack(const IncomingGarbage& incoming) {
  if (incoming.total() < kHarmfulGarbage) return std::nullopt;
  const bool falls_at_once = incoming.fixed >= kHarmfulGarbage;
  return IncomingAttack{.garbage = incoming.total(),
                        .hands = falls_at_once ? 1 : incoming.fixed_in / search::kFramesPerHand + 1};
}

CounterAttack::CounterAttack(const PlayerSetup& setup)
    : nodes_(setup.options.nodes), evaluator_(evaluator_of(setup.options)), seed_(setup.seed) {}

rules::Placement CounterAttack::choose(const Position& position, const IncomingAttack& attack,
                                       limits::SearchBudget& budget) {
  const PlacementChoices choices(position);
  const std::uint32_t left = choices.droppable_candidates();
  const search::PlacementForecasts forecasts = evaluate(position, left, attack, budget);
  return choose_or_any(position, choices, left,
                       [&](std::uint32_t placements) { return choose_counter(forecasts, placements); });
}

search::PlacementForecasts CounterAttack::evaluate(const Position& position, std::uint32_t placements,
                                                   const IncomingAttack& attack, limits::SearchBudget& budget) {
  const int attack_per_garbage = rules::attack_per_garbage(position.ruleset, position.clock);
  search::BeamSettings settings;
  settings.futures = settings.late_futures = kFutures;
  settings.depth = attack.hands;
  settings = search::scale_to_nodes(settings, nodes_);
  settings.race = {.min_links = 1,
                   .max_garbage = std::min(attack.garbage, kMaxToCancel) + kMaxSent,
                   .attack_per_garbage = attack_per_garbage,
                   .kept_permille = kKeptPermille};
  if (!beam_ || beam_->settings() != settings) {
    beam_.emplace(settings, evaluation::search_rules_of(position.ruleset));
  }
  const auto known = duel::known_pairs(position.own);
  const auto in_time = known.first(std::min(known.size(), static_cast<std::size_t>(attack.hands)));
  search::PlacementForecasts forecasts =
      beam_->resume(position.own.field, in_time, placements, seed_ + static_cast<std::uint64_t>(position.own.hand),
                    *evaluator_, budget);
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    if (forecasts[i].fired.links == 0) continue;
    rules::Field placed = position.own.field;
    rules::drop_pair(placed, position.own.pairs[0], rules::kPlacements[i]);
    const int garbage =
        evaluation::chain_attack(placed, forecasts[i].fired, position.ruleset.attack) / attack_per_garbage;
    forecasts[i].expected_value = std::max(forecasts[i].expected_value,
                                           std::min(garbage, settings.race->max_garbage) * search::kRaceGarbageValue);
  }
  return forecasts;
}

std::size_t choose_counter(const search::PlacementForecasts& forecasts, std::uint32_t placements) {
  assert(placements != 0);
  const auto key = [&](std::size_t index) {
    return std::pair(forecasts[index].survives, forecasts[index].expected_value);
  };
  return first_greatest(placements, key);
}

}  // namespace rensa::players
