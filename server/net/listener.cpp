#include "server/net/listener.h"

#include <algorithm>
#include <array>
#include <boost/asio/ip/v6_only.hpp>
#include <cerrno>
#include <chrono>
#include <stdexcept>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include "server/net/proxies/addresses.h"

namespace rensa::net {
namespace {

namespace asio = boost::asio;

// Between two connections of a program. A program that connects again and again takes next to no time of the event
// loop.
constexpr std::chrono::milliseconds kPauseOfPrograms{50};

[[noreturn]] void throw_error(const std::string& what, const Error& error) {
  throw std::runtime_error(what + ": " + error.message());
}

bool has_listener(asio::io_context& io, const asio::local::stream_protocol::endpoint& endpoint) {
  UnixSocket probe(io.get_executor());
  Error error;
  probe.connect(endpoint, error);
  return !error;
}

}  // namespace

bool is_lack_of_resources(const Error& error) {
  constexpr std::array kCodes = {EMFILE, ENFILE, ENOBUFS, ENOMEM};
  return error.category() == boost::system::system_category() &&
         std::find(kCodes.begin(), kCodes.end(), error.value()) != kCodes.end();
}

asio::ip::address parse_address(const std::string& text) {
  Error error;
  const asio::ip::address address = asio::ip::make_address(text, error);
  if (error) throw std::runtime_error("bind: '" + text + "' is no IP address");
  return address;
}

TcpAcceptor listen_tcp(asio::io_context& io, const asio::ip::address& address, std::uint16_t port,
                       const std::string& setting) {
  const std::string what = setting + ": cannot listen on " + shown_address(address) + ":" + std::to_string(port);
  TcpAcceptor acceptor(io.get_executor());
  const asio::ip::tcp::endpoint endpoint(address, port);
  Error error;
  acceptor.open(endpoint.protocol(), error);
  if (error) throw_error(what, error);
  acceptor.set_option(asio::socket_base::reuse_address(true), error);
  // "::" means all addresses of both families.
  if (address.is_v6() && address.is_unspecified()) acceptor.set_option(asio::ip::v6_only(false), error);
  acceptor.bind(endpoint, error);
  if (error == asio::error::address_in_use) {
    std::string flag = setting;
    std::replace(flag.begin(), flag.end(), '_', '-');
    throw std::runtime_error(what +
                             ": another program has this port, perhaps an earlier run of this one: stop it, or " +
                             "choose another port with --" + flag);
  }
  if (error) throw_error(what, error);
  acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error) throw_error(what, error);
  return acceptor;
}

UnixAcceptor listen_unix(asio::io_context& io, const std::string& path, int max_waiting) {
  const std::string what = "cannot listen on the socket " + path;
  if (path.size() >= sizeof(sockaddr_un::sun_path)) throw std::runtime_error(what + ": its path is too long");
  const asio::local::stream_protocol::endpoint endpoint(path);
  struct stat found{};
  if (lstat(path.c_str(), &found) == 0) {
    if (!S_ISSOCK(found.st_mode)) throw std::runtime_error(what + ": there is a file that is no socket");
    if (has_listener(io, endpoint)) throw std::runtime_error(what + ": another process listens there");
    unlink(path.c_str());
  }
  UnixAcceptor acceptor(io.get_executor());
  Error error;
  acceptor.open(endpoint.protocol(), error);
  if (error) throw_error(what, error);
  acceptor.bind(endpoint, error);
  if (error) throw_error(what, error);
  // The permissions are set before listening, so that no other user can connect at any time.
  if (chmod(path.c_str(), 0660) != 0) throw_error(what, Error(errno, boost::system::system_category()));
  acceptor.listen(max_waiting, error);
  if (error) throw_error(what, error);
  return acceptor;
}

std::unique_ptr<asio::ssl::context> load_tls(const std::string& certificate, const std::string& private_key) {
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                       asio::ssl::context::no_tlsv1_1);
  Error error;
  context->use_certificate_chain_file(certificate, error);
  if (error) throw_error("cannot use the certificate " + certificate, error);
  context->use_private_key_file(private_key, asio::ssl::context::pem, error);
  if (error) throw_error("cannot use the private key " + private_key, error);
  return context;
}

ProgramListener::ProgramListener(std::shared_ptr<Hub> hub, const std::string& path, const std::string& ticket)
    : hub_(std::move(hub)),
      path_(path),
      ticket_(ticket),
      acceptor_(listen_unix(hub_->io, path, static_cast<int>(kMaxConnections))),
      timer_(hub_->io) {}

void ProgramListener::accept() { accept_next(); }

void ProgramListener::close() {
  if (!acceptor_.is_open()) return;
  Error ignored;
  acceptor_.close(ignored);
  timer_.cancel();
  unlink(path_.c_str());
}

void ProgramListener::accept_next() {
  if (!acceptor_.is_open()) return;
  is_full_ = connections_ >= kMaxConnections;
  if (is_full_) return;
  acceptor_.async_accept([self = shared_from_this()](const Error& error, UnixSocket socket) {
    if (!self->acceptor_.is_open()) return;
    const bool lacks_resources = is_lack_of_resources(error);
    if (lacks_resources && !self->state_.lacks_resources) ++self->hub_->counts.accept_pauses;
    self->state_.lacks_resources = lacks_resources;
    if (!error) self->start_connection(std::move(socket));
    self->accept_later();  // also after an error
    self->hub_->run_between_messages();
  });
}

void ProgramListener::accept_later() {
  timer_.expires_after(kPauseOfPrograms);
  timer_.async_wait([self = shared_from_this()](const Error& error) {
    if (!error) self->accept_next();
  });
}

void ProgramListener::start_connection(UnixSocket socket) {
  auto slot = hub_->admit_program("the program at " + path_, [self = shared_from_this()] { self->on_free(); });
  if (!slot) return;
  ++connections_;
  start_framed(hub_, UnixStream(std::move(socket)),
               {std::string(kUnixPeerAddress), *std::move(slot), hub_->next_id(), ticket_});
}

void ProgramListener::on_free() {
  --connections_;
  if (std::exchange(is_full_, false) && acceptor_.is_open()) accept_later();
}

}  // namespace rensa::net
