#pragma once

#include <span>
#include <utility>
#include <vector>

#include "engine/chances/chance_to_win.h"
#include "engine/research/chances/recorded_moments.h"

namespace rensa::chances {

// Learns the weights of the features from games by logistic regression. Draws are left out. The penalty is the factor
// of half the square of each weight, so that features without use stay near zero. A weight is never negative, since
// each feature speaks for its side: as long as one is, the feature with the least weight is left out. Equal games in
// equal order give equal weights. Precondition: penalty > 0.
ChanceWeights learn_weights(std::span<const RatedGame> games, double penalty);

struct GameSplit {
  std::vector<RatedGame> learned;
  std::vector<RatedGame> held_out;
};

// Holds out about each fourth game. Games with the same seed stay together, because they have the same pairs.
GameSplit split_by_seed(std::vector<RatedGame> games);

}  // namespace rensa::chances
