#include "clients/cli/match/progress.h"

#include <cstdio>
#include <unistd.h>

#include "clients/cli/match/summary.h"

namespace rensa::cli {

namespace {

double seconds(std::chrono::steady_clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

Progress::Progress(const MatchSetup& setup, bool quiet)
    : setup_(setup), quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) != 0) {}

void Progress::tell(const Tally& tally) {
  const Clock::time_point now = Clock::now();
  if (quiet_ || now - told_ < std::chrono::seconds(on_terminal_ ? 1 : 10)) return;
  told_ = now;
  const double rate = static_cast<double>(tally.games()) / seconds(now - start_);
  std::fprintf(stderr, on_terminal_ ? "\r%s (%.0f games/s)   " : "%s (%.0f games/s)\n", standing(setup_, tally).c_str(),
               rate);
  std::fflush(stderr);
  line_is_open_ = on_terminal_;
}

void Progress::finish(const Tally& tally) {
  if (line_is_open_) std::fputc('\n', stderr);
  const double span = seconds(Clock::now() - start_);
  const char* unit = setup_.ruleset.pacing == rules::Pacing::turns ? "turns" : "frames";
  std::fprintf(stderr, "%lld games in %.2f s: %.0f games/s, %.0f %s/s\n", static_cast<long long>(tally.games()), span,
               static_cast<double>(tally.games()) / span, static_cast<double>(tally.frames()) / span, unit);
}

}  // namespace rensa::cli
