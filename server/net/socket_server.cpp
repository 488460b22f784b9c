#include "server/net/socket_server.h"

#include <unistd.h>

#include "server/net/binding.h"
#include "server/net/framed.h"
#include "server/net/http_session.h"
#include "server/net/hub.h"
#include "server/net/listener.h"

namespace rensa::net {

namespace asio = boost::asio;
using TcpListener = Listener<asio::ip::tcp>;
using UnixListener = Listener<asio::local::stream_protocol>;

struct SocketServer::Parts {
  std::shared_ptr<Hub> hub;
  std::unique_ptr<asio::ssl::context> tls;
  std::shared_ptr<TcpListener> workers;
  std::shared_ptr<UnixListener> local_workers;
  std::shared_ptr<TcpListener> web;
  std::uint16_t worker_port = 0;
  std::uint16_t web_port = 0;
  std::string worker_socket;  // to be removed at the end

  void on_worker(TcpSocket socket) const {
    with_place(std::move(socket), [this](TcpSocket s, std::string address, Place place) {
      if (tls) return start_framed_tls(hub, std::move(s), std::move(address), std::move(place), *tls);
      start_framed(hub, std::move(s), std::move(address), std::move(place));
    });
  }
  void on_local_worker(UnixSocket socket) const {
    if (auto place = hub->admit("")) start_framed(hub, std::move(socket), std::move(*place));
  }
  void on_web(TcpSocket socket) const {
    with_place(std::move(socket), [this](TcpSocket s, std::string address, Place place) {
      if (tls) return start_http_tls(hub, std::move(s), std::move(address), std::move(place), *tls);
      start_http(hub, std::move(s), std::move(address), std::move(place));
    });
  }

 private:
  template <class Start>
  void with_place(TcpSocket socket, Start start_session) const {
    Error error;
    const asio::ip::address address = socket.remote_endpoint(error).address();
    if (error) return;  // gone already
    auto place = hub->admit(limited_address(address));
    if (place) start_session(std::move(socket), shown_address(address), std::move(*place));
  }
};

SocketServer::SocketServer(asio::io_context& io, const SocketOptions& options) : parts_(std::make_unique<Parts>()) {
  Parts& parts = *parts_;
  parts.hub = std::make_shared<Hub>(io, options.limits);
  parts.hub->access = options.access;
  parts.hub->echo = options.echo;
  const asio::ip::address address = parse_address(options.bind_address);
  parts.hub->access.is_loopback = address.is_loopback();
  if (options.tls) parts.tls = load_tls(options.tls->certificate, options.tls->private_key);
  if (options.worker_port) {
    TcpAcceptor acceptor = listen_tcp(io, address, *options.worker_port);
    parts.worker_port = acceptor.local_endpoint().port();
    parts.workers = std::make_shared<TcpListener>(parts.hub, std::move(acceptor),
                                                  [&parts](TcpSocket socket) { parts.on_worker(std::move(socket)); });
  }
  if (options.web_port) {
    TcpAcceptor acceptor = listen_tcp(io, address, *options.web_port);
    parts.web_port = acceptor.local_endpoint().port();
    parts.web = std::make_shared<TcpListener>(parts.hub, std::move(acceptor),
                                              [&parts](TcpSocket socket) { parts.on_web(std::move(socket)); });
  }
  if (!options.worker_socket.empty()) {
    parts.local_workers =
        std::make_shared<UnixListener>(parts.hub, listen_unix(io, options.worker_socket),
                                       [&parts](UnixSocket socket) { parts.on_local_worker(std::move(socket)); });
    parts.worker_socket = options.worker_socket;
  }
}

SocketServer::~SocketServer() {
  stop_accepting();
  parts_->hub->shut_down();
}

void SocketServer::start(Receiver& receiver, HttpHandler handler, std::function<void()> between_messages) {
  parts_->hub->receiver = &receiver;
  parts_->hub->handler = std::move(handler);
  parts_->hub->between_messages = std::move(between_messages);
  if (parts_->workers) parts_->workers->accept();
  if (parts_->local_workers) parts_->local_workers->accept();
  if (parts_->web) parts_->web->accept();
}

void SocketServer::send(ConnectionId connection, std::string_view message) {
  if (Connection* found = parts_->hub->find(connection)) found->send(message);
}

void SocketServer::send(ConnectionId connection, const SharedMessage& message) {
  if (Connection* found = parts_->hub->find(connection)) found->send(message);
}

std::size_t SocketServer::queued_bytes(ConnectionId connection) const {
  const Connection* found = parts_->hub->find(connection);
  return found ? found->queued_bytes() : 0;
}

void SocketServer::close(ConnectionId connection, CloseReason reason) {
  if (Connection* found = parts_->hub->find(connection)) found->wind_down(reason);
}

void SocketServer::flush() { parts_->hub->flush_all(); }
void SocketServer::flush_apart() { parts_->hub->flush_apart(); }
void SocketServer::begin_frames() { parts_->hub->begin_frames(); }
void SocketServer::flush_frames(std::chrono::nanoseconds spacing) { parts_->hub->flush_frames(spacing); }

void SocketServer::stop_accepting() {
  if (parts_->workers) parts_->workers->close();
  if (parts_->local_workers) parts_->local_workers->close();
  if (parts_->web) parts_->web->close();
  if (!parts_->worker_socket.empty()) unlink(parts_->worker_socket.c_str());
  parts_->worker_socket.clear();
}

void SocketServer::close_all(CloseReason reason) { parts_->hub->wind_down_all(reason); }

std::uint16_t SocketServer::worker_port() const { return parts_->worker_port; }
std::uint16_t SocketServer::web_port() const { return parts_->web_port; }
const Counts& SocketServer::counts() const { return parts_->hub->counts; }

}  // namespace rensa::net
