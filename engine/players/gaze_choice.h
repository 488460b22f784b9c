#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/players/room.h"
#include "engine/rules/chain.h"
#include "engine/rules/pair.h"
#include "engine/search/exchange.h"

namespace rensa::players {

// What one placement leads to, for who looks at both fields.
struct GazeOption {
  bool lives = false;
  rules::ChainResult now;      // what it fires
  int promise = 0;             // what can be built afterwards, in points (search/beam.h)
  int soon = 0;                // the soonest attack that hurts, in points: the less, the later it comes
  int buries = kBuriesNobody;  // garbage that then ends the game
  search::Exchange outcome;    // what both sides then fire at each other
};
using GazeOptions = std::array<GazeOption, rules::kPlacementCount>;

struct GazeSituation {
  int points_a_garbage = 70;
  int buries_theirs = kBuriesNobody;  // garbage that ends the game
  int most_soon = 0;                  // points that a chain which is fired counts as the soonest
};

// What an option that lives is worth, in points: one that fires those of its chain or what can be built afterwards,
// whichever is more, one that does not what can be built; of both, what comes soon counts three times again. On top
// comes who is left with how much garbage.
std::int64_t worth_of(const GazeOption& option, const GazeSituation& situation);

// The option that is worth most, the first of equals, among those with a bit in `placements`. One that loses at once is
// taken for want of others. Precondition: there is one.
std::size_t choose_by_gaze(const GazeOptions& options, std::uint32_t placements, const GazeSituation& situation);

}  // namespace rensa::players
