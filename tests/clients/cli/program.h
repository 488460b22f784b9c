#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace rensa::cli::test {

// Starts the program rensa with arguments, as its users do, and returns its output and its exit code.

struct ProgramResult {
  int exit_code = 0;  // 128 + the signal that killed it
  std::string out;
  std::string err;
};

// Runs the program without stdin and without a terminal. The second one sends stdout to the file `out`.
ProgramResult run(const std::vector<std::string>& arguments);
ProgramResult run(const std::vector<std::string>& arguments, const std::filesystem::path& out);

// Runs the program with a pipe as stdout that has no reader.
ProgramResult run_without_reader(const std::vector<std::string>& arguments);

// Kills the program after this time, unless it has ended before.
int run_and_kill(const std::vector<std::string>& arguments, std::chrono::microseconds after);

// Sends the signal as soon as the file is there. Returns the exit code.
struct SignalOptions {
  std::filesystem::path after_file;
  int signal = 0;
  std::filesystem::path temporary_folder;  // for the files of the program
};
int run_and_signal(const std::vector<std::string>& arguments, const SignalOptions& options);

// Runs the program on its own terminal. As soon as the output has the text `after`, types `keys` and sends `signal` (0:
// no signal). The result has all output that the terminal received.
struct TerminalOptions {
  int columns = 80;
  int rows = 24;
  std::string after{};
  std::string keys{};
  int signal = 0;
  std::vector<std::string> environment{};
};
ProgramResult run_on_terminal(const std::vector<std::string>& arguments, const TerminalOptions& options);

// Returns false on systems without pseudo-terminals, such as a chroot without /dev/pts.
bool has_terminals();

// A new folder that is removed by the destructor.
class TestFolder {
 public:
  TestFolder();
  ~TestFolder();
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& content);

}  // namespace rensa::cli::test
