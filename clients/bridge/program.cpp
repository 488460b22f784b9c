#include "clients/bridge/program.h"

#include <arpa/inet.h>
#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

namespace rensa::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLook{10};         // between two looks whether it has ended
constexpr milliseconds kLastWords{1000};  // for a program to end

[[noreturn]] void throw_error(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

// Our end of each is closed in the child.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_error(errno, "pipe");
  return ends;
}

// The child gets the two descriptors as stdin and stdout, where given, and SIGPIPE as it is everywhere else.
pid_t spawn(std::vector<std::string> words, int in, int out) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (in >= 0) posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  if (out >= 0) posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawn(&child, words[0].c_str(), &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw_error(error, "cannot start " + words[0]);
  return child;
}

}  // namespace

Gate::Gate(int port) : descriptor_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (descriptor_ < 0) throw_error(errno, "socket");
  const int yes = 1;
  setsockopt(descriptor_, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(descriptor_, generic, size) != 0 || ::listen(descriptor_, 1) != 0 ||
      getsockname(descriptor_, generic, &size) != 0) {
    const int error = errno;
    close(descriptor_);
    throw_error(error, "cannot listen on port " + std::to_string(port));
  }
  port_ = ntohs(address.sin_port);
}

Gate::~Gate() { close(descriptor_); }

std::unique_ptr<Link> Gate::accept() {
  const int peer = accept4(descriptor_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (peer < 0) return nullptr;
  const int yes = 1;
  setsockopt(peer, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return std::make_unique<Link>(peer, peer);
}

Program::Program(const ProgramOptions& options, duel::Seat seat) : options_(options) {
  const std::string player = seat == duel::Seat::one ? "Player1" : "Player2";
  if (options_.connector == Connector::stdio) {
    start_with_pipes(player);
  } else {
    start_with_port(player);
  }
}

Program::~Program() {
  link_.reset();
  if (child_ < 0 || has_ended_within(kLastWords)) return;
  kill(child_, SIGTERM);
  if (has_ended_within(kLastWords)) return;
  kill(child_, SIGKILL);
  waitpid(child_, &status_, 0);
}

void Program::start_with_pipes(const std::string& player) {
  const std::array<int, 2> down = make_pipe();
  const std::array<int, 2> up = make_pipe();
  link_ = std::make_unique<Link>(up[0], down[1]);
  try {
    child_ = spawn({options_.path, player}, down[0], up[1]);
  } catch (...) {
    close(down[0]);
    close(up[1]);
    throw;
  }
  close(down[0]);
  close(up[1]);
}

void Program::start_with_port(const std::string& player) {
  Gate gate(0);
  child_ = spawn({options_.path, player, "--connector=tcp:127.0.0.1:" + std::to_string(gate.port())}, -1, -1);
  try {
    wait_for_connection(gate);
  } catch (...) {
    // The destructor does not run, because the constructor throws. So the process is killed here.
    if (!has_ended_within({})) {
      kill(child_, SIGKILL);
      waitpid(child_, &status_, 0);
    }
    throw;
  }
}

void Program::wait_for_connection(Gate& gate) {
  const auto until = steady_clock::now() + options_.patience;
  while (!link_) {
    if (has_ended_within({})) throw std::runtime_error(options_.path + ": " + why_gone());
    if (steady_clock::now() >= until) throw std::runtime_error(options_.path + " does not connect");
    pollfd entry{gate.descriptor(), POLLIN, 0};
    poll(&entry, 1, static_cast<int>(kLook.count()));
    link_ = gate.accept();
  }
}

bool Program::has_ended_within(milliseconds time) {
  const auto until = steady_clock::now() + time;
  for (;;) {
    if (child_ < 0 || waitpid(child_, &status_, WNOHANG) == child_) {
      child_ = -1;
      return true;
    }
    if (steady_clock::now() >= until) return false;
    std::this_thread::sleep_for(kLook);
  }
}

std::string Program::why_gone() {
  if (!link_ || has_ended_within(kLastWords)) {
    if (WIFSIGNALED(status_)) {
      const int signal = WTERMSIG(status_);
      return "it was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    }
    return "it ended with exit status " + std::to_string(WEXITSTATUS(status_));
  }
  return link_->why_lost();
}

}  // namespace rensa::bridge
