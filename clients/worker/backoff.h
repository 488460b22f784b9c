#pragma once

#include <chrono>
#include <cstdint>

#include "engine/rules/rng.h"

namespace rensa::worker {

struct BackoffLimits {
  std::chrono::milliseconds base{250};
  std::chrono::milliseconds most{30'000};
};

// How long to wait before the next attempt: twice as long each time, and between half and all of that by lot, so that
// those who lost the same server do not come back together. Knows no clock.
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
