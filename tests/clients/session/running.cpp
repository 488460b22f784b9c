#include "tests/clients/session/running.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "tests/tools/time_limit.h"

namespace rensa::session::test {

using std::chrono::steady_clock;

Running::Running(std::vector<std::string> words) : until_(steady_clock::now() + rensa::test::kTimeLimit) {
  std::array<int, 2> ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  child_ = fork();
  if (child_ == 0) {
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  close(ends[1]);
  out_ = ends[0];
}

Running::~Running() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(out_);
}

std::string Running::after(const std::string& words) {
  for (;;) {
    const std::size_t begin = text.find(words);
    const std::size_t end = begin == std::string::npos ? begin : text.find('\n', begin);
    if (end != std::string::npos) return text.substr(begin + words.size(), end - begin - words.size());
    if (!read_more()) {
      ADD_FAILURE() << "no '" << words << "' in: " << text;
      return "";
    }
  }
}

const std::string& Running::read_so_far() {
  while (steady_clock::now() < until_ && read_more_until(steady_clock::now())) {
  }
  return text;
}

int Running::finish() {
  while (read_more()) {
  }
  int status = 0;
  if (steady_clock::now() >= until_) kill(child_, SIGKILL);
  waitpid(std::exchange(child_, -1), &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Running::read_more() { return steady_clock::now() < until_ && read_more_until(until_); }

bool Running::read_more_until(steady_clock::time_point until) {
  pollfd entry{out_, POLLIN, 0};
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - steady_clock::now());
  if (poll(&entry, 1, std::max(0, static_cast<int>(left.count()))) != 1) return false;
  std::array<char, 4096> piece{};
  const ssize_t count = read(out_, piece.data(), piece.size());
  if (count <= 0) return false;
  text.append(piece.data(), static_cast<std::size_t>(count));
  return true;
}

int count(const std::string& text, const std::string& words) {
  int found = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++found;
  return found;
}

}  // namespace rensa::session::test
