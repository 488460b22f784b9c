#pragma once

#include <string>

#include "clients/cli/match/match.h"
#include "clients/cli/match/tally.h"

namespace rensa::cli {

// Plays a match at the pace of the game and draws it on the terminal that is stdout. Headless matches are in
// match/headless.h.
struct LiveOptions {
  double speed = 1;      // of 60 frames a second; turn games show a turn every half second
  int (*stop_signal)();  // asked every frame: not 0 ends the match
};

// Why stdout cannot be drawn on; empty: it can.
std::string why_not_live();

// Precondition: why_not_live() is empty. The terminal is as it was on return, on exceptions, and when a signal ends
// the program. Returns the tally of all games that came to their end; throws what a game throws.
Tally play_live(const MatchSetup& setup, const LiveOptions& options);

}  // namespace rensa::cli
