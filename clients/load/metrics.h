#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rensa::load {

// The metrics of a server by name. The name of a histogram's bucket includes its label.
using Metrics = std::map<std::string, double>;

// Fetches the metrics over HTTP from HOST:PORT. Throws std::runtime_error.
Metrics fetch_metrics(const std::string& server);

double value_of(const Metrics& metrics, const std::string& name);  // 0 if there is no such metric
double increase_of(const Metrics& before, const Metrics& after, const std::string& name);
// The quantile of the lateness of frames in milliseconds, interpolated between the bounds of the histogram.
double frame_lateness_ms(const Metrics& before, const Metrics& after, double quantile);

// Returns the quantile of the values for this share, 0 < share <= 1; 0 if there are no values.
inline double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const auto at = std::min(values.size() - 1, static_cast<std::size_t>(static_cast<double>(values.size()) * share));
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
  return values[at];
}

}  // namespace rensa::load
