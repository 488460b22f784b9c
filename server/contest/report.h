#pragma once

#include <string>

#include "server/contest/open_run.h"

namespace rensa::contest {

// What a run came to, for people and for programs. The same run gives the same bytes in whatever order its games ended,
// but for what thinking took, which is told only where it is asked for.

struct ReportOptions {
  bool times = false;
  bool hides_seed = false;  // who knows it knows the pairs of games that are still to come
};

std::string report_text(ReadRun& run, const ReportOptions& options);
std::string report_json(ReadRun& run, const ReportOptions& options);
// The table alone.
std::string report_csv(ReadRun& run);
std::string report_markdown(ReadRun& run);

}  // namespace rensa::contest
