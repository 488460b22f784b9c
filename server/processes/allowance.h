#pragma once

#include <chrono>

namespace rensa::processes {

// CPU time that several processes may take together: that of so many cores. A pure rule: somebody else measures.
class Allowance {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Seconds = std::chrono::duration<double>;

  Allowance(int cores, Time from) : cores_(cores), looked_at_(from) {}

  // `used`: by all of them so far; less than before, where somebody took the traces along. For how long all of them
  // have to rest, so that they get no more than theirs; zero: they go on.
  Seconds rest(Time now, Seconds used);

 private:
  const double cores_;
  Time looked_at_;
  Seconds used_{};
  Seconds debt_{};
};

}  // namespace rensa::processes
