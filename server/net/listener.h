#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>

#include "server/net/hub.h"

namespace rensa::net {

// Accepts until it is closed, and survives the want of descriptors.
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
      self->is_starved_ = false;
      self->on_socket_(std::move(socket));
      if (self->acceptor_.is_open()) self->accept();
      self->hub_->look_up();
    });
  }

  void close() {
    Error ignored;
    acceptor_.close(ignored);
    timer_.cancel();
  }

 private:
  static constexpr std::chrono::milliseconds kPause{100};

  void on_error(const Error& error) {
    // The peer gave up before we came to it.
    if (error == boost::asio::error::connection_aborted) return accept();
    // No descriptors or no memory: the connection stays in line, and asking again at once would only burn the core.
    if (!is_starved_) ++hub_->counts.accept_pauses;
    is_starved_ = true;
    timer_.expires_after(kPause);
    timer_.async_wait([self = this->shared_from_this()](const Error& cancelled) {
      if (!cancelled && self->acceptor_.is_open()) self->accept();
    });
  }

  std::shared_ptr<Hub> hub_;
  Acceptor acceptor_;
  boost::asio::steady_timer timer_;
  OnSocket on_socket_;
  bool is_starved_ = false;
};

}  // namespace rensa::net
