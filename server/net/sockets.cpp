#include "server/net/sockets.h"

#include <algorithm>
#include <boost/asio/ssl/stream.hpp>
#include <netinet/tcp.h>

namespace rensa::net {
namespace {

namespace asio = boost::asio;
using asio::ip::address;

template <int kName>
using TcpOption = asio::detail::socket_option::integer<IPPROTO_TCP, kName>;

address unmapped_address(const address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, any.to_v6());
  return any;
}

template <class Socket>
void set_common_options(Socket& socket, int kernel_buffer_bytes) {
  Error ignored;
  socket.non_blocking(true, ignored);
  if (kernel_buffer_bytes > 0) {
    socket.set_option(asio::socket_base::send_buffer_size(kernel_buffer_bytes), ignored);
  }
}

}  // namespace

std::string shown_address(const address& any) {
  const address shown = unmapped_address(any);
  std::string text = shown.to_string();
  if (shown.is_v6()) text.insert(0, 1, '[').push_back(']');
  return text;
}

std::string address_for_limits(const address& any) {
  const address shown = unmapped_address(any);
  if (shown.is_v4()) return shown.to_string();
  auto bytes = shown.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return asio::ip::address_v6(bytes).to_string();
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
  asio::ssl::stream<TcpSocket> stream;
};

TcpOrTlsStream::TcpOrTlsStream(TcpSocket socket) : tcp_(std::move(socket)) {}
TcpOrTlsStream::TcpOrTlsStream(TcpSocket socket, asio::ssl::context& tls)
    : tcp_(socket.get_executor()), tls_(new Tls{asio::ssl::stream<TcpSocket>(std::move(socket), tls)}) {}
TcpOrTlsStream::TcpOrTlsStream(TcpOrTlsStream&&) noexcept = default;
TcpOrTlsStream::~TcpOrTlsStream() = default;

TcpSocket& TcpOrTlsStream::tls_socket() { return tls_->stream.next_layer(); }

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
