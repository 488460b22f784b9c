#include "engine/players/potential.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <tuple>

#include "engine/players/choices.h"
#include "engine/players/exchange/side_facts.h"

namespace rensa::players {

namespace {

constexpr int kFewEmptyCells = 14;  // cells
constexpr int kHarmfulGarbage = 6;  // garbage of one row
constexpr int kSmallChain = 2;      // links of a chain that clears obstacles

// Returns the placement with the greatest key, the first of equals, among those that pass the test.
template <typename May, typename Key>
std::optional<std::size_t> best_of(const search::PlacementPotentials& potentials, std::uint32_t placements, May may,
                                   Key key) {
  std::optional<std::size_t> best;
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (may(potentials[index]) && (!best || key(potentials[index]) > key(potentials[*best]))) best = index;
  }
  return best;
}

}  // namespace

const search::PlacementPotentials& RememberedPotentials::of(const duel::SideView& side, std::uint32_t placements,
                                                            const rules::Ruleset& ruleset,
                                                            limits::SearchBudget& budget) {
  const Question question{.field = side.field,
                          .pairs = side.pairs,
                          .known = side.pairs_shown,
                          .placements = placements,
                          .rules = evaluation::search_rules_of(ruleset)};
  if (question == question_ && (is_complete_ || budget.has_ended())) return potentials_;
  potentials_ = search::potentials_of(side.field, duel::known_pairs(side), placements, question.rules,
                                      evaluation::OneColourEvaluator(), budget);
  question_ = question;
  is_complete_ = !budget.has_ended();
  return potentials_;
}

bool is_urgent(const search::PlacementPotential& potential, const PotentialSituation& situation) {
  if (!potential.survives || potential.fired.hand == 0) return false;
  const std::int64_t now = potential.fired.attack;
  const std::int64_t attack_per_garbage = situation.attack_per_garbage;
  if (now >= (std::int64_t{situation.to_bury} + situation.waiting) * attack_per_garbage) return true;
  if (situation.waiting >= kHarmfulGarbage && now >= situation.waiting * attack_per_garbage) return true;
  return situation.waiting >= situation.empty_cells;
}

std::optional<std::size_t> soonest_burial(const search::PlacementPotentials& potentials, std::uint32_t placements,
                                          const PotentialSituation& situation) {
  const std::int64_t enough = (std::int64_t{situation.to_bury} + situation.waiting) * situation.attack_per_garbage;
  return best_of(
      potentials, placements,
      [&](const search::PlacementPotential& one) {
        return one.survives && one.fired.hand == 0 && one.best_later.attack >= enough;
      },
      [](const search::PlacementPotential& one) {
        return std::tuple(-one.best_later.hand, one.best_later.attack, one.build_value);
      });
}

std::size_t choose_by_potential(const search::PlacementPotentials& potentials, std::uint32_t placements,
                                const PotentialSituation& situation) {
  using search::PlacementPotential;
  assert(placements != 0);
  const auto fires = [](const PlacementPotential& one) { return one.survives && one.fired.hand > 0; };
  const auto waits = [](const PlacementPotential& one) { return one.survives && one.fired.hand == 0; };
  const auto clears = [&](const PlacementPotential& one) { return fires(one) && one.fired.links <= kSmallChain; };
  const auto by_fired = [](const PlacementPotential& one) { return std::tuple(one.fired, one.build_value); };
  const auto by_best_later = [](const PlacementPotential& one) { return std::tuple(one.best_later, one.build_value); };
  const auto by_build_value = [](const PlacementPotential& one) { return one.build_value; };

  const auto strongest = best_of(potentials, placements, fires, by_fired);
  const bool is_late = situation.empty_cells <= kFewEmptyCells;
  const auto waiting_best = is_late ? best_of(potentials, placements, waits, by_best_later)
                                    : best_of(potentials, placements, waits, by_build_value);
  if (!waiting_best && !strongest)
    return *best_of(potentials, placements, [](const PlacementPotential&) { return true; }, by_fired);
  if (!strongest) return *waiting_best;
  if (!waiting_best) return *strongest;

  if (is_late && potentials[*strongest].fired.attack >= potentials[*waiting_best].best_later.attack) return *strongest;
  if (is_urgent(potentials[*strongest], situation)) return *strongest;
  const auto clearing = best_of(potentials, placements, clears, by_build_value);
  if (clearing && potentials[*clearing].build_value > std::max(potentials[*waiting_best].build_value, 0) / 4 * 5)
    return *clearing;
  return *waiting_best;
}

namespace {

PotentialSituation situation_of(const Position& position) {
  return {.empty_cells = empty_visible_cells(position.own.field),
          .waiting = position.own.waiting.total(),
          .to_bury = garbage_to_bury(position.opponent, position.ruleset.choke),
          .attack_per_garbage = rules::attack_per_garbage(position.ruleset, position.clock)};
}

}  // namespace

rules::Placement Potential::choose(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  return decide(position, own_, budget).placement;
}

Potential::Decision Potential::decide(const Position& position, RememberedPotentials& own,
                                      limits::SearchBudget& budget) {
  const PotentialSituation situation = situation_of(position);
  const PlacementChoices choices(position);
  const std::uint32_t left = choices.droppable_candidates();
  const search::PlacementPotentials& potentials = own.of(position.own, left, position.ruleset, budget);
  const auto chosen = choose_possible(choices, position.own.pairs[0], left, [&](std::uint32_t placements) {
    return choose_by_potential(potentials, placements, situation);
  });
  if (!chosen) return {.placement = any_possible_placement(position)};
  const search::PlacementPotential& potential = potentials[chosen->index];
  const auto burial = soonest_burial(potentials, left, situation);
  return {.placement = chosen->placement,
          .is_urgent = is_urgent(potential, situation),
          .buries_soon = burial && choices.allows(*burial) ? std::optional(rules::kPlacements[*burial]) : std::nullopt};
}

// The candidates have no worth, because the cases of the choice have no common measure.
std::vector<Candidate> Potential::candidates(const Position& position, const SearchLimits& limits) {
  limits::SearchBudget budget(limits);
  const PotentialSituation situation = situation_of(position);
  const PlacementChoices choices(position);
  const std::uint32_t left = choices.droppable_candidates();
  const search::PlacementPotentials& potentials = own_.of(position.own, left, position.ruleset, budget);
  return rank_possible(
      position, choices, left,
      [&](std::uint32_t placements) { return choose_by_potential(potentials, placements, situation); },
      [](std::size_t) { return std::nullopt; });
}

}  // namespace rensa::players
