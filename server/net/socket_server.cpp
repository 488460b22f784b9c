#include "server/net/socket_server.h"

#include <unistd.h>

#include "server/net/hub.h"
#include "server/net/listener.h"
#include "server/net/proxies/addresses.h"

namespace rensa::net {

namespace asio = boost::asio;
using TcpListener = Listener<asio::ip::tcp>;
using UnixListener = Listener<asio::local::stream_protocol>;

struct SocketServer::Impl {
  std::shared_ptr<Hub> hub;
  std::unique_ptr<asio::ssl::context> tls;
  std::shared_ptr<TcpListener> workers;
  std::shared_ptr<UnixListener> local_workers;
  std::shared_ptr<TcpListener> web;
  std::uint16_t worker_port = 0;
  std::uint16_t web_port = 0;
  std::string worker_socket;  // removed at the end
  std::vector<std::weak_ptr<ProgramListener>> programs;
  bool is_accepting = false;

  template <typename Call>
  void for_each_program(Call call) {
    for (const std::weak_ptr<ProgramListener>& program : programs) {
      if (const auto listener = program.lock()) call(*listener);
    }
  }
  void on_worker(TcpSocket socket) const { start_session(std::move(socket), start_worker); }
  void on_local_worker(UnixSocket socket) const {
    std::optional<ConnectionSlot> slot = hub->admit_local();
    if (!slot) return;
    UnixStream stream(std::move(socket));
    if (hub->trusted_proxies.contains_unix_socket()) {
      return start_behind_proxy(hub, std::move(stream), std::move(*slot));
    }
    start_framed(hub, std::move(stream), {std::string(kUnixPeerAddress), std::move(*slot), hub->next_id()});
  }
  void on_web(TcpSocket socket) const { start_session(std::move(socket), start_http); }

 private:
  using StartFunction = void (*)(std::shared_ptr<Hub>, TcpOrTlsStream, const asio::ip::address& peer, ConnectionSlot);

  static void start_worker(std::shared_ptr<Hub> hub, TcpOrTlsStream stream, const asio::ip::address& peer,
                           ConnectionSlot slot) {
    if (slot.address().empty()) return start_behind_proxy(hub, std::move(stream), peer, std::move(slot));
    start_framed(hub, std::move(stream), {shown_address(peer), std::move(slot), hub->next_id()});
  }

  void start_session(TcpSocket socket, StartFunction start) const {
    Error error;
    const asio::ip::address peer = socket.remote_endpoint(error).address();
    if (error) return;  // the peer has gone
    const std::string address = address_for_limits(peer);
    auto slot = hub->trusted_proxies.contains(peer) ? hub->admit_proxy(address) : hub->admit(address);
    if (!slot) return;
    TcpOrTlsStream stream = tls ? TcpOrTlsStream(std::move(socket), *tls) : TcpOrTlsStream(std::move(socket));
    start(hub, std::move(stream), peer, std::move(*slot));
  }
};

SocketServer::SocketServer(asio::io_context& io, const SocketOptions& options) : impl_(std::make_unique<Impl>()) {
  Impl& impl = *impl_;
  impl.hub = std::make_shared<Hub>(io, options.limits);
  impl.hub->access = options.access;
  impl.hub->trusted_proxies = TrustedProxies(options.trusted_proxies);
  impl.hub->echo = options.echo;
  const asio::ip::address address = parse_address(options.bind_address);
  impl.hub->access.is_loopback = address.is_loopback();
  if (options.tls) impl.tls = load_tls(options.tls->certificate, options.tls->private_key);
  if (options.worker_port) {
    TcpAcceptor acceptor = listen_tcp(io, address, *options.worker_port, "worker_port");
    impl.worker_port = acceptor.local_endpoint().port();
    impl.workers = std::make_shared<TcpListener>(impl.hub, std::move(acceptor),
                                                 [&impl](TcpSocket socket) { impl.on_worker(std::move(socket)); });
  }
  if (options.web_port) {
    TcpAcceptor acceptor = listen_tcp(io, address, *options.web_port, "web_port");
    impl.web_port = acceptor.local_endpoint().port();
    impl.web = std::make_shared<TcpListener>(impl.hub, std::move(acceptor),
                                             [&impl](TcpSocket socket) { impl.on_web(std::move(socket)); });
  }
  if (!options.worker_socket.empty()) {
    impl.local_workers =
        std::make_shared<UnixListener>(impl.hub, listen_unix(io, options.worker_socket),
                                       [&impl](UnixSocket socket) { impl.on_local_worker(std::move(socket)); });
    impl.worker_socket = options.worker_socket;
  }
}

SocketServer::~SocketServer() {
  stop_accepting();
  impl_->hub->shut_down();
}

void check_addresses(const SocketOptions& options) {
  parse_address(options.bind_address);
  const TrustedProxies checked(options.trusted_proxies);
}

void SocketServer::change(const SocketOptions& options) {
  TrustedProxies trusted_proxies(options.trusted_proxies);
  // A context that is replaced lives on while connections use it: OpenSSL counts them.
  if (options.tls) impl_->tls = load_tls(options.tls->certificate, options.tls->private_key);
  impl_->hub->trusted_proxies = std::move(trusted_proxies);
  impl_->hub->access.origins = options.access.origins;
  impl_->hub->access.hosts = options.access.hosts;
  impl_->hub->limits = options.limits;
}

void SocketServer::number_connections_by(base::IdSource& ids) { impl_->hub->ids = &ids; }

std::shared_ptr<const ProgramSocketState> SocketServer::open_program_socket(const std::string& path,
                                                                            const std::string& ticket) {
  const auto listener = std::make_shared<ProgramListener>(impl_->hub, path, ticket);
  std::erase_if(impl_->programs, [](const std::weak_ptr<ProgramListener>& program) { return program.expired(); });
  impl_->programs.push_back(listener);
  if (impl_->is_accepting) listener->accept();
  return {&listener->state(), [listener](const ProgramSocketState*) { listener->close(); }};
}

void SocketServer::allow_large_bodies(LargeBodies large_bodies) { impl_->hub->large_bodies = std::move(large_bodies); }

void SocketServer::start(Receiver& receiver, HttpHandler handler,
                         std::function<std::chrono::nanoseconds()> between_messages) {
  impl_->hub->receiver = &receiver;
  impl_->hub->handler = std::move(handler);
  impl_->hub->between_messages = std::move(between_messages);
  impl_->is_accepting = true;
  impl_->for_each_program([](ProgramListener& program) { program.accept(); });
  if (impl_->workers) impl_->workers->accept();
  if (impl_->local_workers) impl_->local_workers->accept();
  if (impl_->web) impl_->web->accept();
}

void SocketServer::send(ConnectionId connection, std::string_view message) {
  if (Connection* found = impl_->hub->find(connection)) found->send(message);
}

void SocketServer::send(ConnectionId connection, const SharedMessage& message) {
  if (Connection* found = impl_->hub->find(connection)) found->send(message);
}

std::size_t SocketServer::queued_bytes(ConnectionId connection) const {
  const Connection* found = impl_->hub->find(connection);
  return found ? found->queued_bytes() : 0;
}

void SocketServer::set_payer(ConnectionId connection, const std::string& payer) {
  if (Connection* found = impl_->hub->find(connection)) found->turns().change_payer(payer);
}

void SocketServer::close(ConnectionId connection, CloseReason reason) {
  if (Connection* found = impl_->hub->find(connection)) found->close_when_sent(reason);
}

void SocketServer::flush() { impl_->hub->flush_all(); }
void SocketServer::flush_one_by_one() { impl_->hub->flush_one_by_one(); }
void SocketServer::begin_frames() { impl_->hub->begin_frames(); }
void SocketServer::flush_frames(std::chrono::nanoseconds spacing) { impl_->hub->flush_frames(spacing); }

void SocketServer::stop_accepting() {
  impl_->is_accepting = false;
  impl_->for_each_program([](ProgramListener& program) { program.close(); });
  if (impl_->workers) impl_->workers->close();
  if (impl_->local_workers) impl_->local_workers->close();
  if (impl_->web) impl_->web->close();
  if (!impl_->worker_socket.empty()) unlink(impl_->worker_socket.c_str());
  impl_->worker_socket.clear();
}

void SocketServer::close_all(CloseReason reason) { impl_->hub->close_all_when_sent(reason); }

std::uint16_t SocketServer::worker_port() const { return impl_->worker_port; }
std::uint16_t SocketServer::web_port() const { return impl_->web_port; }
const NetworkCounts& SocketServer::counts() const { return impl_->hub->counts; }
std::chrono::nanoseconds SocketServer::longest_input_wait() const {
  return impl_->hub->turns->longest_wait(Clock::now());
}

}  // namespace rensa::net
