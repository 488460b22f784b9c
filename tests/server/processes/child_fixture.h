#pragma once

#include <boost/asio/io_context.hpp>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "server/processes/child_process.h"

namespace rensa::processes::test {

ChildOptions program(std::vector<std::string> words);
ChildOptions shell(const std::string& script);
// The program runs in a sandbox, in which it sees itself and the system.
ChildOptions isolated(ChildOptions options);

// The process whose number is in this line of the text.
pid_t process_of(const std::string& text, std::size_t line);
// The state of a process as a letter, such as 'T' for a stopped one; '\0': it is gone.
char state_of(pid_t process);
// Returns true if the process is gone, or has only to be waited for.
bool is_gone(pid_t process);
// The content of a file.
std::string content(const std::string& path);

inline constexpr int kMaxNice = 19;  // the kernel sets no larger value
// The reason to skip a test for which is_paused_soon() returned false.
inline constexpr const char* kNoOtherCore =
    "other programs leave no more than one core to a greedy one, so it is not paused";

// Runs children on an io_context, with a temporary folder.
class ChildFixture : public testing::Test {
 protected:
  ChildFixture();
  ~ChildFixture() override;

  // Returns false if the condition does not become true in time.
  bool runs_until(const std::function<bool()>& condition);
  // Waits until the program is paused because it used more than the one core that it may use. Returns false if this
  // machine has no other core for it, so that it is not paused for a while.
  bool is_paused_soon();
  void start(const ChildOptions& options);
  bool has_written(std::size_t lines);
  ExitReport exit_report();
  ExitReport end_of(const ChildOptions& options);
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  boost::asio::io_context io_;
  std::filesystem::path folder_;
  std::unique_ptr<ChildProcess> child_;
  std::optional<ExitReport> report_;
};

}  // namespace rensa::processes::test
