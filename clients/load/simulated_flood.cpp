#include "clients/load/simulated_flood.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "proto/codec.h"
#include "proto/framing.h"

namespace rensa::load {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kBurstBytes = 16 * 1024;
// Of its thread: it takes no time from the simulated players on the same core.
constexpr int kNiceness = 19;
constexpr auto kTimeBetweenConnections = 1s;  // of a guest that the server has closed
constexpr std::string_view kMaskedEmptyFrame("\x00\x80\x00\x00\x00\x00", 6);
constexpr std::string_view kBeginningOfMessage("\x01\x81\x00\x00\x00\x00{", 7);

bool is_over_web(Flood flood) { return flood == Flood::frames || flood == Flood::http; }

std::string hello_of(Flood flood, const std::string& host) {
  if (flood == Flood::http) return "";
  if (flood == Flood::frames) {
    return "GET /ws HTTP/1.1\r\nHost: " + host +
           "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           "Sec-WebSocket-Key: cmVuc2EtbG9hZC1yZW5zYQ==\r\nSec-WebSocket-Protocol: rensa.v1.json\r\n\r\n";
  }
  std::string bytes;
  proto::Hello hello;
  hello.software = "rensa-load flood";
  proto::append_framed_message(bytes, proto::encode(proto::ClientMessage(hello), proto::Encoding::binary));
  return bytes;
}

// Requests that do not let the server do the same work twice.
std::vector<proto::ClientMessage> requests_of(Flood flood, const std::vector<std::string>& players,
                                              const std::vector<proto::MatchId>& matches) {
  std::vector<proto::ClientMessage> requests;
  switch (flood) {
    case Flood::lobby:
      return {proto::ListLobby{}};
    case Flood::challenges:
      for (const std::string& player : players) requests.push_back(proto::Challenge{.opponent = player, .terms = {}});
      return requests;
    case Flood::subscriptions:
      for (const proto::MatchId match : matches) {
        requests.push_back(proto::Watch{.match = match, .subscription = proto::Subscription::frames});
        requests.push_back(proto::Unwatch{.match = match});
      }
      return requests;
    case Flood::invitations:
      return {proto::Invite{}, proto::Leave{}};
    case Flood::pings:
    case Flood::frames:
    case Flood::http:
      break;
  }
  return {proto::Ping{}};
}

std::string burst_of(Flood flood, const std::string& host, const std::vector<std::string>& players,
                     const std::vector<proto::MatchId>& matches) {
  std::string burst;
  if (flood == Flood::frames) {
    while (burst.size() < kBurstBytes) burst += kMaskedEmptyFrame;
    return burst;
  }
  if (flood == Flood::http) {
    while (burst.size() < kBurstBytes) burst += "GET /api/v1/matches HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
    return burst;
  }
  const std::vector<proto::ClientMessage> requests = requests_of(flood, players, matches);
  if (requests.empty()) throw std::runtime_error("the server has no player and no match that could be flooded");
  while (burst.size() < kBurstBytes) {
    for (const proto::ClientMessage& request : requests) {
      proto::append_framed_message(burst, proto::encode(request, proto::Encoding::binary));
    }
  }
  return burst;
}

// Splits HOST:PORT.
std::pair<std::string, std::uint16_t> host_and_port(const std::string& server) {
  const auto address = session::address_of(server);
  if (!address || address->host != "127.0.0.1") {
    throw std::runtime_error("--flood needs a server at 127.0.0.1, since its guests have many addresses");
  }
  return {address->host, static_cast<std::uint16_t>(std::stoi(address->port))};
}

sockaddr_in socket_address(std::uint32_t address, std::uint16_t port) {
  sockaddr_in result{};
  result.sin_family = AF_INET;
  result.sin_addr.s_addr = htonl(address);
  result.sin_port = htons(port);
  return result;
}

}  // namespace

const std::map<std::string, Flood> kFloods{{"lobby", Flood::lobby},
                                           {"challenges", Flood::challenges},
                                           {"subscriptions", Flood::subscriptions},
                                           {"invitations", Flood::invitations},
                                           {"pings", Flood::pings},
                                           {"frames", Flood::frames},
                                           {"http", Flood::http}};

SimulatedFlood::SimulatedFlood(const Options& options, Flood flood, const std::vector<std::string>& players,
                               const std::vector<proto::MatchId>& matches)
    : port_(host_and_port(is_over_web(flood) ? options.metrics : options.server).second),
      addresses_(options.flood_addresses),
      hello_(hello_of(flood, options.metrics)),
      burst_(burst_of(flood, options.metrics, players, matches)),
      sends_message_(flood == Flood::frames),
      guests_(static_cast<std::size_t>(options.flooding)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

FloodCounts SimulatedFlood::take_counts() {
  const std::lock_guard lock(mutex_);
  return std::exchange(counts_, {});
}

void SimulatedFlood::run(const std::stop_token& stop) {
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
  for (std::size_t i = 0; i < guests_.size() && !stop.stop_requested(); ++i) connect(i);
  while (!stop.stop_requested()) {
    for (const std::size_t index : poller_.wait(20ms)) serve(index);
    const auto now = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < guests_.size(); ++i) {
      if (!guests_[i].socket.is_open() && guests_[i].again_at <= now) connect(i);
    }
  }
}

void SimulatedFlood::connect(std::size_t index) {
  Guest& guest = guests_[index];
  guest = {};
  guest.again_at = std::chrono::steady_clock::now() + kTimeBetweenConnections;
  guest.socket = session::Descriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!guest.socket.is_open()) return;
  const int on = 1;
  ::setsockopt(guest.socket.number(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const auto which = static_cast<std::uint32_t>(index % static_cast<std::size_t>(addresses_));
  const sockaddr_in from = socket_address(INADDR_LOOPBACK + 0x100 + which, 0);
  const sockaddr_in to = socket_address(INADDR_LOOPBACK, port_);
  if (::bind(guest.socket.number(), reinterpret_cast<const sockaddr*>(&from), sizeof from) != 0 ||
      ::connect(guest.socket.number(), reinterpret_cast<const sockaddr*>(&to), sizeof to) != 0) {
    guest.socket = {};
    const std::lock_guard lock(mutex_);
    ++counts_.closed;
    return;
  }
  ::fcntl(guest.socket.number(), F_SETFL, O_NONBLOCK);
  poller_.add(guest.socket.number(), index);
  poller_.wait_for_output_too(guest.socket.number(), index, true);
  ++connected_;
  guest.unsent = hello_.empty() ? std::string_view(burst_) : std::string_view(hello_);
}

void SimulatedFlood::serve(std::size_t index) {
  Guest& guest = guests_[index];
  static thread_local std::array<char, 256 * 1024> buffer;
  const ssize_t received = ::recv(guest.socket.number(), buffer.data(), buffer.size(), 0);
  if (received == 0 || (received < 0 && errno != EAGAIN && errno != EINTR)) return lose(index);
  std::uint64_t sent_bytes = 0;
  if (received > 0 && !guest.was_let_in) {
    guest.was_let_in = true;
    if (sends_message_) guest.unsent = kBeginningOfMessage;
    if (guest.unsent.empty()) guest.unsent = burst_;
  }
  while (!guest.unsent.empty()) {
    const ssize_t sent = ::send(guest.socket.number(), guest.unsent.data(), guest.unsent.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return lose(index);
    if (sent <= 0) break;
    sent_bytes += static_cast<std::uint64_t>(sent);
    guest.unsent.remove_prefix(static_cast<std::size_t>(sent));
    // After the first message, it waits for the answer.
    if (guest.unsent.empty() && (guest.was_let_in || hello_.empty())) {
      guest.unsent = burst_;
      break;
    }
  }
  const std::lock_guard lock(mutex_);
  counts_.bytes_sent += sent_bytes;
  counts_.bytes_received += static_cast<std::uint64_t>(std::max<ssize_t>(received, 0));
}

void SimulatedFlood::lose(std::size_t index) {
  Guest& guest = guests_[index];
  poller_.remove(guest.socket.number());
  guest.socket = {};
  --connected_;
  const std::lock_guard lock(mutex_);
  ++counts_.closed;
}

}  // namespace rensa::load
