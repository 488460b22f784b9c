#include "engine/research/chances/reliability.h"

#include <algorithm>

namespace rensa::chances {

namespace {

struct Sums {
  double brier = 0;
  double brier_of_half = 0;
};

// `estimate`: in thousandths.
void add_position(int estimate, double result, Reliability& to, Sums& sums) {
  ReliabilityBin& bin = to.bins[std::min<std::size_t>(static_cast<std::size_t>(estimate / 100), to.bins.size() - 1)];
  const double chance = static_cast<double>(estimate) / kCertain;
  ++bin.positions;
  bin.mean_chance += chance;
  bin.share_won += result;
  sums.brier += (chance - result) * (chance - result);
  sums.brier_of_half += (0.5 - result) * (0.5 - result);
}

}  // namespace

Reliability reliability_of(std::span<const RatedGame> games, const ChanceWeights& weights) {
  Reliability found;
  for (const RatedGame& game : games) {
    if (game.moments.empty()) continue;
    Sums sums;
    for (const RecordedMoment& moment : game.moments) {
      const int chance = chance_of(moment.standings, weights);
      add_position(chance, game.result, found, sums);
      add_position(kCertain - chance, 1 - game.result, found, sums);
    }
    const auto positions = 2 * game.moments.size();
    found.positions += positions;
    found.brier += sums.brier;
    found.brier_of_half += sums.brier_of_half;
    found.gains.push_back((sums.brier_of_half - sums.brier) / static_cast<double>(positions));
  }
  if (found.positions == 0) return found;
  found.brier /= static_cast<double>(found.positions);
  found.brier_of_half /= static_cast<double>(found.positions);
  for (ReliabilityBin& bin : found.bins) {
    if (bin.positions == 0) continue;
    bin.mean_chance /= static_cast<double>(bin.positions);
    bin.share_won /= static_cast<double>(bin.positions);
  }
  return found;
}

}  // namespace rensa::chances
