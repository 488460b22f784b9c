#include "server/league/interval.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace rensa::league {

Interval mean_of(std::span<const double> values) {
  assert(values.size() >= 2);
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double half = kNormal95 * std::sqrt(squares / (count - 1) / count);
  return {.value = mean, .low = mean - half, .high = mean + half};
}

Interval wilson(double share, double of) {
  assert(of > 0 && share >= 0 && share <= 1);
  const double spread = kNormal95 * kNormal95 / of;
  const double centre = (share + spread / 2) / (1 + spread);
  const double half = kNormal95 * std::sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread);
  return {.value = share, .low = std::max(centre - half, 0.0), .high = std::min(centre + half, 1.0)};
}

}  // namespace rensa::league
