#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/players/exchange/side_facts.h"
#include "engine/players/player.h"
#include "engine/rules/chain.h"
#include "engine/rules/pair.h"
#include "engine/search/beam_search.h"
#include "engine/search/exchange.h"

namespace rensa::players {

// The results of one placement, on both fields.
struct PlacementOption {
  bool survives = false;
  rules::ChainResult fired;               // the chain that the placement fires
  int expected_points = 0;                // from building on afterwards (search/beam_search.h)
  int soonest_attack = 0;                 // the points of the soonest attack that hurts, less the cost of waiting
  int garbage_to_lose = kCannotBeBuried;  // the garbage that then ends the game
  search::ExchangeResult outcome;         // of the exchange of chains afterwards
};
using PlacementOptions = std::array<PlacementOption, rules::kPlacementCount>;

struct DuelSituation {
  int points_per_garbage = 70;
  int garbage_to_win = kCannotBeBuried;  // the garbage that ends the game for the opponent
  int max_soonest_attack = 0;            // the maximum points of a fired chain that count as the soonest attack
};

// Returns the value in points of an option that survives. It is the sum of two parts:
//   An option without a chain counts its expected points and three times its soonest attack. An option with a chain may
//   instead count the points of the chain, if that is more.
//   The outcome of the exchange counts by the garbage that is left on both sides.
std::int64_t option_value(const PlacementOption& option, const DuelSituation& situation);

// Returns the value, or nothing for an option that does not survive.
std::optional<std::int64_t> worth_of(const PlacementOption& option, const DuelSituation& situation);

// Returns the option with the greatest value, the first of equals, among those with a bit in `placements`. Options that
// lose at once are chosen only if all do. Precondition: there is an option.
std::size_t choose_option(const PlacementOptions& options, std::uint32_t placements, const DuelSituation& situation);

// Finds out by a beam search over several futures how much can be built on the own field. It ignores the opponent.
class BuildingSearch {
 public:
  explicit BuildingSearch(const PlayerSetup& setup);

  // Evaluates `placements` (bits by kPlacements), which must be a subset of droppable_placements().
  PlacementOptions options(const Position& position, std::uint32_t placements, limits::SearchBudget& budget);

 private:
  std::uint64_t seed_;
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator_;
  search::BeamSearch beam_;
};

}  // namespace rensa::players
