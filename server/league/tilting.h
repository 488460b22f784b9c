#pragma once

#include <span>

namespace rensa::league {

// Of distributions on the same values the likeliest one, given how often each came up, under which `offsets` are 0 on
// the average: shares[i] / (1 + t * offsets[i]). Returns t, with all divisors positive. Preconditions: shares are
// positive; some offset is above 0 and some below.
double tilt_to_zero(std::span<const double> shares, std::span<const double> offsets);

}  // namespace rensa::league
