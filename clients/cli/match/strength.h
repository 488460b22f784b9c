#pragma once

#include <cstdint>
#include <span>

#include "engine/lab/interval.h"

namespace rensa::cli {

// What the results of a match say about strength, with 95 % intervals.

struct Strength {
  lab::Interval score;  // points a game, 0..1
  lab::Interval elo;    // the difference that such a score stands for; never beyond that of a score of 0.001
};

// `counts` are how many came to 0, then to the next possible result, up to 1: losses, draws and wins of single games,
// or pairs of games with 0, 1/2, 1, 3/2 and 2 points, which keeps the dependence within a pair. Precondition: one at
// least. The normal approximation, in which a result that never came counts as a thousandth, so that no variance is
// nothing; of fewer than thirty, or where only one result ever came, Wilson's interval.
Strength strength_of(std::span<const std::int64_t> counts);

}  // namespace rensa::cli
