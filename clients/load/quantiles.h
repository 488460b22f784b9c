#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace rensa::load {

// So much or less for this share of them, 0 < share <= 1; 0: there are none.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = std::min(values.size() - 1, static_cast<std::size_t>(static_cast<double>(values.size()) * share));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

}  // namespace rensa::load
