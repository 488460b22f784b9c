#include "engine/lab/interval.h"

#include <cassert>
#include <cmath>

namespace rensa::lab {

namespace {
constexpr double kNormal = 1.959963984540054;  // 97.5 % lie below
}

Interval mean_of(std::span<const double> values) {
  assert(values.size() >= 2);
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double half = kNormal * std::sqrt(squares / (count - 1) / count);
  return {.value = mean, .low = mean - half, .high = mean + half};
}

Interval share_of(std::size_t count, std::size_t of) {
  assert(of > 0 && count <= of);
  const auto n = static_cast<double>(of);
  const double share = static_cast<double>(count) / n;
  const double spread = kNormal * kNormal / n;
  const double centre = (share + spread / 2) / (1 + spread);
  const double half = kNormal * std::sqrt(share * (1 - share) / n + spread / (4 * n)) / (1 + spread);
  return {.value = share, .low = centre - half, .high = centre + half};
}

}  // namespace rensa::lab
