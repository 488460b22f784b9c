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

std::optional<IncomingAttack> incoming_attack(const duel::SideView& own, const evaluation::RunningChain& theirs,
                                              int attack_per_garbage) {
  const int garbage = own.waiting.total() + theirs.attack / attack_per_garbage;
  if (garbage < kHarmfulGarbage) return std::nullopt;
  const bool falls_at_once = own.waiting.fixed >= kHarmfulGarbage;
  return IncomingAttack{.garbage = garbage, .hands = falls_at_once ? 1 : theirs.frames / search::kFramesPerHand + 1};
}

CounterAttack::CounterAttack(const PlayerSetup& setup)
    : ruleset_(setup.ruleset),
      nodes_(setup.options.nodes),
      weights_(setup.options.weights.value_or(evaluation::default_weights())),
      seed_(setup.seed) {}

rules::Placement CounterAttack::choose(const duel::View& view, const IncomingAttack& attack) const {
  const PlacementChoices choices(view);
  const std::uint32_t left = choices.droppable_candidates();
  const search::PlacementForecasts forecasts = evaluate(view, left, attack);
  return choose_or_any(view, choices, left,
                       [&](std::uint32_t placements) { return choose_counter(forecasts, placements); });
}

search::PlacementForecasts CounterAttack::evaluate(const duel::View& view, std::uint32_t placements,
                                                   const IncomingAttack& attack) const {
  const int attack_per_garbage = rules::attack_per_garbage(ruleset_, view.clock);
  search::BeamSettings settings;
  settings.futures = settings.late_futures = kFutures;
  settings.depth = attack.hands;
  settings = search::scale_to_nodes(settings, nodes_);
  settings.race = {.min_links = 1,
                   .max_garbage = std::min(attack.garbage, kMaxToCancel) + kMaxSent,
                   .attack_per_garbage = attack_per_garbage,
                   .kept_permille = kKeptPermille};
  search::BeamSearch beam(settings, weights_, evaluation::search_rules_of(ruleset_));
  const auto known = duel::known_pairs(view.own);
  const auto in_time = known.first(std::min(known.size(), static_cast<std::size_t>(attack.hands)));
  search::PlacementForecasts forecasts =
      beam.evaluate(view.own.field, in_time, placements, seed_ + static_cast<std::uint64_t>(view.own.hand));
  for (std::size_t i = 0; i < forecasts.size(); ++i) {
    if (forecasts[i].fired.links == 0) continue;
    rules::Field placed = view.own.field;
    rules::drop_pair(placed, view.own.pairs[0], rules::kPlacements[i]);
    const int garbage = evaluation::chain_attack(placed, forecasts[i].fired, ruleset_.attack) / attack_per_garbage;
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
