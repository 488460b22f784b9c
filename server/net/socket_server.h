#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/base/ids.h"
#include "server/net/connections.h"
#include "server/net/http.h"
#include "server/net/limits.h"

namespace boost::asio {
class io_context;
}

namespace rensa::net {

// The paths of two PEM files. The certificate file has the whole chain of certificates, the server's own first.
struct TlsFiles {
  std::string certificate;
  std::string private_key;
};

// The places to listen; those that are not given are not opened. Port 0: any free port.
struct SocketOptions {
  std::string bind_address = "127.0.0.1";
  std::optional<std::uint16_t> worker_port;  // framed messages
  std::string worker_socket;                 // the path of a Unix socket with framed messages; empty: none
  std::optional<std::uint16_t> web_port;     // HTTP, and WebSocket at /ws
  std::optional<TlsFiles> tls;               // for both ports
  // Addresses, networks and "unix": the peers that are believed when they name the address of their client, in headers
  // of HTTP or by the PROXY protocol (see trusted_proxies.h).
  std::vector<std::string> trusted_proxies;
  // Origins and hosts; is_loopback is set from bind_address.
  WebAccess access;
  Limits limits;
  // For test suites: a WebSocket at /echo is sent back its own messages.
  bool echo = false;
};

// Throws std::runtime_error with one sentence if bind_address or one of the trusted proxies is no address. So a setting
// is checked before anything is opened.
void check_addresses(const SocketOptions& options);

// All sockets of a server, on the thread of an io_context, which must outlive it. After its destruction no receiver or
// handler is called. It must not be destroyed from within a call of them.
class SocketServer final : public Connections {
 public:
  // Binds the ports, so that they are known; nothing is accepted before start(). Throws std::runtime_error with one
  // sentence if a port, a socket or a file cannot be opened.
  SocketServer(boost::asio::io_context& io, const SocketOptions& options);
  ~SocketServer() override;
  SocketServer(const SocketServer&) = delete;
  SocketServer& operator=(const SocketServer&) = delete;

  // Call once. The receiver must outlive the server. Without a handler every request is answered with 404.
  // `between_messages` is called between messages, so that deadlines are kept while thousands of messages wait. It
  // returns the time for which it has run frames of matches.
  void start(Receiver& receiver, HttpHandler handler, std::function<std::chrono::nanoseconds()> between_messages = {});

  // Opens a Unix socket for one program, until the returned object is destroyed. Its connections are told to the
  // receiver with this ticket. It has few of them at a time, which do not count among the connections of others. Throws
  // std::runtime_error with one sentence if the socket cannot be opened.
  std::shared_ptr<const ProgramSocketState> open_program_socket(const std::string& path, const std::string& ticket);

  // Lets some requests have larger bodies. Call it before start().
  void allow_large_bodies(LargeBodies large_bodies);

  // Takes over what can change: certificates, origins and hosts, trusted proxies, and the limits. Connections that are
  // open keep their certificate and their rates. Throws std::runtime_error with one sentence, and has changed nothing
  // then.
  void change(const SocketOptions& options);

  // From now on connections get their numbers from this source, which must outlive the server, instead of 1, 2, 3.
  // While the source is empty, connections are refused.
  void number_connections_by(base::IdSource& ids);

  void send(ConnectionId connection, std::string_view message) override;
  void send(ConnectionId connection, const SharedMessage& message) override;
  std::size_t queued_bytes(ConnectionId connection) const override;
  void set_payer(ConnectionId connection, const std::string& payer) override;
  void close(ConnectionId connection, CloseReason reason) override;

  // Writes all queued messages now, instead of at the end of this turn of the event loop.
  void flush();
  // Like flush(), but frames that are due in between are written before the rest of these messages.
  void flush_one_by_one();
  // Messages that are sent between these two calls are updates of frames; the second call writes them. A worker that
  // was written to less than `spacing` ago and has only frames to be sent is deferred: until something else is sent to
  // it, or until the first of these calls after the spacing.
  void begin_frames();
  void flush_frames(std::chrono::nanoseconds spacing);
  void stop_accepting();
  // Closes every connection like close(); requests that are being handled are answered first.
  void close_all(CloseReason reason);

  // Return 0 if the port is not open.
  std::uint16_t worker_port() const;
  std::uint16_t web_port() const;
  const NetworkCounts& counts() const;
  // How long the input of a connection waits for its turn: the longest time of now.
  std::chrono::nanoseconds longest_input_wait() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rensa::net
