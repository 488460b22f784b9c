#include "engine/players/greedy.h"

#include <bit>
#include <cassert>
#include <tuple>

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

bool is_death(const rules::Field& field, rules::Choke choke) {
  if (field.at(rules::kSpawnColumn, rules::kSpawnRow) == rules::Cell::empty) return false;
  switch (choke) {
    case rules::Choke::spawn_cell:
      return true;
    case rules::Choke::no_move:
      return duel::legal_placements(field) == 0;
  }
  return true;
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

rules::Placement Greedy::choose(const duel::View& view) {
  const rules::Field& field = view.own.field;
  const rules::Pair pair = view.own.pairs[0];
  const rules::Heights heights = field.heights();
  const rules::ChainPath& chains = rules::fastest_chain_path();

  std::tuple<bool, int, int> best;  // lives, score, flatness: the greater the better, the first of equals stays
  std::size_t chosen = rules::kPlacementCount;
  std::uint32_t choices = different_placements(possible_placements(view), pair);
  assert(choices != 0);
  for (; choices != 0; choices &= choices - 1) {
    const auto index = static_cast<std::size_t>(std::countr_zero(choices));
    rules::Field after;
    const int score = score_of(field, heights, pair, rules::kPlacements[index], chains, after);
    const std::tuple result(!is_death(after, choke_), score, -roughness(after.heights()));
    if (chosen != rules::kPlacementCount && result <= best) continue;
    best = result;
    chosen = index;
  }
  return rules::kPlacements[chosen];
}

}  // namespace rensa::players
