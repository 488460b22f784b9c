#pragma once

#include <optional>

#include "engine/evaluation/field_evaluator.h"
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

// The potentials of a side. Remembers those of the last question, so that a search that goes on need not repeat them.
class RememberedPotentials {
 public:
  // Evaluates `placements` (bits by kPlacements) on the field of a side with its known pairs. The result is valid until
  // the next call.
  const search::PlacementPotentials& of(const duel::SideView& side, std::uint32_t placements,
                                        const rules::Ruleset& ruleset, limits::SearchBudget& budget);

 private:
  struct Question {
    rules::Field field;
    std::array<rules::Pair, rules::kMaxVisiblePairs> pairs{};
    int known = 0;  // number of pairs; 0: there was no question yet
    std::uint32_t placements = 0;
    evaluation::SearchRules rules;
    friend bool operator==(const Question&, const Question&) = default;
  };
  Question question_;
  search::PlacementPotentials potentials_{};
  bool is_complete_ = false;  // false: the budget ended first
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
  explicit Potential(const PlayerSetup&) {}

  rules::Placement choose(const Position& position, const SearchLimits& limits) override;
  std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) override;

  struct Decision {
    rules::Placement placement;
    bool is_urgent = false;  // cases (b) and (c)
    // The soonest way to bury the opponent with the known pairs.
    std::optional<rules::Placement> buries_soon{};
  };
  // `own` has the potentials of the own side.
  static Decision decide(const Position& position, RememberedPotentials& own, limits::SearchBudget& budget);

 private:
  RememberedPotentials own_;
};

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
