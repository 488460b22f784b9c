#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "server/net/connections.h"
#include "server/net/counts.h"
#include "server/net/http.h"
#include "server/net/limits.h"
#include "server/net/web_access.h"

namespace boost::asio {
class io_context;
}

namespace rensa::net {

// PEM files. The certificate file holds the whole chain, the server's own first.
struct TlsFiles {
  std::string certificate;
  std::string private_key;
};

// Where to listen; what is not given is not opened. Port 0: any that is free.
struct SocketOptions {
  std::string bind_address = "127.0.0.1";
  std::optional<std::uint16_t> worker_port;  // framed messages
  std::string worker_socket;                 // the path of a Unix socket with framed messages; empty: none
  std::optional<std::uint16_t> web_port;     // HTTP, and WebSocket at /ws
  std::optional<TlsFiles> tls;               // for both ports
  // Origins and hosts; whether it is a loopback address is found out from bind_address.
  WebAccess access;
  Limits limits;
  // For test suites: a WebSocket at /echo gets back what it sends.
  bool echo = false;
};

// All sockets of a server, on the one thread of an io_context, which outlives it. No receiver or handler is called
// after its destruction, and it is destroyed neither by them nor within them.
class SocketServer final : public Connections {
 public:
  // Binds, so that the ports are known; nothing is accepted before start(). Throws std::runtime_error with one sentence
  // if a place to listen or a file cannot be had.
  SocketServer(boost::asio::io_context& io, const SocketOptions& options);
  ~SocketServer() override;
  SocketServer(const SocketServer&) = delete;
  SocketServer& operator=(const SocketServer&) = delete;

  // Once. The receiver outlives the server. Without a handler every request is answered with 404.
  // `between_messages`: for who has deadlines to keep while thousands of messages wait to be taken in.
  void start(Receiver& receiver, HttpHandler handler, std::function<void()> between_messages = {});

  void send(ConnectionId connection, std::string_view message) override;
  void send(ConnectionId connection, const SharedMessage& message) override;
  std::size_t queued_bytes(ConnectionId connection) const override;
  void close(ConnectionId connection, CloseReason reason) override;

  // What is queued leaves now, instead of at the end of this turn of the event loop.
  void flush();
  // The same, one by one: frames in between leave before what is left of it.
  void flush_apart();
  // What is sent between these is of frames. It leaves with the latter; but a worker that was written to less than the
  // spacing ago, and has nothing else to hear, waits until something more is sent to it, or until the first of these
  // calls after the spacing.
  void begin_frames();
  void flush_frames(std::chrono::nanoseconds spacing);
  void stop_accepting();
  // Closes every connection like close(); requests under way are answered first.
  void close_all(CloseReason reason);

  // 0: not opened.
  std::uint16_t worker_port() const;
  std::uint16_t web_port() const;
  const Counts& counts() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rensa::net
