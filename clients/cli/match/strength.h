#pragma once

#include "server/league/interval.h"
#include "server/league/sample.h"

namespace rensa::cli {

// What the results of a match say about strength, with 95 % intervals.

struct Strength {
  league::Interval score;  // points a game, 0..1
  league::Interval elo;    // the difference that such a score stands for; never beyond that of a score of 0.001
};

// By the normal approximation; of fewer than thirty units, or where all brought the same, Wilson's interval.
Strength strength_of(const league::Sample& sample);

}  // namespace rensa::cli
