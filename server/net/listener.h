#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/net/hub.h"
#include "server/net/sockets.h"

namespace rensa::net {

// Functions that open ports and sockets. They are used at the start, and listen_unix() also for programs. Each throws
// std::runtime_error with one sentence.

using TcpAcceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, Executor>;
using UnixAcceptor = boost::asio::basic_socket_acceptor<boost::asio::local::stream_protocol, Executor>;

boost::asio::ip::address parse_address(const std::string& text);
// `setting`: the setting of the port, which the sentence names.
TcpAcceptor listen_tcp(boost::asio::io_context& io, const boost::asio::ip::address& address, std::uint16_t port,
                       const std::string& setting);
// Replaces a socket on which no process listens. Only the user and the group may connect. `max_waiting`: connections
// that the kernel keeps until they are accepted.
UnixAcceptor listen_unix(boost::asio::io_context& io, const std::string& path,
                         int max_waiting = boost::asio::socket_base::max_listen_connections);
std::unique_ptr<boost::asio::ssl::context> load_tls(const std::string& certificate, const std::string& private_key);

// Accepts connections until it is closed. Pauses when descriptors or memory are missing.
template <class Protocol>
class Listener : public std::enable_shared_from_this<Listener<Protocol>> {
 public:
  using Acceptor = boost::asio::basic_socket_acceptor<Protocol, Executor>;
  using Socket = boost::asio::basic_stream_socket<Protocol, Executor>;
  using OnSocket = std::function<void(Socket)>;

  // Precondition: the acceptor listens.
  Listener(std::shared_ptr<Hub> hub, Acceptor acceptor, OnSocket on_socket)
      : hub_(std::move(hub)), acceptor_(std::move(acceptor)), timer_(hub_->io), on_socket_(std::move(on_socket)) {}

  void accept() {
    acceptor_.async_accept([self = this->shared_from_this()](const Error& error, Socket socket) {
      if (!self->acceptor_.is_open()) return;
      if (error) return self->on_error(error);
      self->is_paused_ = false;
      self->on_socket_(std::move(socket));
      if (self->acceptor_.is_open()) self->accept();
      self->hub_->run_between_messages();
    });
  }

  void close() {
    Error ignored;
    acceptor_.close(ignored);
    timer_.cancel();
  }

 private:
  static constexpr std::chrono::milliseconds kPauseAfterError{100};

  void on_error(const Error& error) {
    // The peer closed the connection before it was accepted.
    if (error == boost::asio::error::connection_aborted) return accept();
    // Descriptors or memory are missing. The connection stays in the queue of the kernel; trying again at once would
    // only use up CPU time.
    if (!is_paused_) ++hub_->counts.accept_pauses;
    is_paused_ = true;
    timer_.expires_after(kPauseAfterError);
    timer_.async_wait([self = this->shared_from_this()](const Error& cancelled) {
      if (!cancelled && self->acceptor_.is_open()) self->accept();
    });
  }

  std::shared_ptr<Hub> hub_;
  Acceptor acceptor_;
  boost::asio::steady_timer timer_;
  OnSocket on_socket_;
  bool is_paused_ = false;
};

// Returns true if accept() has failed because the process or the system has no more descriptors or memory, and false if
// the peer has gone.
bool is_lack_of_resources(const Error& error);

// Accepts the connections at the Unix socket of one program. The program may be hostile: it has few connections at a
// time, which count among no others, and the next ones wait in the kernel. So it can keep only itself from connecting.
class ProgramListener : public std::enable_shared_from_this<ProgramListener> {
 public:
  static constexpr std::size_t kMaxConnections = 4;  // at a time: one to play, and others that are not closed yet

  // Opens the socket. Throws std::runtime_error with one sentence if that fails.
  ProgramListener(std::shared_ptr<Hub> hub, const std::string& path, const std::string& ticket);

  // Accepts connections from now on. Call once.
  void accept();
  // Accepts no more, and removes the socket. Connections stay open.
  void close();
  const ProgramSocketState& state() const { return state_; }

 private:
  void accept_next();
  void accept_later();
  void start_connection(UnixSocket socket);
  void on_free();

  const std::shared_ptr<Hub> hub_;
  const std::string path_;
  const std::string ticket_;
  UnixAcceptor acceptor_;
  boost::asio::steady_timer timer_;
  std::size_t connections_ = 0;
  bool is_full_ = false;  // the next connection is accepted when one has ended
  ProgramSocketState state_;
};

}  // namespace rensa::net
