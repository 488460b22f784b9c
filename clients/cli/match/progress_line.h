#pragma once

#include <chrono>
#include <string>

namespace rensa::cli {

// How far something long is, on stderr: a line that is written over once a second on a terminal, a line every ten
// seconds elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  // Whether it is time for another. What it says may be costly to know.
  bool is_due() const;
  void show(const std::string& text);
  // What is written on stderr from now on begins a line.
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool on_terminal_;
  Clock::time_point told_ = Clock::now();
  std::size_t shown_ = 0;  // bytes of a line that is open
};

}  // namespace rensa::cli
