#include "clients/bridge/program.h"

#include <algorithm>
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
#include <utility>
#include <vector>

#include "clients/bridge/text_protocol.h"

namespace rensa::bridge {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kCheckInterval{10};  // between two checks if the process has ended
// The time for a program to go on with its last requests, or to end by itself. It begins anew with each byte, up to the
// longer time.
constexpr milliseconds kReadingTime{3'000};
constexpr milliseconds kMaxReadingTime{60'000};
constexpr milliseconds kExitTime{1'000};  // for a program to end after a signal, or after its stream is lost
constexpr session::MessageStream::Peer kProgram{.max_message_bytes = kMaxTextBytes,
                                                .why_closed = "it closed its end",
                                                .why_not_reading = "it does not read what it is asked"};

[[noreturn]] void throw_error(int error, const std::string& what) {
  throw std::system_error(error, std::generic_category(), what);
}

// Makes a pipe and returns its read end and its write end. A child process does not inherit them.
std::array<session::Descriptor, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw_error(errno, "pipe");
  return {session::Descriptor(ends[0]), session::Descriptor(ends[1])};
}

// Starts a process and returns its number. The process gets the two descriptors as stdin and stdout, unless they are
// negative. SIGPIPE has its default action in it. It leads a group of its own, so that a signal to our group does not
// end it before we have closed its input.
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
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
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

ProgramListener::ProgramListener(int port) : socket_(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  if (!socket_.is_open()) throw_error(errno, "socket");
  const int yes = 1;
  setsockopt(socket_.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(socket_.number(), generic, size) != 0 || ::listen(socket_.number(), 1) != 0 ||
      getsockname(socket_.number(), generic, &size) != 0) {
    throw_error(errno, "cannot listen on port " + std::to_string(port));
  }
  port_ = ntohs(address.sin_port);
}

std::unique_ptr<session::MessageStream> ProgramListener::accept() {
  session::Descriptor peer(accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (!peer.is_open()) return nullptr;
  const int yes = 1;
  setsockopt(peer.number(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return std::make_unique<session::MessageStream>(std::move(peer), kProgram);
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
  if (child_ < 0) return;
  // A slow program still answers earlier requests. It must be able to write these answers, or it would end before it
  // has read the result of its last game.
  const auto latest = steady_clock::now() + kMaxReadingTime;
  auto until = steady_clock::now() + kReadingTime;
  std::uint64_t moved_bytes = stream_->moved_bytes();
  while (steady_clock::now() < until) {
    stream_->flush();
    if (!stream_->has_unsent() || !stream_->why_lost().empty()) stream_->end_output();
    if (has_ended_within(kCheckInterval)) return;
    stream_->receive();
    while (stream_->next()) {
    }
    if (stream_->moved_bytes() == moved_bytes || ends_promptly_) continue;
    moved_bytes = stream_->moved_bytes();
    until = std::min(steady_clock::now() + kReadingTime, latest);
  }
  stream_.reset();
  kill(-child_, SIGTERM);
  if (has_ended_within(kExitTime)) return;
  kill(-child_, SIGKILL);
  waitpid(child_, &status_, 0);
}

std::vector<std::string> Program::words_with(const std::vector<std::string>& first_arguments) const {
  std::vector<std::string> words{options_.path};
  words.insert(words.end(), first_arguments.begin(), first_arguments.end());
  words.insert(words.end(), options_.arguments.begin(), options_.arguments.end());
  return words;
}

void Program::start_with_pipes(const std::string& player) {
  auto [down_read, down_write] = make_pipe();
  auto [up_read, up_write] = make_pipe();
  child_ = spawn(words_with({player}), down_read.number(), up_write.number());
  stream_ = std::make_unique<session::MessageStream>(std::move(up_read), std::move(down_write), kProgram);
}

void Program::start_with_port(const std::string& player) {
  ProgramListener listener(0);
  child_ = spawn(words_with({player, "--connector=tcp:127.0.0.1:" + std::to_string(listener.port())}), -1, -1);
  try {
    wait_for_connection(listener);
  } catch (...) {
    // The constructor throws an exception, so the destructor does not run. Therefore the process is killed here.
    if (!has_ended_within({})) {
      kill(-child_, SIGKILL);
      waitpid(child_, &status_, 0);
    }
    throw;
  }
}

void Program::wait_for_connection(ProgramListener& listener) {
  const auto until = steady_clock::now() + options_.patience;
  while (!stream_) {
    if (has_ended_within({})) throw std::runtime_error(options_.path + ": " + why_gone());
    if (steady_clock::now() >= until) throw std::runtime_error(options_.path + " does not connect");
    pollfd entry{listener.descriptor(), POLLIN, 0};
    poll(&entry, 1, static_cast<int>(kCheckInterval.count()));
    stream_ = listener.accept();
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
    std::this_thread::sleep_for(kCheckInterval);
  }
}

std::string Program::why_gone() {
  if (!stream_ || has_ended_within(kExitTime)) {
    if (WIFSIGNALED(status_)) {
      const int signal = WTERMSIG(status_);
      return "it was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")";
    }
    return "it ended with exit status " + std::to_string(WEXITSTATUS(status_));
  }
  return stream_->why_lost();
}

}  // namespace rensa::bridge
