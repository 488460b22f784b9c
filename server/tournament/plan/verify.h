#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// The faults of a tournament, one sentence each, and the number of finished games in its journal.
struct VerificationReport {
  std::vector<std::string> faults;
  std::size_t games = 0;
  bool is_of_plan = true;  // false: the journal belongs to another plan
};

// Returns one line for each fault, or a line with the number of checked games if there is no fault.
std::string verification_text(const VerificationReport& report);

// Checks a tournament against its plan. Every event of the journal must be possible, and the formats of the plan must
// schedule the same pairs. The record of each game must lead to the result in the journal, and have the players, seats
// and queue of the plan.
VerificationReport verify_tournament(const TournamentPlan& plan, const std::filesystem::path& folder);

}  // namespace rensa::tournament
