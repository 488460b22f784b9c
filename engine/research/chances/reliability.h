#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "engine/chances/chance_to_win.h"
#include "engine/research/chances/recorded_moments.h"

namespace rensa::chances {

// How far estimated chances agree with the results of games.

// The positions of either side whose estimated chance lies in the same tenth.
struct ReliabilityBin {
  std::size_t positions = 0;
  double mean_chance = 0;  // 0..1
  double share_won = 0;    // 0..1; a draw is half a win
};

struct Reliability {
  std::array<ReliabilityBin, 10> bins;  // 0 % to 10 %, and so on; 100 % is in the last
  std::size_t positions = 0;
  // The mean squared distance of the estimate from the result: 0 is a prophet.
  double brier = 0;
  double brier_of_half = 0;  // of an estimate that always is one half
  // By game: how much less the first is than the second, in the mean over the moments of the game.
  std::vector<double> gains;
};

// Each moment counts once from the view of each side.
Reliability reliability_of(std::span<const RatedGame> games, const ChanceWeights& weights);

}  // namespace rensa::chances
