#pragma once

#include <span>

namespace rensa::tournament {

// An estimate with its 95 % confidence interval.
struct Interval {
  double value = 0;
  double low = 0;
  double high = 0;
};

inline constexpr double kNormal95 = 1.95996;  // the 97.5 % quantile of the standard normal distribution

// The mean of the values, with an interval from the normal distribution. Precondition: at least two values.
Interval mean_with_normal_interval(std::span<const double> values);
// The mean with an interval from Student's t distribution, which is right for few values too.
Interval mean_with_student_interval(std::span<const double> values);
// The Wilson score interval of a share of `trials`, or of a mean of values from 0 to 1. Precondition: `trials` > 0.
Interval wilson_interval(double share, double trials);

// The cumulative distribution function of the standard normal distribution.
double normal_cdf(double deviations);

}  // namespace rensa::tournament
