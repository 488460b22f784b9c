#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rensa::load {

// What a server says about itself: metrics by name; a bucket's name includes its label.
using Metrics = std::map<std::string, double>;

// Asks for them over HTTP, at HOST:PORT. Throws std::runtime_error.
Metrics metrics_at(const std::string& server);

double value_of(const Metrics& metrics, const std::string& name);  // 0: there is none
double grown(const Metrics& before, const Metrics& after, const std::string& name);
// The quantile of the frames' lateness in milliseconds, between bounds of the histogram in proportion.
double lateness(const Metrics& before, const Metrics& after, double quantile);

// So much or less for this share of them, 0 < share <= 1; 0: there are none.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = std::min(values.size() - 1, static_cast<std::size_t>(static_cast<double>(values.size()) * share));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

}  // namespace rensa::load
