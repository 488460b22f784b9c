#pragma once

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <poll.h>
#include <stdexcept>
#include <string>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "proto/framing.h"
#include "server/base/descriptor.h"

namespace rensa::live_tournaments::test {

inline sockaddr_un unix_address(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("this path is too long: " + path);
  path.copy(address.sun_path, path.size());
  return address;
}

inline base::Descriptor unix_socket() { return base::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)); }

enum class Sender : std::uint8_t { client, server };

// The moment at which a connection is cut.
struct Cut {
  int message = 0;  // of this sender, counted from 1 over all connections; 0: no connection is cut
  Sender sender = Sender::client;
  bool is_after = true;  // false: right before the message
  // False: only the client notices the cut. To the server, the connection looks open to the end of the tournament.
  bool server_notices = true;
  bool repeats = false;  // true: each connection is cut at this message, and messages are counted anew in each
};

inline std::string text_of(const Cut& cut) {
  return std::string(cut.is_after ? "after" : "before") + (cut.repeats ? " each message " : " message ") +
         std::to_string(cut.message) + " of the " + (cut.sender == Sender::client ? "client" : "server") +
         (cut.server_notices ? "" : ", which the server does not notice");
}

// Forwards the connections of one client to a server, one at a time, and cuts them.
class CuttingRelay {
 public:
  CuttingRelay(const std::filesystem::path& path, const std::filesystem::path& server, const Cut& cut)
      : server_(unix_address(server.string())), cut_(cut) {
    const sockaddr_un address = unix_address(path.string());
    ::unlink(address.sun_path);
    if (::bind(listener_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(listener_.number(), 8) != 0) {
      throw std::runtime_error("cannot listen on " + path.string());
    }
    thread_ = std::jthread([this] { run(); });
  }
  ~CuttingRelay() {
    has_ended_ = true;
    wake();
  }
  CuttingRelay(const CuttingRelay&) = delete;
  CuttingRelay& operator=(const CuttingRelay&) = delete;

  // Cuts the present connection, if there is one.
  void cut() {
    shall_cut_ = true;
    wake();
  }
  // Cuts the present connection, and forwards no other one until release(). At return it is cut.
  void hold() {
    is_held_ = true;
    cut();
    is_idle_.wait(false);
  }
  void release() {
    is_held_ = false;
    wake();
  }

  int messages(Sender sender) const { return messages_[static_cast<std::size_t>(sender)]; }
  int connections() const { return connections_; }

 private:
  struct End {
    base::Descriptor socket;
    proto::MessageSplitter messages{1U << 20U};  // that come from it
  };

  void wake() const { ::eventfd_write(wake_.number(), 1); }

  // Waits for these descriptors, or for wake(). Returns false when the relay ends.
  bool wait(std::vector<pollfd> entries) const {
    entries.push_back({wake_.number(), POLLIN, 0});
    while (::poll(entries.data(), entries.size(), -1) < 0) {
    }
    eventfd_t ignored = 0;
    if (entries.back().revents != 0) ::eventfd_read(wake_.number(), &ignored);
    return !has_ended_;
  }

  void run() {
    while (!has_ended_) {
      // This comes first: a cut that is asked for after is_held_ was read is done when the connection has begun.
      shall_cut_ = false;
      const bool is_held = is_held_;
      is_idle_ = is_held;
      is_idle_.notify_all();
      if (!wait({{is_held ? -1 : listener_.number(), POLLIN, 0}})) return;
      if (is_held_) continue;
      std::array<End, 2> ends;  // by sender
      ends[0].socket = base::Descriptor(::accept(listener_.number(), nullptr, nullptr));
      if (!ends[0].socket.is_open()) continue;
      ends[1].socket = unix_socket();
      if (::connect(ends[1].socket.number(), reinterpret_cast<const sockaddr*>(&server_), sizeof server_) != 0) {
        continue;
      }
      ++connections_;
      in_connection_ = {};
      was_cut_ = false;
      while (wait({{ends[0].socket.number(), POLLIN, 0}, {ends[1].socket.number(), POLLIN, 0}}) && !shall_cut_ &&
             forward(ends[0], ends[1].socket, Sender::client) && forward(ends[1], ends[0].socket, Sender::server)) {
      }
      if (was_cut_ && !cut_.server_notices) unnoticed_.push_back(std::move(ends[1].socket));
    }
  }

  // Forwards the messages that have arrived. Returns false when the connection has ended.
  bool forward(End& from, const base::Descriptor& to, Sender sender) {
    std::array<char, 65'536> buffer;
    const ssize_t count = ::recv(from.socket.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (count < 0 && errno == EAGAIN) return true;
    if (count <= 0) return false;
    from.messages.feed({buffer.data(), static_cast<std::size_t>(count)});
    while (const auto message = from.messages.next()) {
      const int in_all = ++messages_[static_cast<std::size_t>(sender)];
      const int in_connection = ++in_connection_[static_cast<std::size_t>(sender)];
      was_cut_ = sender == cut_.sender && (cut_.repeats ? in_connection : in_all) == cut_.message;
      if (was_cut_ && !cut_.is_after) return false;
      std::string framed;
      proto::append_framed_message(framed, *message);
      if (::send(to.number(), framed.data(), framed.size(), MSG_NOSIGNAL) < 0 || was_cut_) return false;
    }
    return true;
  }

  const sockaddr_un server_;
  const Cut cut_;
  std::array<std::atomic<int>, 2> messages_{};  // by sender, of all connections
  std::array<int, 2> in_connection_{};          // of the present one
  bool was_cut_ = false;                        // the present connection
  std::vector<base::Descriptor> unnoticed_;     // the ends of the server of cut connections
  std::atomic<int> connections_ = 0;
  std::atomic<bool> shall_cut_ = false;
  std::atomic<bool> is_held_ = false;
  std::atomic<bool> is_idle_ = false;  // it is held, and has no connection
  std::atomic<bool> has_ended_ = false;
  const base::Descriptor listener_ = base::Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  const base::Descriptor wake_ = base::Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  std::jthread thread_;
};

}  // namespace rensa::live_tournaments::test
