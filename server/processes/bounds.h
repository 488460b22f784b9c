#pragma once

#include <chrono>
#include <optional>

#include "server/processes/allowance.h"
#include "server/processes/command.h"
#include "server/processes/descriptor.h"

namespace rensa::processes {

// What the family of a keeper may have together: how many it is, and how many cores it is on. The system has no limits
// for that, but for who may make control groups; so the keeper looks.
class Bounds {
 public:
  using Clock = std::chrono::steady_clock;

  // Before the program is started.
  explicit Bounds(const Limits& limits);

  // How soon to look again; below zero: never.
  std::chrono::milliseconds until_look() const;
  // Whether there are more of them than there may be. Who takes more cores than it may is stopped for a while.
  bool is_broken();
  // Who is stopped goes on, and nobody is stopped any more.
  void let_go();

 private:
  bool may_have_grown() const;
  bool look(Clock::time_point now);
  void rest(Clock::time_point until);
  void say_that_it_rested();

  const Limits limits_;
  const int cores_;  // 0: as many as there are
  std::optional<Allowance> allowance_;
  Clock::time_point next_look_;
  std::size_t members_ = 0;    // processes and threads, when last looked at
  unsigned short system_ = 0;  // those of the whole machine, just before that
  std::optional<Clock::time_point> resting_until_;
  bool is_said_ = false;
};

}  // namespace rensa::processes
