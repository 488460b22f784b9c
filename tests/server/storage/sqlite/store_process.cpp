#include "tests/server/storage/sqlite/store_process.h"

#include <array>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

#include "tests/tools/paths.h"

namespace rensa::storage::test {

StoreProcess::StoreProcess(const std::vector<std::string>& arguments) {
  std::array<int, 2> pipe_ends{};
  if (pipe2(pipe_ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);

  std::vector<std::string> words{tests::program_path("store_child")};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error = posix_spawn(&process_, pointers[0], &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(pipe_ends[1]);
  output_ = pipe_ends[0];
  if (error != 0) throw std::runtime_error("no child");
}

StoreProcess::~StoreProcess() {
  kill();
  close(output_);
}

bool StoreProcess::read_more() {
  std::array<char, 4096> buffer{};
  const ssize_t got = read(output_, buffer.data(), buffer.size());
  if (got <= 0) return false;
  read_.append(buffer.data(), static_cast<std::size_t>(got));
  return true;
}

std::string StoreProcess::line() {
  while (read_.find('\n') == std::string::npos) {
    if (!read_more()) return "";
  }
  const std::size_t end = read_.find('\n');
  std::string line = read_.substr(0, end);
  read_.erase(0, end + 1);
  return line;
}

void StoreProcess::kill() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  waitpid(std::exchange(process_, -1), nullptr, 0);
}

std::string StoreProcess::rest() {
  while (read_more()) {
  }
  return std::exchange(read_, "");
}

}  // namespace rensa::storage::test
