#include <algorithm>
#include <arpa/inet.h>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <chrono>
#include <memory>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <unistd.h>

#include "server/net/socket_server.h"
#include "tests/fuzz/input.h"
#include "tests/tools/time_limit.h"

// The whole input is sent by a peer to the port for people before it hangs up. In any case, the server is given
// requests that can be answered, the peer receives bytes that begin like an answer, and the connection ends.

namespace {

using rensa::fuzz::require;
using namespace rensa;

struct Nobody final : net::Receiver {
  void opened(net::ConnectionId, const net::Peer&) override {}
  net::Payment received(net::ConnectionId, std::string_view) override { return net::Payment::by_connection; }
  void refused(net::ConnectionId, net::CloseReason) override {}
  void closed(net::ConnectionId, std::string_view) override {}
};

void check(const net::HttpRequest& request) {
  require(request.method == "GET" || request.method == "HEAD" || request.method == "POST" ||
          request.method == "DELETE");
  require(request.path.starts_with('/'));
  require(request.path.find("/../") == std::string::npos && !request.path.ends_with("/.."));
  require(std::none_of(request.path.begin(), request.path.end(),
                       [](char c) { return static_cast<unsigned char>(c) < ' ' || c == 127; }));
}

class Site {
 public:
  Site() {
    net::SocketOptions options;
    options.worker_port = 0;
    options.web_port = 0;
    server_ = std::make_unique<net::SocketServer>(io_, options);
    server_->start(nobody_, [](const net::HttpRequest& request, const net::HttpReply& reply) {
      check(request);
      reply({.status = 200, .content_type = "text/plain", .body = request.path, .file_name = ""});
    });
  }

  void visit(std::string_view bytes) {
    const int peer = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(server_->web_port());
    require(connects(peer, address));
    [[maybe_unused]] const auto sent = ::send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    ::shutdown(peer, SHUT_WR);
    require(begins_like_an_answer(heard_by(peer)));
    ::close(peer);
  }

 private:
  // A connection that the fuzzer's alarm interrupts goes on by itself.
  static bool connects(int peer, const sockaddr_in& address) {
    if (::connect(peer, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return true;
    if (errno != EINTR) return false;
    while (!ready(peer, POLLOUT, -1)) {
    }
    int error = 0;
    socklen_t size = sizeof error;
    return ::getsockopt(peer, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0;
  }

  static bool ready(int peer, short what, int milliseconds) {
    pollfd asked{.fd = peer, .events = what, .revents = 0};
    return ::poll(&asked, 1, milliseconds) > 0;
  }

  // All of it, until the server hangs up as well.
  std::string heard_by(int peer) {
    const auto end = std::chrono::steady_clock::now() + test::kTimeLimit;
    std::string heard;
    char buffer[4096];
    while (std::chrono::steady_clock::now() < end) {
      io_.restart();
      io_.poll();
      if (!ready(peer, POLLIN, 1)) continue;
      const ssize_t size = ::recv(peer, buffer, sizeof buffer, MSG_DONTWAIT);
      if (size == 0 || (size < 0 && errno == ECONNRESET)) return heard;
      if (size > 0) heard.append(buffer, static_cast<std::size_t>(size));
    }
    require(false);  // it never hung up
    return heard;
  }

  static bool begins_like_an_answer(const std::string& heard) {
    return heard.empty() || heard.starts_with("HTTP/1.1 ");
  }

  boost::asio::io_context io_;
  Nobody nobody_;
  std::unique_ptr<net::SocketServer> server_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Site site;
  site.visit({reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 64 * 1024)});
  return 0;
}
