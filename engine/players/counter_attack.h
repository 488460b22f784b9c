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

// Returns the garbage on its way to a side as one attack; nullopt if it is too little to hurt.
std::optional<IncomingAttack> incoming_attack(const IncomingGarbage& incoming);

// Looks for chains that cancel an attack before it falls. Nothing else counts, because building on is impossible under
// so much garbage.
class CounterAttack {
 public:
  explicit CounterAttack(const PlayerSetup& setup);

  rules::Placement choose(const Position& position, const IncomingAttack& attack, limits::SearchBudget& budget);

 private:
  // Evaluates `placements` (bits by kPlacements). A chain counts by the garbage that it cancels, and a little by the
  // garbage that it sends. The same holds for a chain that the placement itself fires.
  search::PlacementForecasts evaluate(const Position& position, std::uint32_t placements, const IncomingAttack& attack,
                                      limits::SearchBudget& budget);

  int nodes_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  std::uint64_t seed_;
  std::optional<search::BeamSearch> beam_;  // with the settings for the last attack
};

// Returns the placement with the greatest expected value that does not lose at once, the first of equals, among those
// with a bit in `placements`. Precondition: there is one.
std::size_t choose_counter(const search::PlacementForecasts& forecasts, std::uint32_t placements);

}  // namespace rensa::players
