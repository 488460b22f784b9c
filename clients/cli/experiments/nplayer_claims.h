#pragma once

#include <string>
#include <vector>

#include "clients/cli/experiments/nplayer_run.h"

namespace rensa::cli {

// Checks the claims of document 001 about its figures with our games.

enum class Verdict { yes, no, undecided };

struct NplayerClaim {
  std::string section;
  std::string text;
  tournament::Interval difference;  // of shares of wins, game by game; the claim is that it is positive
  Verdict verdict = Verdict::undecided;
};

// Checks all claims about the figures and depths that were played.
std::vector<NplayerClaim> claims_of(const NplayerRun& run);

std::string name_of(Verdict verdict);

}  // namespace rensa::cli
