#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace rensa::cli::test {

// The program as its users meet it: started with arguments, judged by what it prints and how it ends.

struct Finished {
  int exit_code = 0;  // 128 + the signal that killed it
  std::string out;
  std::string err;
};

// With neither stdin nor a terminal; stdout goes into `out`, or where else it is sent.
Finished run(const std::vector<std::string>& arguments);
Finished run(const std::vector<std::string>& arguments, const std::filesystem::path& out);

// Killed after so long, unless it has ended by then.
int run_and_kill(const std::vector<std::string>& arguments, std::chrono::microseconds after);

// On a terminal of its own, for so long; then it is sent `signal` (0: none, it ends by itself). `out` is what reached
// the terminal.
struct TerminalOptions {
  int columns = 80;
  int rows = 24;
  double seconds = 0;
  int signal = 0;
  std::string keys{};  // typed at the same time
  std::vector<std::string> environment{};
};
Finished run_on_terminal(const std::vector<std::string>& arguments, const TerminalOptions& options);

// Whether this system has pseudo-terminals: a bare chroot without /dev/pts has none.
bool has_terminals();

// A folder that lives as long as this.
class Folder {
 public:
  Folder();
  ~Folder();
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string content_of(const std::filesystem::path& file);
void write_to(const std::filesystem::path& file, const std::string& content);

}  // namespace rensa::cli::test
