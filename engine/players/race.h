#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/players/player.h"
#include "engine/players/potential.h"
#include "engine/search/beam_search.h"
#include "engine/search/placement_potential.h"

namespace rensa::players {

// A duel in turns is a race: the side that lands the first attack that hurts mostly wins. A decisive attack is one that
// the opponent cannot answer. In a turn game garbage falls after the victim's next turn. So only a chain in that turn,
// or together with the attack, can cancel a part of it.

struct DecisiveAttackSituation {
  int waiting = 0;  // garbage that falls on the attacker; it has to be answered in this turn
  int to_bury = 0;  // the garbage that ends the game for the opponent
  // The greatest attacks that the opponent can fire with its first, second and third known pair.
  std::array<int, search::kMaxPotentialPairs> answers{};
  int attack_per_garbage = 1;  // in the unit of attacks
};

// Returns the placement that fires a decisive attack, or after which the known pairs fire one, among those with a bit
// in `placements`. The more garbage remains, and the sooner, the better; of equals the first. Returns nullopt without
// one.
std::optional<std::size_t> choose_decisive_attack(const search::PlacementPotentials& potentials,
                                                  std::uint32_t placements, const DecisiveAttackSituation& situation);

// Returns the greatest attack that a side can fire with each known pair.
std::array<int, search::kMaxPotentialPairs> greatest_attacks(const search::PlacementPotentials& potentials);

// Builds the first attack of a race and fires it.
class Race {
 public:
  explicit Race(const PlayerSetup& setup);

  // Returns true in a turn game with an opponent.
  static bool is_on(const Position& position) {
    return position.pacing == rules::Pacing::turns && position.opponent.hand > 0;
  }

  // Returns a placement that fires a decisive attack or prepares it. Precondition: is_on().
  // `own` has the potentials of the own side.
  std::optional<rules::Placement> decisive_attack(const Position& position, RememberedPotentials& own,
                                                  limits::SearchBudget& budget);

  // Returns the placement that leads to an attack soonest. `form` is the next placement of a form. It is preferred if
  // it delays the attack only slightly.
  rules::Placement build(const Position& position, std::optional<rules::Placement> form, limits::SearchBudget& budget);

 private:
  // Returns the greatest attacks that the opponent can fire. An opponent without visible pairs is treated as if it had
  // none.
  std::array<int, search::kMaxPotentialPairs> answers(const Position& position, limits::SearchBudget& budget);

  std::uint64_t seed_;
  RememberedPotentials theirs_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  search::BeamSearch beam_;
  search::BeamSearch form_beam_;  // for the placement of a form alone
};

// Returns the placement with the greatest expected value among those with a bit in `placements`, the first of equals.
// The placement of a form is returned if it is hardly worse. Placements that lose at once, or waste a chain that would
// hurt without the answer, are chosen only if there are no others. Precondition: there is a placement.
std::size_t choose_for_race(const search::PlacementForecasts& forecasts, std::uint32_t placements,
                            std::optional<std::size_t> form);

}  // namespace rensa::players
