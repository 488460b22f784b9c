#pragma once

#include <cstdint>

namespace rensa::net {

// What has happened since the start, for metrics.
struct Counts {
  // Open now.
  std::uint64_t open_tcp = 0;
  std::uint64_t open_unix_socket = 0;
  std::uint64_t open_websocket = 0;
  std::uint64_t open_http = 0;  // until they become WebSockets

  std::uint64_t accepted = 0;
  // Refused before a word was said.
  std::uint64_t refused_full = 0;
  std::uint64_t refused_address = 0;  // too many from there
  // WebSocket requests refused with an answer.
  std::uint64_t refused_host = 0;
  std::uint64_t refused_origin = 0;
  std::uint64_t refused_subprotocol = 0;
  // Times at which no connection could be accepted for want of descriptors or memory, however long it lasted.
  std::uint64_t accept_pauses = 0;

  // Closed by us.
  std::uint64_t closed_done = 0;
  std::uint64_t closed_violation = 0;
  std::uint64_t closed_too_large = 0;
  std::uint64_t closed_too_slow = 0;
  std::uint64_t closed_rate = 0;
  std::uint64_t closed_server_stops = 0;
  std::uint64_t closed_silent = 0;  // no first message, or no sign of life

  // Messages and their bytes without what carries them: lengths, frames, TLS.
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t message_bytes_in = 0;
  std::uint64_t message_bytes_out = 0;
  std::uint64_t http_requests = 0;
  std::uint64_t http_bytes_out = 0;
};

}  // namespace rensa::net
