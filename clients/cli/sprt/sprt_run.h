#pragma once

#include <functional>

#include "clients/cli/match/match.h"
#include "server/league/sprt.h"

namespace rensa::cli {

// A match that is played until it shows which of two differences in strength fits its games better.
struct SprtSetup {
  MatchSetup match;  // its games: the most that are played, an even number; two in a row are a pair
  league::SprtTerms terms;
};

// How games are played, and who hears of it: `tell` after each pair, on any thread but one at a time.
struct SprtOptions {
  int jobs = 1;
  std::function<bool()> stop;  // asked between games
  std::function<void(const league::Sprt&)> tell;
};

// The test as it is once it has its answer, the games are out, or it was stopped. The same setup comes to the same
// answer on any number of threads. Throws what a game throws.
league::Sprt run_sprt(const SprtSetup& setup, const SprtOptions& options);

}  // namespace rensa::cli
