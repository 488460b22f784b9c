#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rensa::e2e {

// More than anything takes on a slow machine.
inline constexpr std::chrono::seconds kPatience{45};

// A program that runs beside the test. Killed, if it still runs, when this goes.
class Process {
 public:
  // `errors`: the file that its stderr goes to.
  Process(const std::vector<std::string>& words, const std::string& errors);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void signal(int number) const;
  // A line of its stdout without its end; empty: there is no further one.
  std::string line();
  // All that is left of it, until it ends.
  std::string rest();
  // Its exit status, or minus the signal that ended it; nullopt: it runs on and on.
  std::optional<int> wait();

 private:
  using Clock = std::chrono::steady_clock;

  // False: nothing came until then, or nothing comes any more.
  bool read_more(Clock::time_point until);

  pid_t process_ = -1;
  int output_ = -1;
  std::string read_;
  std::optional<int> status_;
};

struct Ran {
  int status = 0;
  std::string output;
  std::string errors;
};

std::string text_of_file(const std::string& path);

}  // namespace rensa::e2e
