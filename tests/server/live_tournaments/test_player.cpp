#include <atomic>
#include <bit>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <netinet/in.h>
#include <sched.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

#include "engine/players/choices.h"
#include "engine/rules/rng.h"
#include "proto/codec.h"
#include "proto/framing.h"

// A player program for tests: `honest` chooses by its seed, the others have a fault each.

namespace {

using namespace rensa;
using namespace std::chrono_literals;

int connected_socket(const std::string& path, int flags) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  std::strncpy(name.sun_path, path.c_str(), sizeof name.sun_path - 1);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | flags, 0);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0) return socket;
  ::close(socket);
  return -1;
}

std::string path_of_server() { return std::string(std::getenv("RENSA_SERVER")).substr(std::string("unix:").size()); }

class Link {
 public:
  explicit Link(const std::string& path) : socket_(connected_socket(path, 0)) {
    if (socket_ < 0) throw std::runtime_error("nobody is there");
  }

  void say_bytes(const std::string& bytes) const {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t count = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) throw std::runtime_error("nobody listens");
      sent += static_cast<std::size_t>(count);
    }
  }

  void say(const proto::ClientMessage& message) const {
    std::string framed;
    proto::append_framed_message(framed, proto::encode(message, proto::Encoding::binary));
    say_bytes(framed);
  }

  proto::ServerMessage hear() {
    while (true) {
      if (const auto bytes = reader_.next()) return *proto::server_message_of(*bytes, proto::Encoding::binary);
      char buffer[65'536];
      const ssize_t count = ::recv(socket_, buffer, sizeof buffer, 0);
      if (count <= 0) throw std::runtime_error("the server has gone");
      reader_.feed({buffer, static_cast<std::size_t>(count)});
    }
  }

  void close() const { ::close(socket_); }

 private:
  int socket_ = -1;
  proto::MessageSplitter reader_{1 << 20};
};

// A random possible placement.
rules::Placement chosen(const duel::View& view, std::uint64_t chance) {
  std::uint32_t possible = players::possible_placements(view);
  rules::Rng rng(chance, static_cast<std::uint64_t>(view.own.hand));
  std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(possible)));
  while (skip-- > 0) possible &= possible - 1;
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(possible))];
}

// Starts as many processes as it can, but at most 2,000 and for at most ten seconds.
[[noreturn]] void be_many() {
  constexpr int kMost = 2'000;
  void* const shared =
      mmap(nullptr, sizeof(std::atomic<int>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto& processes = *new (shared) std::atomic<int>(0);
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) {
    if (processes >= kMost) {
      std::this_thread::sleep_for(10ms);
    } else if (++processes <= kMost && fork() == 0) {
      setsid();
    }
  }
  _exit(0);
}

// Computes on all cores, not only on the allowed ones.
void be_busy() {
  cpu_set_t all;
  for (std::size_t core = 0; core < CPU_SETSIZE; ++core) CPU_SET(core, &all);
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) sched_setaffinity(0, sizeof all, &all);
}

bool can_read(const std::string& file) {
  std::ifstream in(file);
  return in.get() != std::ifstream::traits_type::eof();
}

bool can_connect(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int connection = ::socket(AF_INET, SOCK_STREAM, 0);
  const bool is_connected = ::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(connection);
  return is_connected;
}

// Starts a process that lives on in a session of its own.
bool can_leave_a_child() {
  const pid_t child = fork();
  if (child != 0) return child > 0;
  setsid();
  if (fork() != 0) _exit(0);
  std::this_thread::sleep_for(24h);
  _exit(0);
}

// Keeps so many connections open to the server.
bool can_hold_connections(int count) {
  while (count > 0 && connected_socket(path_of_server(), SOCK_NONBLOCK) >= 0) --count;
  return count == 0;
}

// Enters as a guest with this name.
bool can_be_guest(const std::string& name) {
  try {
    Link link(path_of_server());
    proto::Hello hello;
    hello.name = name;
    link.say(hello);
    return std::holds_alternative<proto::Welcome>(link.hear());
  } catch (const std::exception&) {
    return false;
  }
}

// Tries what a program of a tournament should not be able to do. Each word is an attempt and its object, for example
// read=/etc/passwd.
void attack(const std::string& word) {
  const std::string attempt = word.substr(0, word.find('='));
  const std::string object = word.substr(word.find('=') + 1);
  bool is_done = false;
  if (attempt == "read") is_done = can_read(object);
  if (attempt == "write") is_done = static_cast<bool>(std::ofstream(object) << "written" << std::flush);
  if (attempt == "connect") is_done = can_connect(std::stoi(object));
  if (attempt == "see") is_done = can_read("/proc/" + object + "/cmdline");
  if (attempt == "signal") is_done = kill(std::stoi(object), 0) == 0;
  if (attempt == "leave_child") is_done = can_leave_a_child();
  if (attempt == "guest") is_done = can_be_guest(object);
  if (attempt == "crowd") is_done = can_hold_connections(std::stoi(object));
  std::cerr << (is_done ? "done: " : "failed: ") << word << std::endl;
}

class Player {
 public:
  Player(const std::string& fault, Link& link) : fault_(fault), link_(link) {}

  void play() {
    while (true) std::visit([this](const auto& message) { on(message); }, link_.hear());
  }

 private:
  template <typename Other>
  void on(const Other&) {}
  void on(const proto::GameStart& start) { chance_[start.match] = start.chance.value_or(0); }
  void on(const proto::Error& error) { std::cerr << "told: " << error.text << std::endl; }
  void on(const proto::Update& update) {
    if (!update.answer_due || !update.seat) return;
    ++asked_;
    proto::Decide decide{.match = update.match,
                         .seat = *update.seat,
                         .game = update.game,
                         .clock = update.view.clock,
                         .id = static_cast<std::uint32_t>(asked_),
                         .input = {}};
    duel::View view = update.view;
    view.pacing = rules::Pacing::frames;
    if (fault_ == "hang" && asked_ > 3) std::this_thread::sleep_for(24h);
    if (fault_ == "crash" && asked_ > 3) std::abort();
    if (fault_ == "raise" && asked_ > 3) fail_slowly();
    if (fault_ == "flood" && asked_ > 3) {
      while (true) link_.say(proto::Ping{.nonce = 1});
    }
    if (fault_ == "garbage" && asked_ > 3) link_.say_bytes(std::string(1'000, '\xFF'));
    if (fault_ == "bomb" && asked_ > 3) be_many();
    if (fault_ == "spy") {
      link_.say(proto::Watch{.match = update.match});
      link_.say(proto::QuickMatch{});
    }
    if (fault_ == "lie") {
      proto::Decide false_one = decide;  // for the opponent, for another match, for another time
      false_one.seat = duel::opponent_of(*update.seat);
      false_one.input = duel::Input::place({.x = 1, .r = rules::Rotation::up});
      link_.say(false_one);
      false_one.seat = *update.seat;
      false_one.match = proto::MatchId{static_cast<std::uint64_t>(update.match) + 1};
      link_.say(false_one);
      false_one.match = update.match;
      false_one.clock += 1'000;
      link_.say(false_one);
      decide.input =
          duel::Input::place({.x = 6, .r = rules::Rotation::right});  // half of the pair is outside the field
      return link_.say(decide);
    }
    if (view.decision_due && players::possible_placements(view) != 0) {
      decide.input = duel::Input::place(chosen(view, chance_[update.match]));
    }
    link_.say(decide);
  }

  // As a library does that closes its session before the error of the bot is printed.
  [[noreturn]] void fail_slowly() {
    link_.close();
    std::this_thread::sleep_for(50ms);
    std::cerr << "Traceback (most recent call last):\nKeyError: 'seven'" << std::endl;
    std::exit(1);
  }

  const std::string fault_;
  Link& link_;
  int asked_ = 0;
  std::map<proto::MatchId, std::uint64_t> chance_;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string fault = argc > 1 ? argv[1] : "honest";
  if (fault == "quit") return 3;
  if (fault == "absent") std::this_thread::sleep_for(24h);
  if (fault == "frail") std::signal(SIGCONT, [](int) { _exit(4); });
  if (fault == "family" && fork() == 0) {
    setsid();
    std::this_thread::sleep_for(24h);
  }
  const bool is_hostile = fault == "hostile";
  const auto is_crowd = [](const std::string& word) { return word.starts_with("crowd="); };
  for (int i = 2; is_hostile && i < argc; ++i) {
    if (!is_crowd(argv[i])) attack(argv[i]);
  }
  if (fault == "busy") {
    for (int i = 0; i < 4; ++i) std::thread(be_busy).detach();
  }
  if (fault == "noise") {
    const std::string line(1'000, 'x');
    for (int i = 0; i < 20'000; ++i) std::cerr << line << '\n';
  }
  try {
    Link link(path_of_server());
    proto::Hello hello;
    hello.token = std::getenv("RENSA_TOKEN");
    hello.features = {"arranged:1"};
    link.say(hello);
    for (int i = 2; is_hostile && i < argc; ++i) {
      if (is_crowd(argv[i])) attack(argv[i]);
    }
    Player(fault, link).play();
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
