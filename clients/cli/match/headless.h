#pragma once

#include <functional>

#include "clients/cli/match/match.h"
#include "clients/cli/match/match_totals.h"

namespace rensa::cli {

struct HeadlessOptions {
  int jobs = 1;                // threads
  std::function<bool()> stop;  // true ends the match; called by all threads, between games and during long ones
  std::function<void(const MatchTotals&)> on_progress;  // called on the calling thread, about ten times a second
};

// Plays a match as fast as this machine can, without a picture. Games are counted in their order, whichever thread
// finishes first, so the totals of a stopped match are those of its first games. Passes on the exceptions of a game.
MatchTotals play_match(const MatchSetup& setup, const HeadlessOptions& options);

}  // namespace rensa::cli
