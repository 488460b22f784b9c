#pragma once

#include <algorithm>
#include <chrono>

#include "server/net/limits.h"

namespace rensa::net {

using Clock = std::chrono::steady_clock;

class TokenBucket {
 public:
  TokenBucket(const MessageRate& rate, Clock::time_point now) : rate_(rate), tokens_(rate.burst), filled_(now) {}

  // Whether there was one to take.
  bool take(Clock::time_point now) {
    const std::chrono::duration<double> passed = now - filled_;
    filled_ = now;
    tokens_ = std::min(rate_.burst, tokens_ + passed.count() * rate_.per_second);
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }

 private:
  MessageRate rate_;
  double tokens_;
  Clock::time_point filled_;
};

}  // namespace rensa::net
