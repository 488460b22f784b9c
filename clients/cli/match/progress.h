#pragma once

#include <chrono>

#include "clients/cli/match/progress_line.h"
#include "clients/cli/match/tally.h"

namespace rensa::cli {

// How far a long match is, on stderr. And at the end, because what is on stdout must not depend on the machine, how
// fast it went.
class Progress {
 public:
  Progress(const MatchSetup& setup, bool quiet);

  void tell(const Tally& tally);
  void finish(const Tally& tally);

 private:
  using Clock = std::chrono::steady_clock;

  const MatchSetup& setup_;
  const Clock::time_point start_ = Clock::now();
  ProgressLine line_;
};

}  // namespace rensa::cli
