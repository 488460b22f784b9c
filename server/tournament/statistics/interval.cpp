#include "server/tournament/statistics/interval.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

namespace rensa::tournament {

namespace {

// The 97.5 % quantile of Student's t distribution. Few degrees of freedom need a table. More of them use the expansion
// about the normal quantile up to its fourth term (Abramowitz and Stegun, 26.7.5).
double student_quantile_95(std::size_t freedom) {
  constexpr std::array kFirst = {12.7062, 4.3027, 3.1824, 2.7764};
  if (freedom <= kFirst.size()) return kFirst[freedom - 1];
  const double z = kNormal95;
  const double v = static_cast<double>(freedom);
  const double z2 = z * z;
  const double first = (z2 + 1) / 4;
  const double second = ((5 * z2 + 16) * z2 + 3) / 96;
  const double third = (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  const double fourth = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z * (1 + (first + (second + (third + fourth / v) / v) / v) / v);
}

Interval mean_with_interval_of(std::span<const double> values, double deviations) {
  assert(values.size() >= 2);
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double half = deviations * std::sqrt(squares / (count - 1) / count);
  return {.value = mean, .low = mean - half, .high = mean + half};
}

}  // namespace

Interval mean_with_normal_interval(std::span<const double> values) { return mean_with_interval_of(values, kNormal95); }

Interval mean_with_student_interval(std::span<const double> values) {
  return mean_with_interval_of(values, student_quantile_95(values.size() - 1));
}

Interval wilson_interval(double share, double trials) {
  assert(trials > 0 && share >= 0 && share <= 1);
  const double spread = kNormal95 * kNormal95 / trials;
  const double centre = (share + spread / 2) / (1 + spread);
  const double half = kNormal95 * std::sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread);
  return {.value = share, .low = std::max(centre - half, 0.0), .high = std::min(centre + half, 1.0)};
}

double normal_cdf(double deviations) { return std::erfc(-deviations / std::numbers::sqrt2) / 2; }

}  // namespace rensa::tournament
