#pragma once

#include <string>
#include <vector>

#include "clients/cli/experiments/nplayer_run.h"

namespace rensa::cli {

// Tests the statements of document 001 about its figures with our games.

enum class Verdict { yes, no, undecided };

struct NplayerClaim {
  std::string section;
  std::string text;
  tournament::Interval difference;  // of shares of wins, game by game; the document has it positive
  Verdict verdict = Verdict::undecided;
};

// Omits the claims that need figures or depths which were not played.
std::vector<NplayerClaim> claims_of(const NplayerRun& run);

std::string name_of(Verdict verdict);

}  // namespace rensa::cli
