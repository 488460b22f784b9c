#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rensa::net {

// Connections that carry messages, whatever carries them: TCP and Unix sockets with framed messages for workers,
// WebSocket for people. Everything in here is called on the thread of the io_context.

enum class ConnectionId : std::uint64_t {};

enum class Transport : std::uint8_t { tcp, unix_socket, websocket };

struct Peer {
  Transport transport = Transport::tcp;
  std::string address;    // for logs and limits: "127.0.0.1", "[::1]", "unix"
  std::string protocol;   // the WebSocket subprotocol, "rensa.v1.pb" or "rensa.v1.json"; empty: framed binary
  std::string network{};  // what shares the limits of an address: of IPv6 the first 64 bits; empty for Unix sockets
};

// Why a connection is closed, by us: WebSocket clients get it as a close code.
enum class CloseReason : std::uint8_t { done, violation, too_large, too_slow, rate, server_stops };

// Hears what happens on connections. Never called from within a call of Connections.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual void opened(ConnectionId connection, const Peer& peer) = 0;
  // A whole message; the bytes are valid during the call.
  virtual void received(ConnectionId connection, std::string_view message) = 0;
  // It is about to be closed for what it sent, too much or too often: what is sent now still leaves. A message that is
  // too long for a WebSocket ends it without this, with a close code.
  virtual void refused(ConnectionId connection, CloseReason reason) = 0;
  // The last word about a connection, whoever closed it.
  virtual void closed(ConnectionId connection, std::string_view why) = 0;
};

using SharedMessage = std::shared_ptr<const std::string>;

// The way out.
class Connections {
 public:
  virtual ~Connections() = default;
  // Queues a message; what is queued in one turn of the event loop leaves in one write. A connection whose queue grows
  // beyond its bound in bytes or age is closed as too slow. Ignored for connections that are gone.
  virtual void send(ConnectionId connection, std::string_view message) = 0;
  // The same with one message for many: those who keep it until it has left share it.
  virtual void send(ConnectionId connection, const SharedMessage& message) = 0;
  // Bytes that have not been handed to the kernel yet: whoever sends states instead of events skips some when it grows.
  virtual std::size_t queued_bytes(ConnectionId connection) const = 0;
  // Stops reading at once; closes when what is queued has left, or after a short while.
  virtual void close(ConnectionId connection, CloseReason reason) = 0;
};

}  // namespace rensa::net
