#include "server/net/sockets.h"

#include <algorithm>
#include <netinet/tcp.h>

namespace rensa::net {
namespace {

namespace asio = boost::asio;
using asio::ip::address;

template <int kName>
using TcpOption = asio::detail::socket_option::integer<IPPROTO_TCP, kName>;

address plain(const address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped()) return asio::ip::make_address_v4(asio::ip::v4_mapped, any.to_v6());
  return any;
}

template <class Socket>
void prepare_any(Socket& socket, int kernel_buffer_bytes) {
  Error ignored;
  socket.non_blocking(true, ignored);
  if (kernel_buffer_bytes > 0) {
    socket.set_option(asio::socket_base::send_buffer_size(kernel_buffer_bytes), ignored);
  }
}

}  // namespace

std::string shown_address(const address& any) {
  const address shown = plain(any);
  std::string text = shown.to_string();
  if (shown.is_v6()) text.insert(0, 1, '[').push_back(']');
  return text;
}

std::string limited_address(const address& any) {
  const address shown = plain(any);
  if (shown.is_v4()) return shown.to_string();
  auto bytes = shown.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return asio::ip::address_v6(bytes).to_string();
}

void prepare(TcpSocket& socket, int kernel_buffer_bytes, std::chrono::milliseconds idle_timeout) {
  prepare_any(socket, kernel_buffer_bytes);
  Error ignored;
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  // Finds peers that vanished: the first probe is sent at half the idle time, and the last one expires at its end.
  constexpr int kProbes = 4;
  const int half = std::max(1, static_cast<int>(idle_timeout.count() / 2'000));
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  socket.set_option(TcpOption<TCP_KEEPIDLE>(half), ignored);
  socket.set_option(TcpOption<TCP_KEEPINTVL>(std::max(1, half / kProbes)), ignored);
  socket.set_option(TcpOption<TCP_KEEPCNT>(kProbes), ignored);
}

void prepare(UnixSocket& socket, int kernel_buffer_bytes) { prepare_any(socket, kernel_buffer_bytes); }

}  // namespace rensa::net
