#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rensa::net {

// Counts since the start, for metrics.
struct NetworkCounts {
  // Open now.
  std::uint64_t open_tcp = 0;
  std::uint64_t open_unix_socket = 0;
  std::uint64_t open_websocket = 0;
  std::uint64_t open_http = 0;  // without WebSockets

  std::uint64_t accepted = 0;
  // Connections that were refused before any data was read from them.
  std::uint64_t refused_full = 0;
  std::uint64_t refused_address = 0;  // too many connections from one address, or requests of it through proxies
  // Requests that were refused with an HTTP answer. Only a WebSocket needs a subprotocol.
  std::uint64_t refused_host = 0;
  std::uint64_t refused_origin = 0;
  std::uint64_t refused_subprotocol = 0;
  // How often the server stopped accepting connections for a while, because descriptors or memory were missing.
  std::uint64_t accept_pauses = 0;

  // Connections that the server closed, by reason.
  std::uint64_t closed_done = 0;
  std::uint64_t closed_violation = 0;
  std::uint64_t closed_too_large = 0;
  std::uint64_t closed_too_slow = 0;
  std::uint64_t closed_rate = 0;
  std::uint64_t closed_server_stops = 0;
  std::uint64_t closed_silent = 0;  // for want of a first message or a sign of life

  // Messages and their bytes, without lengths, WebSocket frames and TLS.
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t message_bytes_in = 0;
  std::uint64_t message_bytes_out = 0;
  std::uint64_t http_requests = 0;
  std::uint64_t http_bytes_out = 0;
};

// Connections that carry messages: TCP and Unix sockets with framed messages for workers, and WebSockets for people.
// All calls are made on the thread of the io_context.

enum class ConnectionId : std::uint64_t {};

enum class Transport : std::uint8_t { tcp, unix_socket, websocket };

inline constexpr std::string_view kUnixPeerAddress = "unix";

struct Peer {
  Transport transport = Transport::tcp;
  // The client's, for logs and limits: "127.0.0.1", "[::1]", "unix". Behind a trusted proxy, the one that it names.
  std::string address;
  std::string protocol;   // the WebSocket subprotocol, "rensa.v1.pb" or "rensa.v1.json"; empty: framed binary
  std::string network{};  // shares the limits of an address: of IPv6 the first 64 bits; empty for Unix sockets
  std::string ticket{};   // of the program for which its socket was opened; empty: the socket is for all clients
};

// The state of a socket that was opened for one program.
struct ProgramSocketState {
  bool lacks_resources = false;  // the last connection could not be accepted: descriptors or memory are missing
};

// The reason for which the server closes a connection; WebSocket clients get it as a close code.
enum class CloseReason : std::uint8_t { done, violation, too_large, too_slow, rate, server_stops };

// The work on a message is charged to its connection, unless a running match has paid for it: the lobby has made sure
// that there is time for each of its frames.
enum class Payment : std::uint8_t { by_connection, by_match };

// Receives the events of connections. Its functions are never called from within a call of Connections.
class Receiver {
 public:
  virtual ~Receiver() = default;
  virtual void opened(ConnectionId connection, const Peer& peer) = 0;
  // A complete message; its bytes are valid during the call. Returns how its time is paid for.
  virtual Payment received(ConnectionId connection, std::string_view message) = 0;
  // The connection is about to be closed because it sent too much or too often; messages sent during this call still
  // leave. A message that is too long for a WebSocket closes it with a close code and without this call.
  virtual void refused(ConnectionId connection, CloseReason reason) = 0;
  // The connection is closed, by the peer or by the server. This is the last call for it.
  virtual void closed(ConnectionId connection, std::string_view why) = 0;
};

using SharedMessage = std::shared_ptr<const std::string>;

// Sends messages to connections and closes them.
class Connections {
 public:
  virtual ~Connections() = default;
  // Queues a message; messages that are queued in one turn of the event loop leave in one write. A connection whose
  // queue exceeds its limit in bytes or age is closed as too slow. Does nothing if the connection is gone.
  virtual void send(ConnectionId connection, std::string_view message) = 0;
  // Queues a message that several connections share, so that it is not copied for each of them.
  virtual void send(ConnectionId connection, const SharedMessage& message) = 0;
  // Returns the bytes that the kernel has not taken yet. When it grows, a sender of states should leave some out.
  virtual std::size_t queued_bytes(ConnectionId connection) const = 0;
  // From now on, all connections with this payer share one part of the server's time. Until then, those of an address
  // share one.
  virtual void set_payer(ConnectionId connection, const std::string& payer) = 0;
  // Stops reading at once. Closes the connection when its queue has left, or after a short while.
  virtual void close(ConnectionId connection, CloseReason reason) = 0;
};

}  // namespace rensa::net
