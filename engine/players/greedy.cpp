#include "engine/players/greedy.h"

#include <bit>
#include <cassert>

#include "engine/duel/legal.h"
#include "engine/players/choices.h"
#include "engine/rules/chain.h"
#include "engine/rules/drop.h"

namespace rensa::players {

namespace {

// What a placement leads to. What does not fit below the trap row stays there or vanishes, as it does in a duel.
int score_of(const rules::Field& before, const rules::Heights& heights, rules::Pair pair, rules::Placement placement,
             const rules::ChainPath& chains, rules::Field& after) {
  const rules::Landing rest = rules::landing(heights, placement);
  if (rest.fits()) return chains.place_and_simulate(before, heights, pair, placement, after).score;
  after = before;
  if (rest.axis_y <= rules::kTrapRow) after.put(placement.x, rest.axis_y, pair.axis);
  if (rest.child_y <= rules::kTrapRow) after.put(placement.child_x(), rest.child_y, pair.child);
  return chains.simulate(after, after).score;
}

}  // namespace

int roughness(const rules::Heights& heights) {
  int sum = 0;
  for (std::size_t x = 1; x < rules::kColumns; ++x) {
    const int step = heights[x + 1] - heights[x];
    sum += step * step;
  }
  return sum;
}

std::uint32_t Greedy::worth_looking_at(const Choices& choices, rules::Pair pair) {
  const std::uint32_t all = choices.candidates();
  const bool is_double = pair.axis == pair.child;
  return is_double ? (all | all >> kUpsideDown) & ((1U << kUpsideDown) - 1) : all;
}

rules::Placement Greedy::choose(const duel::View& view) {
  const Choices choices(view);
  const rules::Pair pair = view.own.pairs[0];
  const std::uint32_t left = worth_looking_at(choices, pair);
  const Results results = results_of(view.own.field, pair, left);
  const auto chosen = choose_possible(choices, pair, left,
                                      [&results](std::uint32_t placements) { return best_of(results, placements); });
  assert(chosen);
  return chosen->placement;
}

std::vector<Candidate> Greedy::candidates(const duel::View& view) {
  const Choices choices(view);
  const rules::Pair pair = view.own.pairs[0];
  const std::uint32_t left = worth_looking_at(choices, pair);
  const Results results = results_of(view.own.field, pair, left);
  std::vector<Candidate> candidates;
  for (const Chosen& chosen : rank_possible(
           choices, pair, left, [&results](std::uint32_t placements) { return best_of(results, placements); })) {
    candidates.push_back({chosen.placement, results[chosen.index].score});
  }
  return candidates;
}

Greedy::Results Greedy::results_of(const rules::Field& field, rules::Pair pair, std::uint32_t placements) const {
  const rules::Heights heights = field.heights();
  const rules::ChainPath& chains = rules::fastest_chain_path();
  Results results{};
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    rules::Field after;
    const int score = score_of(field, heights, pair, rules::kPlacements[index], chains, after);
    results[index] = {.lives = !duel::is_lost(after, choke_), .score = score, .flatness = -roughness(after.heights())};
  }
  return results;
}

std::size_t Greedy::best_of(const Results& results, std::uint32_t placements) {
  auto best = static_cast<std::size_t>(std::countr_zero(placements));
  for (; placements != 0; placements &= placements - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(placements));
    if (results[index] > results[best]) best = index;
  }
  return best;
}

}  // namespace rensa::players
