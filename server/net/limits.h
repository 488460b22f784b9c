#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

#include "proto/framing.h"

namespace rensa::net {

// The limits for each peer. A connection keeps those with which it began; a change of the settings is for later ones.

// The messages that a connection may send: `burst` at once, `per_second` in the long run. One that sends more is
// closed.
struct MessageRate {
  double per_second = 0;
  double burst = 0;
};

// The queue of messages for a peer that does not read. Beyond hard_bytes, beyond soft_bytes for longer than
// max_over_soft, or with a message that has waited for longer than max_age, a connection is closed as too slow.
struct QueueLimits {
  std::size_t soft_bytes = 0;
  std::size_t hard_bytes = 0;
  // The send and receive buffers of the kernel; 0: the system default, which would hide a slow reader for megabytes.
  int kernel_buffer_bytes = 0;
  // While more bytes than these are queued, nothing more is read from the peer: its answers would only wait as well.
  std::size_t pause_bytes = 128 * 1024;
  std::chrono::milliseconds max_over_soft{2'000};
  std::chrono::milliseconds max_age{5'000};
};

struct MessageLimits {
  std::size_t max_message_bytes = 0;
  QueueLimits queue;
  MessageRate rate;
};

struct Limits {
  MessageLimits people{
      proto::kMaxPersonMessageBytes,
      {.soft_bytes = 64 * 1024, .hard_bytes = 256 * 1024, .kernel_buffer_bytes = 64 * 1024, .pause_bytes = 64 * 1024},
      {2'000, 4'000}};
  MessageLimits workers{proto::kMaxWorkerMessageBytes,
                        {.soft_bytes = 1024 * 1024, .hard_bytes = 4 * 1024 * 1024, .kernel_buffer_bytes = 256 * 1024},
                        {100'000, 200'000}};

  std::size_t max_connections = 8'192;
  std::size_t max_connections_per_address = 512;  // of an IPv6 address only the first 64 bits count

  // The time for the TLS handshake, and for the first message of a worker.
  std::chrono::milliseconds handshake_timeout{10'000};
  // A peer that is silent for this time is closed. After half of it, it is sent a WebSocket ping or a TCP keep-alive
  // probe.
  std::chrono::milliseconds idle_timeout{20'000};
  // The time from our last data to the close, for a peer that does not close its side.
  std::chrono::milliseconds close_grace{1'000};

  std::size_t http_header_bytes = 8 * 1024;
  std::size_t http_body_bytes = 64 * 1024;
  std::chrono::milliseconds http_read_timeout{5'000};         // for a whole header, and again for a whole body
  std::chrono::milliseconds http_large_body_timeout{60'000};  // for a whole body that is longer than http_body_bytes
  // In each interval, so many bytes of such a body have to come, or fewer if the body is shorter:
  std::chrono::milliseconds http_large_body_interval{5'000};
  std::size_t http_large_body_interval_bytes = 160 * 1024;
  std::chrono::milliseconds http_keep_alive_timeout{15'000};  // from an answer to the end of the next header
  std::chrono::milliseconds http_write_timeout{30'000};       // for a whole answer, or a part of a stream
  std::size_t http_stream_bytes = 128 * 1024;                 // of a stream, that the kernel has not taken yet
};

using Clock = std::chrono::steady_clock;

// Limits the rate of messages.
class TokenBucket {
 public:
  TokenBucket(const MessageRate& rate, Clock::time_point now) : rate_(rate), tokens_(rate.burst), filled_(now) {}

  // Takes so many tokens; returns false and takes none if there are fewer.
  bool take(Clock::time_point now, double count = 1) {
    const std::chrono::duration<double> passed = now - filled_;
    filled_ = now;
    tokens_ = std::min(rate_.burst, tokens_ + passed.count() * rate_.per_second);
    if (tokens_ < count) return false;
    tokens_ -= count;
    return true;
  }

 private:
  MessageRate rate_;
  double tokens_;
  Clock::time_point filled_;
};

// Decides whether a queue has grown so large or so old that its peer may be too slow. It is not, if the kernel takes
// bytes for it: then this server is late.
class SlowReaderCheck {
 public:
  explicit SlowReaderCheck(const QueueLimits& limits) : limits_(limits) {}

  // `can_take_bytes` tells whether the kernel takes bytes for the peer.
  template <class CanTakeBytes>
  bool has_room(std::size_t queued_bytes, std::size_t more, CanTakeBytes&& can_take_bytes) const {
    const std::size_t bytes = queued_bytes + more;
    return bytes <= limits_.hard_bytes || (bytes <= kHardBytesWhenLate * limits_.hard_bytes && can_take_bytes());
  }

  // Call regularly. Precondition: the queue is not empty, and its oldest message was queued at `oldest`.
  bool is_too_slow(std::size_t queued_bytes, Clock::time_point oldest, Clock::time_point now) {
    if (queued_bytes <= limits_.soft_bytes) {
      over_soft_since_.reset();
    } else if (!over_soft_since_) {
      over_soft_since_ = now;
    }
    return now - oldest > limits_.max_age || (over_soft_since_ && now - *over_soft_since_ > limits_.max_over_soft);
  }
  void on_queue_empty() { over_soft_since_.reset(); }

 private:
  static constexpr std::size_t kHardBytesWhenLate = 4;  // times the limit, while this server is late

  QueueLimits limits_;
  std::optional<Clock::time_point> over_soft_since_;
};

// The times within which a large body has to come: in each interval a part of it, and all of it before the last end.
class LargeBodyDeadline {
 public:
  LargeBodyDeadline(const Limits& limits, std::size_t length, Clock::time_point now)
      : interval_(limits.http_large_body_interval),
        min_bytes_(std::min(limits.http_large_body_interval_bytes, steady_bytes(limits, length))),
        end_(now + limits.http_large_body_timeout) {
    begin_interval(0, now);
  }

  Clock::time_point next() const { return std::min(interval_end_, end_); }
  // Call it at next() or later, with the bytes that have come so far. Returns false if the body is too slow; otherwise
  // an interval begins.
  bool is_in_time(std::size_t bytes, Clock::time_point now) {
    if (now >= end_ || bytes < bytes_before_ + min_bytes_) return false;
    begin_interval(bytes, now);
    return true;
  }
  // Call it instead if this server lets the peer wait: an interval begins, and the last one does not count.
  void excuse_interval(std::size_t bytes, Clock::time_point now) {
    end_ += now - (interval_end_ - interval_);
    begin_interval(bytes, now);
  }
  // The server was late by this time, in which it did not look for bytes.
  void put_off(Clock::duration lateness) {
    end_ += lateness;
    interval_end_ += lateness;
  }

 private:
  // Returns the bytes of an interval if a body of this length comes evenly in the whole time.
  static std::size_t steady_bytes(const Limits& limits, std::size_t length) {
    return length * static_cast<std::size_t>(limits.http_large_body_interval.count()) /
           static_cast<std::size_t>(limits.http_large_body_timeout.count());
  }

  void begin_interval(std::size_t bytes, Clock::time_point now) {
    bytes_before_ = bytes;
    interval_end_ = now + interval_;
  }

  std::chrono::milliseconds interval_;
  std::size_t min_bytes_;  // of an interval
  Clock::time_point end_;
  Clock::time_point interval_end_;
  std::size_t bytes_before_ = 0;  // that had come when the interval began
};

}  // namespace rensa::net
