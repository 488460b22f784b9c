#include "engine/players/basic_players.h"

#include <bit>
#include <cassert>

#include "engine/duel/outcome.h"
#include "engine/evaluation/field_shape.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::players {

// A new draw after each impossible placement keeps the probability of all possible placements equal.
rules::Placement Random::choose(const Position& position, const SearchLimits&) {
  const PlacementChoices choices(position);
  std::uint32_t left = choices.candidates();
  for (;;) {
    assert(left != 0);
    const auto count = static_cast<std::uint32_t>(std::popcount(left));
    std::uint32_t from_here = left;
    for (std::uint32_t skipped = rng_.below(count); skipped > 0; --skipped) from_here &= from_here - 1;
    const auto index = static_cast<std::size_t>(std::countr_zero(from_here));
    if (choices.allows(index)) return rules::kPlacements[index];
    left &= ~(1U << index);
  }
}

namespace {

// Returns the score of a placement and the field after it. Puyos that do not fit below the trap row stay in it or
// disappear, as in a duel.
int score_of(const rules::Field& before, const rules::Heights& heights, rules::Pair pair, rules::Placement placement,
             const rules::ChainKernel& chains, rules::Field& after) {
  const rules::Landing rest = rules::landing(heights, placement);
  if (rest.fits()) return chains.place_and_simulate(before, heights, pair, placement, after).score;
  after = before;
  if (rest.axis_y <= rules::kTrapRow) after.put(placement.x, rest.axis_y, pair.axis);
  if (rest.child_y <= rules::kTrapRow) after.put(placement.child_x(), rest.child_y, pair.child);
  return chains.simulate(after, after).score;
}

}  // namespace

rules::Placement Greedy::choose(const Position& position, const SearchLimits& limits) {
  const PlacementChoices choices(position);
  const std::uint32_t left = distinct_placements(choices.candidates(), position.own.pairs[0]);
  const Results results = results_of(position, left, limits);
  return choose_or_any(position, choices, left,
                       [&results](std::uint32_t placements) { return best_of(results, placements); });
}

std::vector<Candidate> Greedy::candidates(const Position& position, const SearchLimits& limits) {
  const PlacementChoices choices(position);
  const std::uint32_t left = distinct_placements(choices.candidates(), position.own.pairs[0]);
  const Results results = results_of(position, left, limits);
  return rank_possible(
      position, choices, left, [&results](std::uint32_t placements) { return best_of(results, placements); },
      [&results](std::size_t index) { return results[index].score; });
}

Greedy::Results Greedy::results_of(const Position& position, std::uint32_t placements, const SearchLimits& limits) {
  const rules::Field& field = position.own.field;
  const rules::Heights heights = field.heights();
  limits::SearchBudget budget(limits);
  placements = budget.take_bits(placements);
  const rules::ChainKernel& chains = rules::fastest_chain_kernel();
  Results results{};
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    rules::Field after;
    const int score = score_of(field, heights, position.own.pairs[0], rules::kPlacements[index], chains, after);
    results[index] = {.survives = !duel::is_lost(after, position.ruleset.choke),
                      .score = score,
                      .flatness = -evaluation::roughness(after.heights())};
  }
  return results;
}

std::size_t Greedy::best_of(const Results& results, std::uint32_t placements) {
  return first_greatest(placements, [&results](std::size_t index) { return results[index]; });
}

}  // namespace rensa::players
