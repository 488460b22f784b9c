#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "server/base/table.h"
#include "server/tournament/plan/plan.h"

namespace rensa::tournament {

// The faults of a tournament, one sentence each, and the number of finished games in its journal. The table leaves out
// annulled games, those of disqualified players, and games that ended after the answer of a sequential test.
struct VerificationReport {
  std::vector<std::string> faults;
  std::size_t games = 0;
  std::size_t counted = 0;  // of them, those that count in the table
  bool is_of_plan = true;   // false: the journal belongs to another plan
};

// As text, returns one line for each fault, or a line with the number of checked games if there is no fault. In the
// other formats, returns a row for each fault, or one without a fault.
std::string verification_text(const VerificationReport& report, base::TableFormat format = base::TableFormat::text);

// Checks a tournament against its plan. Every event of the journal must be possible, and the formats of the plan must
// schedule the same pairs. The organiser's corrections must follow their rules. The record of each game must lead to
// the result in the journal, and have the players, seats and queue of the plan.
VerificationReport verify_tournament(const TournamentPlan& plan, const std::filesystem::path& folder);

}  // namespace rensa::tournament
