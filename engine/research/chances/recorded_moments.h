#pragma once

#include <array>
#include <optional>
#include <vector>

#include "engine/chances/standing.h"
#include "engine/duel/outcome.h"
#include "engine/record/record.h"

namespace rensa::chances {

// A moment of a recorded game at which the chances change: a pair comes under control, a link begins, or garbage has
// fallen.
struct RecordedMoment {
  int clock = 0;
  std::array<int, 2> hands_begun{};  // by seat: the hand whose pair comes under control; 0: none does
  std::array<Standing, 2> standings;
};

// Returns the moments of a game in their order; none under a ruleset that cannot be estimated. Precondition: the record
// verifies.
std::vector<RecordedMoment> moments_of(const record::Record& record);

// A game as far as learning and checking need it.
struct RatedGame {
  std::uint64_t seed = 0;
  double result = 0;  // of seat one: 1, 0, or a half for a draw
  std::vector<RecordedMoment> moments;
};

// Returns nothing if the rules did not end the game, or its chances cannot be estimated. Precondition: the record
// verifies.
std::optional<RatedGame> rated_game_of(const record::Record& record);

}  // namespace rensa::chances
