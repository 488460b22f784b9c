#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <sys/types.h>

#include "server/base/descriptor.h"
#include "server/processes/program.h"

namespace rensa::processes {

// A budget of CPU time that several processes share: the time of a number of cores. It is a pure rule; the caller
// measures the times.
class CpuBudget {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Seconds = std::chrono::duration<double>;

  CpuBudget(int cores, Time from) : cores_(cores), read_at_(from) {}

  // The time that all of them have used so far. It may be less than before, since the time of a process that was not
  // waited for is lost. On a busy machine reading it may take long, so both ends of the reading are known.
  struct Reading {
    Time begin;
    Time end;
    Seconds used{};
  };
  // Returns the pause that all processes need to stay within the budget. They are given the whole time from the begin
  // of the last reading to the end of this one, so the pause is never too long.
  Seconds required_pause(const Reading& reading);

 private:
  const double cores_;
  Time read_at_;  // the begin of the last reading
  Seconds used_{};
  Seconds debt_{};
};

// A limit that a program has exceeded, for which it is killed.
enum class Excess : std::uint8_t { none, processes, memory };

// Enforces the limits that hold for all processes of a program together: their number, their memory and their cores.
// Only a process that may make control groups could have the system enforce them, so the supervisor checks them itself.
class LimitEnforcer {
 public:
  using Clock = std::chrono::steady_clock;

  // Construct it before the program is started.
  explicit LimitEnforcer(const Limits& limits);

  // The time until the next call of enforce(); below 0: no call is needed.
  std::chrono::milliseconds time_until_check() const;
  // From now on, the files in memory of this sandbox count as memory of the program.
  void count_files_of(pid_t starter) { starter_ = starter; }
  // Pauses a program that takes more time than its cores have. Returns the limit for which it has to be killed.
  Excess enforce();
  // Continues a paused program, and pauses it no more.
  void stop_enforcing();

 private:
  bool may_have_grown() const;
  Excess check(Clock::time_point now);
  bool has_too_much_memory(std::uint64_t bytes_of_processes);
  void pause(Clock::time_point until);
  void report_pause();

  const Limits limits_;
  const int cores_;    // 0: no limit
  pid_t starter_ = 0;  // of the sandbox; 0: the program is not isolated
  std::optional<CpuBudget> budget_;
  Clock::time_point next_check_;
  Clock::time_point next_sum_{};         // of the memory that is shared, exactly
  std::size_t processes_ = 0;            // processes and threads at the last check
  unsigned short system_processes_ = 0;  // those of the whole machine, just before that
  std::optional<Clock::time_point> paused_until_;
  bool is_pause_reported_ = false;
};

}  // namespace rensa::processes
