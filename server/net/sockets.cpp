#include "server/net/sockets.h"

#include <algorithm>
#include <boost/asio/ssl/stream.hpp>
#include <netinet/tcp.h>
#include <poll.h>

namespace rensa::net {
namespace {

namespace asio = boost::asio;

template <int kName>
using TcpOption = asio::detail::socket_option::integer<IPPROTO_TCP, kName>;

template <class Socket>
void set_common_options(Socket& socket, int kernel_buffer_bytes) {
  Error ignored;
  socket.non_blocking(true, ignored);
  if (kernel_buffer_bytes > 0) {
    socket.set_option(asio::socket_base::send_buffer_size(kernel_buffer_bytes), ignored);
    // Else a peer that sends more than is read fills megabytes, and to free them takes the kernel milliseconds.
    socket.set_option(asio::socket_base::receive_buffer_size(kernel_buffer_bytes), ignored);
  }
}

}  // namespace

bool can_take_bytes(int socket) {
  pollfd entry{.fd = socket, .events = POLLOUT, .revents = 0};
  return poll(&entry, 1, 0) == 1 && (entry.revents & (POLLOUT | POLLERR | POLLHUP)) == POLLOUT;
}

void prepare(TcpSocket& socket, int kernel_buffer_bytes, std::chrono::milliseconds idle_timeout) {
  set_common_options(socket, kernel_buffer_bytes);
  Error ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  // Keep-alive probes find peers that have vanished. The first probe is sent at half the idle time, and the last one
  // expires at its end.
  constexpr int kProbes = 4;
  const int half = std::max(1, static_cast<int>(idle_timeout.count() / 2'000));
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  socket.set_option(TcpOption<TCP_KEEPIDLE>(half), ignored);
  socket.set_option(TcpOption<TCP_KEEPINTVL>(std::max(1, half / kProbes)), ignored);
  socket.set_option(TcpOption<TCP_KEEPCNT>(kProbes), ignored);
}

void prepare(UnixSocket& socket, int kernel_buffer_bytes) { set_common_options(socket, kernel_buffer_bytes); }

struct TcpOrTlsStream::Tls {
  asio::ssl::stream<TcpInTurns> stream;
};

TcpOrTlsStream::TcpOrTlsStream(TcpSocket socket) : tcp_(std::move(socket)) {}
TcpOrTlsStream::TcpOrTlsStream(TcpSocket socket, asio::ssl::context& tls)
    : tcp_(TcpSocket(socket.get_executor())),
      tls_(new Tls{asio::ssl::stream<TcpInTurns>(TcpInTurns(std::move(socket)), tls)}) {}
TcpOrTlsStream::TcpOrTlsStream(TcpOrTlsStream&&) noexcept = default;
TcpOrTlsStream::~TcpOrTlsStream() = default;

TcpInTurns& TcpOrTlsStream::tcp_of_tls() { return tls_->stream.next_layer(); }

void TcpOrTlsStream::async_handshake(AnyHandler handler) {
  tls_->stream.async_handshake(asio::ssl::stream_base::server, std::move(handler));
}
void TcpOrTlsStream::async_shutdown(AnyHandler handler) { tls_->stream.async_shutdown(std::move(handler)); }
void TcpOrTlsStream::read_tls(const BufferList<asio::mutable_buffer>& buffers, AnyHandler handler) {
  tls_->stream.async_read_some(buffers, std::move(handler));
}
void TcpOrTlsStream::write_tls(const BufferList<asio::const_buffer>& buffers, AnyHandler handler) {
  tls_->stream.async_write_some(buffers, std::move(handler));
}

}  // namespace rensa::net
