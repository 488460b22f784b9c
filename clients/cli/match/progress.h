#pragma once

#include <chrono>

#include "clients/cli/match/tally.h"

namespace rensa::cli {

// How far a long match is, on stderr: a line that is written over once a second on a terminal, a line every ten seconds
// elsewhere. And at the end, because what is on stdout must not depend on the machine, how fast it went.
class Progress {
 public:
  Progress(const MatchSetup& setup, bool quiet);

  void tell(const Tally& tally);
  void finish(const Tally& tally);

 private:
  using Clock = std::chrono::steady_clock;

  const MatchSetup& setup_;
  bool quiet_;
  bool on_terminal_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point told_ = start_;
  bool line_is_open_ = false;
};

}  // namespace rensa::cli
