#pragma once

#include <cstdint>
#include <optional>

#include "engine/players/player.h"
#include "engine/search/beam_search.h"
#include "engine/search/chain_tree.h"

namespace rensa::players {

// An attack that is on its way and would hurt.
struct IncomingAttack {
  int garbage = 0;
  int hands = 1;  // number of hands that can fire before it falls, with the current one
  friend bool operator==(const IncomingAttack&, const IncomingAttack&) = default;
};

// Adds up the garbage that is waiting for `own` and the remaining attack of the opponent's running chain. Returns
// nullopt if it does not hurt.
std::optional<IncomingAttack> incoming_attack(const duel::SideView& own, const evaluation::RunningChain& theirs,
                                              int attack_per_garbage);

// Looks for chains that cancel an attack before it falls. Nothing else counts, because building on is impossible under
// so much garbage.
class CounterAttack {
 public:
  explicit CounterAttack(const PlayerSetup& setup);

  rules::Placement choose(const duel::View& view, const IncomingAttack& attack) const;

 private:
  // Evaluates `placements` (bits by kPlacements). A chain counts by the garbage that it cancels, and a little by the
  // garbage that it sends. The same holds for a chain that the placement itself fires.
  search::PlacementForecasts evaluate(const duel::View& view, std::uint32_t placements,
                                      const IncomingAttack& attack) const;

  rules::Ruleset ruleset_;
  int nodes_;
  evaluation::WeightsByPhase weights_;
  std::uint64_t seed_;
};

// Returns the placement with the greatest expected value that does not lose at once, the first of equals, among those
// with a bit in `placements`. Precondition: there is one.
std::size_t choose_counter(const search::PlacementForecasts& forecasts, std::uint32_t placements);

}  // namespace rensa::players
