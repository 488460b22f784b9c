#include "tests/clients/cli/program.h"

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <pty.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

namespace rensa::cli::test {

namespace {

[[noreturn]] void execute_program(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = arguments;
  words.insert(words.begin(), tests::program_path("rensa"));
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  _exit(127);
}

// If fork() failed, the child is -1, and a signal to -1 would reach all processes.
pid_t check_child(pid_t child) {
  if (child < 0) throw std::system_error(errno, std::generic_category(), "the program cannot be started");
  return child;
}

int exit_code_of(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  constexpr int kSignalled = 128;
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignalled + WTERMSIG(status);
}

void redirect(const std::filesystem::path& file, int descriptor) {
  if (std::freopen(file.c_str(), "w", descriptor == STDOUT_FILENO ? stdout : stderr) == nullptr) _exit(127);
}

pid_t start(const std::vector<std::string>& arguments, const std::filesystem::path& out,
            const std::filesystem::path& err) {
  const pid_t child = check_child(fork());
  if (child == 0) {
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    close(STDIN_FILENO);
    execute_program(arguments);
  }
  return child;
}

}  // namespace

ProgramResult run(const std::vector<std::string>& arguments) {
  const TestFolder folder;
  ProgramResult result = run(arguments, folder / "out");
  result.out = read_file(folder / "out");
  return result;
}

ProgramResult run(const std::vector<std::string>& arguments, const std::filesystem::path& out) {
  const TestFolder folder;
  const int exit_code = exit_code_of(start(arguments, out, folder / "err"));
  return {exit_code, {}, read_file(folder / "err")};
}

ProgramResult run_without_reader(const std::vector<std::string>& arguments) {
  const TestFolder folder;
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe2");
  close(ends[0]);
  const pid_t child = check_child(fork());
  if (child == 0) {
    dup2(ends[1], STDOUT_FILENO);
    redirect(folder / "err", STDERR_FILENO);
    close(STDIN_FILENO);
    execute_program(arguments);
  }
  close(ends[1]);
  const int exit_code = exit_code_of(child);
  return {exit_code, {}, read_file(folder / "err")};
}

int run_and_kill(const std::vector<std::string>& arguments, std::chrono::microseconds after) {
  const TestFolder folder;
  const pid_t child = start(arguments, folder / "out", folder / "err");
  std::this_thread::sleep_for(after);
  kill(child, SIGKILL);
  return exit_code_of(child);
}

int run_and_signal(const std::vector<std::string>& arguments, const SignalOptions& options) {
  const TestFolder folder;
  const std::string temporary = "TMPDIR=" + options.temporary_folder.string();
  const pid_t child = check_child(fork());
  if (child == 0) {
    putenv(const_cast<char*>(temporary.c_str()));
    std::signal(options.signal, SIG_DFL);  // the tests may run under nohup
    redirect(folder / "out", STDOUT_FILENO);
    redirect(folder / "err", STDERR_FILENO);
    execute_program(arguments);
  }
  const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
  while (!std::filesystem::exists(options.after_file) && std::chrono::steady_clock::now() < until) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_TRUE(std::filesystem::exists(options.after_file));
  kill(child, options.signal);
  return exit_code_of(child);
}

ProgramResult run_on_terminal(const std::vector<std::string>& arguments, const TerminalOptions& options) {
  winsize size{};
  size.ws_col = static_cast<unsigned short>(options.columns);
  size.ws_row = static_cast<unsigned short>(options.rows);
  int terminal = -1;
  const pid_t child = check_child(forkpty(&terminal, nullptr, nullptr, &size));
  if (child == 0) {
    for (const char* name : {"NO_COLOR", "COLORTERM"}) unsetenv(name);
    setenv("TERM", "xterm-256color", 1);
    std::vector<std::string> environment = options.environment;
    for (std::string& setting : environment) putenv(setting.data());
    execute_program(arguments);
  }
  ProgramResult result;
  bool is_waiting = !options.after.empty();
  std::array<char, 4096> buffer{};
  for (;;) {
    const ssize_t got = read(terminal, buffer.data(), buffer.size());
    if (got <= 0) break;  // reading from a terminal fails after its program has ended
    result.out.append(buffer.data(), static_cast<std::size_t>(got));
    if (!is_waiting || result.out.find(options.after) == std::string::npos) continue;
    is_waiting = false;
    const auto typed = static_cast<ssize_t>(options.keys.size());
    EXPECT_EQ(write(terminal, options.keys.data(), options.keys.size()), typed);
    if (options.signal != 0) kill(child, options.signal);
  }
  EXPECT_FALSE(is_waiting) << "the output has no " << options.after;
  result.exit_code = exit_code_of(child);
  close(terminal);
  return result;
}

bool has_terminals() {
  int terminal = -1;
  int other = -1;
  if (openpty(&terminal, &other, nullptr, nullptr, nullptr) != 0) return false;
  close(terminal);
  close(other);
  return true;
}

TestFolder::TestFolder() {
  std::string name = testing::TempDir() + "rensa-XXXXXX";
  path_ = mkdtemp(name.data());
}

TestFolder::~TestFolder() { std::filesystem::remove_all(path_); }

std::string read_file(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_file(const std::filesystem::path& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

}  // namespace rensa::cli::test
