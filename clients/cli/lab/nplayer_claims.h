#pragma once

#include <string>
#include <vector>

#include "clients/cli/lab/nplayer_run.h"

namespace rensa::cli {

// What document 001 says of its figures in words, asked of our games.

enum class Verdict { yes, no, undecided };

struct NplayerClaim {
  std::string section;
  std::string text;
  tournament::Interval difference;  // of shares of wins, game by game; the document has it positive
  Verdict verdict = Verdict::undecided;
};

// Of what has been played; what needs other figures or depths is left out.
std::vector<NplayerClaim> claims_of(const NplayerRun& run);

std::string name_of(Verdict verdict);

}  // namespace rensa::cli
