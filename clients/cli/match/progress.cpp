#include "clients/cli/match/progress.h"

#include <cstdio>

#include "clients/cli/match/summary.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

double seconds(std::chrono::steady_clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

Progress::Progress(const MatchSetup& setup, bool quiet) : setup_(setup), line_(quiet) {}

void Progress::tell(const Tally& tally) {
  if (!line_.is_due()) return;
  const double rate = static_cast<double>(tally.games()) / seconds(Clock::now() - start_);
  line_.show(standing(setup_, tally) + base::formatted(" (%.0f games/s)", rate));
}

void Progress::finish(const Tally& tally) {
  line_.close();
  const double span = seconds(Clock::now() - start_);
  const char* unit = setup_.ruleset.pacing == rules::Pacing::turns ? "turns" : "frames";
  std::fprintf(stderr, "%lld games in %.2f s: %.0f games/s, %.0f %s/s\n", static_cast<long long>(tally.games()), span,
               static_cast<double>(tally.games()) / span, static_cast<double>(tally.frames()) / span, unit);
}

}  // namespace rensa::cli
