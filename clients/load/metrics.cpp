#include "clients/load/metrics.h"

#include <cstdlib>
#include <sstream>

#include "clients/load/connections.h"

namespace rensa::load {

Metrics fetch_metrics(const std::string& server) {
  Metrics metrics;
  std::istringstream lines(http_get(server, "/metrics"));
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.rfind(' ');
    if (line.starts_with("#") || space == std::string::npos) continue;
    metrics[line.substr(0, space)] = std::strtod(line.c_str() + space, nullptr);
  }
  return metrics;
}

double value_of(const Metrics& metrics, const std::string& name) {
  const auto found = metrics.find(name);
  return found == metrics.end() ? 0 : found->second;
}

double increase_of(const Metrics& before, const Metrics& after, const std::string& name) {
  return value_of(after, name) - value_of(before, name);
}

double frame_lateness_ms(const Metrics& before, const Metrics& after, double quantile) {
  const std::string prefix = "rensa_frame_lateness_seconds_bucket{le=\"";
  std::map<double, double> below;
  for (const auto& [name, value] : after) {
    if (!name.starts_with(prefix)) continue;
    const std::string bound = name.substr(prefix.size(), name.size() - prefix.size() - 2);
    below[bound == "+Inf" ? 1e9 : std::strtod(bound.c_str(), nullptr)] = increase_of(before, after, name);
  }
  if (below.empty() || below.rbegin()->second <= 0) return 0;
  const double wanted = below.rbegin()->second * quantile;
  double last_bound = 0;
  double last_count = 0;
  for (const auto& [bound, count] : below) {
    if (count >= wanted) {
      const double share = count > last_count ? (wanted - last_count) / (count - last_count) : 1;
      return (last_bound + (std::min(bound, 10.0) - last_bound) * share) * 1000;
    }
    last_bound = bound;
    last_count = count;
  }
  return last_bound * 1000;
}

}  // namespace rensa::load
