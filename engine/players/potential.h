#pragma once

#include <optional>

#include "engine/players/player.h"
#include "engine/search/placement_potential.h"

namespace rensa::players {

// The facts for the decision besides the potentials.
struct PotentialSituation {
  int empty_cells = 0;         // in rows 1..12
  int waiting = 0;             // garbage that will fall or may fall
  int to_bury = 0;             // the garbage that ends the game for the opponent
  int attack_per_garbage = 1;  // in the unit of attacks
};

// Potential maximisation (thesis 4.2). It does not fire, so that the chains that can be fired grow, except in four
// cases:
//   (a) The field is nearly full. Then it keeps the greatest attack of the known pairs, and fires if that is now.
//   (b) The attack buries the opponent.
//   (c) Garbage is waiting, and the attack cancels it, or there is no space for it.
//   (d) A small chain clears obstacles: the build value after it is much greater than without it.
// Until the field is nearly full, it maximises PlacementPotential::build_value, because three known pairs can rarely
// fire a long chain. Of equals the first placement is taken.
class Potential final : public Player {
 public:
  explicit Potential(const PlayerSetup& setup) : ruleset_(setup.ruleset) {}

  rules::Placement choose(const duel::View& view) override { return decide(view).placement; }
  std::vector<Candidate> candidates(const duel::View& view) override;

  struct Decision {
    rules::Placement placement;
    bool is_urgent = false;  // cases (b) and (c)
    // The soonest way to bury the opponent with the known pairs.
    std::optional<rules::Placement> buries_soon{};
  };
  Decision decide(const duel::View& view) const;

 private:
  PotentialSituation situation_of(const duel::View& view) const;

  rules::Ruleset ruleset_;
};

// Evaluates `placements` (bits by kPlacements) on the field of a side with its known pairs.
search::PlacementPotentials potentials_of(const duel::SideView& side, std::uint32_t placements,
                                          const rules::Ruleset& ruleset);

// Returns true in the cases (b) and (c): the chain has to be fired, whatever could be built instead.
bool is_urgent(const search::PlacementPotential& potential, const PotentialSituation& situation);

// Returns the placement after which the known pairs bury the opponent soonest, and of these the one with the greatest
// attack. Returns nullopt if they cannot bury the opponent.
std::optional<std::size_t> soonest_burial(const search::PlacementPotentials& potentials, std::uint32_t placements,
                                          const PotentialSituation& situation);

// Returns the decision among the potentials with a bit in `placements`. Precondition: there is one.
std::size_t choose_by_potential(const search::PlacementPotentials& potentials, std::uint32_t placements,
                                const PotentialSituation& situation);

}  // namespace rensa::players
