#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "server/base/time.h"

namespace rensa::live_tournaments {

// What is known of how the machine does: whether a player's lateness was its own.

// What was measured at some moment.
struct Look {
  base::Time at;
  base::Span late{};  // behind the moment at which it should have been made
  int running = 0;    // processes and threads that want a core, everywhere on this machine
};

class Strain {
 public:
  explicit Strain(int cores) : cores_(cores) {}

  void add(const Look& look);
  // Why nobody can be blamed for being late between these moments; nullopt: the machine was at ease.
  std::optional<std::string> excuse(base::Time from, base::Time to) const;

 private:
  struct Bad {
    base::Time at;
    std::string why;
  };

  int cores_;
  std::vector<Bad> bad_;  // the last ones, rising
};

// As the system counts them now; 0: it does not say.
int running_now();

}  // namespace rensa::live_tournaments
