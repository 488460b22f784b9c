#pragma once

#include <cstddef>
#include <optional>

#include "server/net/token_bucket.h"

namespace rensa::net {

// Tells whether a peer reads too slowly, from the size of its queue and the age of what waits longest.
class QueueWatch {
 public:
  explicit QueueWatch(const QueueLimits& limits) : limits_(limits) {}

  bool has_room(std::size_t queued_bytes, std::size_t more) const { return queued_bytes + more <= limits_.hard_bytes; }

  // To be asked now and then. Precondition: something is queued, the oldest of it since `oldest`.
  bool is_too_slow(std::size_t queued_bytes, Clock::time_point oldest, Clock::time_point now) {
    if (queued_bytes <= limits_.soft_bytes) {
      over_soft_since_.reset();
    } else if (!over_soft_since_) {
      over_soft_since_ = now;
    }
    return now - oldest > limits_.max_age || (over_soft_since_ && now - *over_soft_since_ > limits_.max_over_soft);
  }
  void drained() { over_soft_since_.reset(); }

 private:
  QueueLimits limits_;
  std::optional<Clock::time_point> over_soft_since_;
};

}  // namespace rensa::net
