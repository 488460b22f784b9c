#pragma once

#include <chrono>
#include <cstdint>

#include "engine/rules/rng.h"

namespace rensa::worker {

struct BackoffLimits {
  std::chrono::milliseconds base{250};
  std::chrono::milliseconds most{30'000};
};

// Computes the delay before the next attempt. The bound doubles each time, and the delay is random between half of it
// and all of it, so that clients that lost the same server do not reconnect together. Uses no clock.
class Backoff {
 public:
  Backoff(const BackoffLimits& limits, std::uint64_t seed) : limits_(limits), next_(limits.base), rng_(seed) {}

  std::chrono::milliseconds next();
  // An attempt went well.
  void reset() { next_ = limits_.base; }

 private:
  BackoffLimits limits_;
  std::chrono::milliseconds next_;
  rules::Rng rng_;
};

}  // namespace rensa::worker
