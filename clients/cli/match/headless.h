#pragma once

#include <functional>

#include "clients/cli/match/match.h"
#include "clients/cli/match/tally.h"

namespace rensa::cli {

// Plays a match as fast as this machine can, on `jobs` threads. `stop` is asked between games; `tell` hears of what has
// been counted, on the calling thread, some ten times a second. Games are counted in their order whatever thread
// finishes first, so the tally of a match that was stopped is that of its first games. Throws what a game throws.
struct HeadlessOptions {
  int jobs = 1;
  std::function<bool()> stop;
  std::function<void(const Tally&)> tell;
};

Tally play_match(const MatchSetup& setup, const HeadlessOptions& options);

}  // namespace rensa::cli
