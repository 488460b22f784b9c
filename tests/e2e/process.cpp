#include "tests/e2e/process.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <poll.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace rensa::e2e {

namespace {

constexpr std::chrono::milliseconds kTick{10};

}  // namespace

std::string read_text_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Process::Process(const std::vector<std::string>& words, const std::string& errors) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = posix_spawn(&process_, words.front().c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  output_ = ends[0];
  if (error != 0) throw std::runtime_error(words.front() + " does not start");
}

Process::~Process() {
  if (!status_) {
    signal(SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  close(output_);
}

void Process::signal(int number) const {
  if (!status_) kill(process_, number);
}

bool Process::read_more(Clock::time_point until) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
  pollfd entry{.fd = output_, .events = POLLIN, .revents = 0};
  if (left.count() <= 0 || poll(&entry, 1, static_cast<int>(left.count())) <= 0) return false;
  std::array<char, 4096> piece{};
  const ssize_t count = read(output_, piece.data(), piece.size());
  if (count <= 0) return false;
  read_.append(piece.data(), static_cast<std::size_t>(count));
  return true;
}

std::string Process::line() {
  const auto until = Clock::now() + test::kTimeLimit;
  while (read_.find('\n') == std::string::npos) {
    if (!read_more(until)) return "";
  }
  const std::size_t end = read_.find('\n');
  std::string line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return line;
}

std::string Process::rest() {
  const auto until = Clock::now() + test::kTimeLimit;
  while (read_more(until)) {
  }
  return std::exchange(read_, {});
}

bool Process::has_ended() {
  int status = 0;
  if (!status_ && waitpid(process_, &status, WNOHANG) == process_) {
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  return status_.has_value();
}

std::optional<int> Process::wait() {
  const auto until = Clock::now() + test::kTimeLimit;
  while (!has_ended() && Clock::now() < until) std::this_thread::sleep_for(kTick);
  return status_;
}

}  // namespace rensa::e2e
