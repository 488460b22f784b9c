#pragma once

#include <array>

#include "engine/chances/chance_features.h"
#include "engine/chances/standing.h"
#include "engine/rules/ruleset.h"

namespace rensa::chances {

// An estimate of the chance to win of both sides, from what spectators see. It knows neither the players nor the pairs
// that have not been shown. The weights are learned from records (`rensa tune chances`), so that of all moments at
// which a side has an estimated chance of 70 %, it wins about 70 %. Integers only: it is the same on every machine.

inline constexpr int kCertain = 1000;  // chances are in thousandths

// Returns true if games under these rules can be estimated: those with frames.
bool can_estimate(const rules::Ruleset& ruleset);

// The weight of each feature: so many 4096ths of a unit of the log-odds, not negative. Features that a side would
// rather not have are negative numbers.
using ChanceWeights = std::array<int, kFeatureCount>;
const ChanceWeights& learned_weights();

// Returns the chance of seat one in thousandths: 1..999, or 0 or 1000 if one side is dead, 500 if both are. Exchanging
// the sides gives the rest of 1000.
int chance_of(const std::array<Standing, 2>& standings, const ChanceWeights& weights);

// Estimates the chances of one moment after another, each in less than a millisecond. Use it in one thread only.
class ChanceEstimator {
 public:
  // Precondition: can_estimate(ruleset).
  int chance_of_seat_one(const Moment& moment, const rules::Ruleset& ruleset) {
    return chance_of(counter_.count(moment, ruleset), learned_weights());
  }

 private:
  StandingCounter counter_;
};

}  // namespace rensa::chances
