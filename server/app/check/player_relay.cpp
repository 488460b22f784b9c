#include "server/app/check/player_relay.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace rensa::app {

namespace {

// So many messages of the server belong to the beginning of a match and to its first hands.
constexpr int kMessagesBeforeDisturbance = 16;
constexpr std::size_t kMaxLines = 16;  // a program that wants more has to wait
// Shorter than the time limit of an answer in a tournament, which is 10 s by default.
constexpr auto kStop = std::chrono::seconds(3);

sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("the path of a socket is too long: " + path);
  path.copy(address.sun_path, path.size());
  return address;
}

base::Descriptor unix_socket() { return base::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

// The number of a process could be given to another one meanwhile; a descriptor cannot.
base::Descriptor process_behind(const base::Descriptor& socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(socket.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.pid <= 0) return {};
  return base::Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, peer.pid, 0)));
}

bool send_signal(const base::Descriptor& process, int signal) {
  return process.is_open() && ::syscall(SYS_pidfd_send_signal, process.number(), signal, nullptr, 0) == 0;
}

bool send_all(const base::Descriptor& to, const char* bytes, std::size_t count) {
  while (count > 0) {
    const ssize_t sent = ::send(to.number(), bytes, count, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

}  // namespace

PlayerRelay::PlayerRelay(const std::filesystem::path& path, const std::filesystem::path& server,
                         Disturbance disturbance)
    : server_(unix_address(server.string())),
      disturbance_(disturbance),
      listener_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  const sockaddr_un address = unix_address(path.string());
  if (::bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_.number(), 8) != 0) {
    throw std::runtime_error("cannot listen on " + path.string());
  }
  thread_ = std::jthread([this] { run(); });
}

PlayerRelay::~PlayerRelay() {
  has_ended_ = true;
  ::eventfd_write(wake_.number(), 1);
  thread_.join();
  for (const std::unique_ptr<Line>& line : lines_) let_go_on(*line);
}

void PlayerRelay::run() {
  while (!has_ended_) {
    const bool is_full = lines_.size() >= kMaxLines;
    std::vector<pollfd> entries{{wake_.number(), POLLIN, 0}, {is_full ? -1 : listener_.number(), POLLIN, 0}};
    for (const std::unique_ptr<Line>& line : lines_) {
      const bool is_stopped = line->stopped_until.has_value();  // then nothing is sent to it, which would have to wait
      entries.push_back({line->player.number(), POLLIN, 0});
      entries.push_back({is_stopped ? -1 : line->server.number(), POLLIN, 0});
    }
    ::poll(entries.data(), entries.size(), milliseconds_to_next_end());
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      Line& line = *lines_[i];
      if (line.stopped_until && Clock::now() >= *line.stopped_until) let_go_on(line);
      const bool goes_on = (entries[2 + 2 * i].revents == 0 || forward(line, false)) &&
                           (entries[3 + 2 * i].revents == 0 || forward(line, true));
      if (goes_on) continue;
      let_go_on(line);
      line.player = {};
    }
    std::erase_if(lines_, [](const std::unique_ptr<Line>& line) { return !line->player.is_open(); });
    if (!is_full) accept();
  }
}

void PlayerRelay::accept() {
  base::Descriptor player(::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!player.is_open()) return;
  auto line = std::make_unique<Line>();
  line->process = process_behind(player);
  line->player = std::move(player);
  line->server = unix_socket();
  if (::connect(line->server.number(), reinterpret_cast<const sockaddr*>(&server_), sizeof server_) != 0) return;
  line->is_new = disturbance_ == Disturbance::cut_line && has_disturbed_;
  lines_.push_back(std::move(line));
}

bool PlayerRelay::forward(Line& line, bool from_server) {
  const base::Descriptor& from = from_server ? line.server : line.player;
  const base::Descriptor& to = from_server ? line.player : line.server;
  std::array<char, 65'536> buffer;
  const ssize_t count = ::recv(from.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  if (count <= 0) return false;
  if (!send_all(to, buffer.data(), static_cast<std::size_t>(count))) return false;
  if (!from_server) return true;
  line.messages.feed({buffer.data(), static_cast<std::size_t>(count)});
  while (line.messages.next()) {
    ++line.messages_of_server;
    ++messages_of_server_;
  }
  if (line.messages_of_server < kMessagesBeforeDisturbance) return true;
  if (line.is_new) has_come_back_ = true;
  return disturbance_ == Disturbance::none || has_disturbed_ || disturb(line);
}

bool PlayerRelay::disturb(Line& line) {
  has_disturbed_ = true;
  if (disturbance_ == Disturbance::cut_line) {
    unnoticed_ = std::move(line.server);
    return false;
  }
  if (!send_signal(line.process, SIGSTOP)) {
    has_disturbed_ = false;
    return true;
  }
  line.stopped_until = Clock::now() + kStop;
  return true;
}

void PlayerRelay::let_go_on(Line& line) {
  if (!line.stopped_until) return;
  send_signal(line.process, SIGCONT);
  line.stopped_until.reset();
}

int PlayerRelay::milliseconds_to_next_end() const {
  int next = -1;
  for (const std::unique_ptr<Line>& line : lines_) {
    if (!line->stopped_until) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*line->stopped_until - Clock::now());
    const int wanted = std::max(0, static_cast<int>(left.count()));
    next = next < 0 ? wanted : std::min(next, wanted);
  }
  return next;
}

}  // namespace rensa::app
