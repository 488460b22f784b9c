#pragma once

#include <cstddef>
#include <span>

namespace rensa::league {

// An estimate and the bounds between which the truth lies in 95 of 100 experiments.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

inline constexpr double kNormal95 = 1.95996;  // 97.5 % of a normal distribution lie below

// Of a mean, by the normal distribution. Precondition: at least two values.
Interval mean_of(std::span<const double> values);
// The same by Student's t, for few values: how much these vary is hardly known then.
Interval mean_of_few(std::span<const double> values);
// Of a share of so many, or of a mean between 0 and 1, after Wilson. Precondition: `of` is positive.
Interval wilson(double share, double of);

}  // namespace rensa::league
