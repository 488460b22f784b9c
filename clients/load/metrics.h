#pragma once

#include <map>
#include <string>

namespace rensa::load {

// What a server says about itself: metrics by name; a bucket's name includes its label.
using Metrics = std::map<std::string, double>;

// Asks for them over HTTP, at HOST:PORT. Throws std::runtime_error.
Metrics metrics_at(const std::string& server);

double value_of(const Metrics& metrics, const std::string& name);  // 0: there is none
double grown(const Metrics& before, const Metrics& after, const std::string& name);
// The quantile of the frames' lateness in milliseconds, between bounds of the histogram in proportion.
double lateness(const Metrics& before, const Metrics& after, double quantile);

}  // namespace rensa::load
