#include "server/league/tilting.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>

namespace rensa::league {

namespace {

constexpr int kMostTilts = 100;
constexpr double kCloseTilts = 1e-13;  // of the width of the range

}  // namespace

// The sum falls all over the range, from above to below any bound: by Newton's steps, or halves where these lead out.
double tilt_to_zero(std::span<const double> shares, std::span<const double> offsets) {
  assert(shares.size() == offsets.size());
  const auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  assert(*least < 0 && *most > 0);
  double low = -1 / *most;
  double high = -1 / *least;
  const double close = kCloseTilts * (high - low);
  double tilt = 0;
  for (int step = 0; step < kMostTilts; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      const double pull = offsets[i] / (1 + tilt * offsets[i]);
      sum += shares[i] * pull;
      slope -= shares[i] * pull * pull;
    }
    (sum > 0 ? low : high) = tilt;
    double next = tilt - sum / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (std::abs(next - tilt) < close) return next;
    tilt = next;
  }
  return tilt;
}

}  // namespace rensa::league
