#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "tests/tools/time_limit.h"

namespace rensa::e2e {

// A program that runs during the test. The destructor kills it if it still runs.
class Process {
 public:
  // `errors`: the file for its stderr.
  Process(const std::vector<std::string>& words, const std::string& errors);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int number) const;
  // Returns a line of its stdout without its end; empty if there are no more.
  std::string line();
  // Returns the rest of its stdout, until it ends.
  std::string rest();
  bool has_ended();
  // Returns its exit status, or the negative signal that ended it; nullopt if it does not end in time.
  std::optional<int> wait();

 private:
  using Clock = std::chrono::steady_clock;

  // Returns false if nothing came in time, or if the output has ended.
  bool read_more(Clock::time_point until);

  pid_t process_ = -1;
  int output_ = -1;
  std::string read_;
  std::optional<int> status_;
};

// The result of a program that has ended.
struct ProgramResult {
  int status = 0;
  std::string output;
  std::string errors;
};

std::string read_text_file(const std::string& path);

}  // namespace rensa::e2e
