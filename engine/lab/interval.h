#pragma once

#include <cstddef>
#include <span>

namespace rensa::lab {

// An estimate and the bounds between which the truth lies in 95 of 100 experiments.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

// Of a mean, by the normal distribution. Precondition: at least two values.
Interval mean_of(std::span<const double> values);
// Of a share, after Wilson. Precondition: `of` is positive and `count` no greater.
Interval share_of(std::size_t count, std::size_t of);

}  // namespace rensa::lab
