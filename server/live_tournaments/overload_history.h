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
  int runnable = 0;    // threads of the whole machine that run or wait for a core
};

// The times at which the machine was overloaded. If a player was late at such a time, its game does not count.
class OverloadHistory {
 public:
  explicit OverloadHistory(int cores) : cores_(cores) {}

  void add(const HostLoadSample& sample);
  // Returns a sentence about an overload in this time span; nullopt: there was none.
  std::optional<std::string> find_overload(base::Time from, base::Time to) const;

 private:
  struct OverloadPeriod {
    base::Time at;
    std::string why;
  };

  int cores_;
  std::vector<OverloadPeriod> overloads_;  // the latest ones, in rising order
};

}  // namespace rensa::live_tournaments
