#pragma once

#include <chrono>
#include <cstddef>

#include "proto/framing.h"

namespace rensa::net {

// What a peer may cost. Plain values, set at start; no limit is ever raised for one connection.

// Messages a connection may send: `burst` at once, `per_second` in the long run. Whoever sends more is closed.
struct MessageRate {
  double per_second = 0;
  double burst = 0;
};

// Messages for a peer that does not read. Beyond hard_bytes, beyond soft_bytes for longer than max_over_soft, or with a
// message that has waited for longer than max_age, a connection is closed as too slow.
struct QueueLimits {
  std::size_t soft_bytes = 0;
  std::size_t hard_bytes = 0;
  // Of the kernel, before our queue begins; 0: what the system likes, which hides a slow reader for megabytes.
  int kernel_buffer_bytes = 0;
  std::chrono::milliseconds max_over_soft{2'000};
  std::chrono::milliseconds max_age{5'000};
};

struct MessageLimits {
  std::size_t max_message_bytes = 0;
  QueueLimits queue;
  MessageRate rate;
};

struct Limits {
  MessageLimits people{proto::kMaxPersonMessageBytes,
                       {.soft_bytes = 64 * 1024, .hard_bytes = 256 * 1024, .kernel_buffer_bytes = 64 * 1024},
                       {2'000, 4'000}};
  MessageLimits workers{proto::kMaxWorkerMessageBytes,
                        {.soft_bytes = 1024 * 1024, .hard_bytes = 4 * 1024 * 1024, .kernel_buffer_bytes = 256 * 1024},
                        {100'000, 200'000}};

  std::size_t max_connections = 8'192;
  std::size_t max_connections_per_address = 512;  // an IPv6 address counts by its first 64 bits

  // From the first byte of a connection: TLS, and the first message of a worker.
  std::chrono::milliseconds handshake_timeout{10'000};
  // A silent peer is asked for a sign of life at half of it: WebSocket pings, keep-alive probes of TCP.
  std::chrono::milliseconds idle_timeout{20'000};
  // Between our last word and the end, for a peer that does not hang up.
  std::chrono::milliseconds close_grace{1'000};

  std::size_t http_header_bytes = 8 * 1024;
  std::size_t http_body_bytes = 64 * 1024;
  std::chrono::milliseconds http_read_timeout{5'000};         // a whole header, and then a whole body
  std::chrono::milliseconds http_keep_alive_timeout{15'000};  // between an answer and the end of the next header
  std::chrono::milliseconds http_write_timeout{30'000};       // a whole answer
};

}  // namespace rensa::net
