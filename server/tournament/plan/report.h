#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "server/tournament/plan/plan.h"
#include "server/tournament/plan/tournament_run.h"

namespace rensa::tournament {

// Describes a plan for people: its stages, and the pairs that are known before the first result.
std::string dry_run_text(const TournamentPlan& plan);

// Reports on a tournament for people and programs. The order in which games ended does not change a byte. Thinking
// times differ from run to run, so they are included only on request.

struct ReportOptions {
  bool times = false;          // adds thinking times
  bool hides_seed = false;     // the seed reveals the queues of future games
  bool for_strangers = false;  // of reasons, only what is public
};

std::string report_text(TournamentSnapshot& snapshot, const ReportOptions& options);
std::string report_json(TournamentSnapshot& snapshot, const ReportOptions& options);
// The report of report_json() before it is written, for those that add to it.
nlohmann::ordered_json make_json_report(TournamentSnapshot& snapshot, const ReportOptions& options);
// Return the final table only.
std::string report_csv(TournamentSnapshot& snapshot);
std::string report_markdown(TournamentSnapshot& snapshot);

}  // namespace rensa::tournament
