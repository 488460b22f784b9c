#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "clients/cli/match/match.h"

namespace rensa::cli {

// A line of progress on stderr. On a terminal it is replaced once a second; elsewhere a new line follows every ten
// seconds.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet);

  // Returns true if it is time for the next line. Ask before composing a line that is costly.
  bool is_due() const;
  void show(const std::string& text);
  // Ends the line, so that other output on stderr begins a new one.
  void close();

 private:
  using Clock = std::chrono::steady_clock;

  bool quiet_;
  bool on_terminal_;
  Clock::time_point last_shown_ = Clock::now();
  std::size_t open_line_bytes_ = 0;  // 0: no line is open
};

// Estimates the time left from the speed of the games since the first update.
class TimeLeftEstimate {
 public:
  using Time = std::chrono::steady_clock::time_point;

  void update(Time now, std::size_t games);
  // Returns the time until `all_games` have been played, or nothing if it is not known yet.
  std::optional<std::chrono::seconds> time_left(Time now, std::size_t all_games) const;

 private:
  std::optional<Time> first_update_;
  std::size_t games_at_first_update_ = 0;
  std::size_t games_ = 0;
};

// Returns the time left as text, such as "45 s to go", "3 min to go" or "2 h 10 min to go".
std::string time_left_text(std::chrono::seconds left);

// Shows on stderr the progress of a match and, at the end, its speed. The speed is not on stdout, because stdout must
// not depend on the machine.
class MatchProgress {
 public:
  MatchProgress(const MatchSetup& setup, bool quiet);

  void update(const MatchTotals& totals);
  void finish(const MatchTotals& totals);

 private:
  using Clock = std::chrono::steady_clock;

  const MatchSetup& setup_;
  const Clock::time_point start_ = Clock::now();
  ProgressLine progress_line_;
};

}  // namespace rensa::cli
