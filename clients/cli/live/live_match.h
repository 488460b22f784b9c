#pragma once

#include "clients/cli/match/match.h"

namespace rensa::cli {

struct LiveOptions {
  double speed = 1;      // 1 is 60 frames a second, or 2 turns a second
  int (*stop_signal)();  // called every frame; a result other than 0 ends the match
};

// Plays a match at the speed of the game and draws it on the terminal that is stdout. Matches without a picture are in
// match/match.h. Precondition: why_not_drawable() is empty (terminal.h). The terminal is restored on return, on
// exceptions and when a signal ends the program. Returns the totals of all finished games; passes on the exceptions of
// a game.
MatchTotals play_live(const MatchSetup& setup, const LiveOptions& options);

}  // namespace rensa::cli
