#pragma once

#include <optional>
#include <string>
#include <vector>

#include "server/base/types.h"

namespace rensa::live_tournaments {

// A measurement of the load of the machine.
struct HostLoadSample {
  base::Time at;
  base::Span delay{};  // how late the measurement was made
  int running = 0;     // runnable processes and threads on the whole machine
};

// Remembers when the machine was overloaded. A player that was late at such a time is excused.
class HostOverload {
 public:
  explicit HostOverload(int cores) : cores_(cores) {}

  void add(const HostLoadSample& sample);
  // A sentence about an overload in this time span; nullopt: there was none.
  std::optional<std::string> excuse_for(base::Time from, base::Time to) const;

 private:
  struct OverloadPeriod {
    base::Time at;
    std::string why;
  };

  int cores_;
  std::vector<OverloadPeriod> overloads_;  // the latest ones, in rising order
};

// The number of runnable processes and threads now; 0: unknown.
int count_running_processes();

}  // namespace rensa::live_tournaments
