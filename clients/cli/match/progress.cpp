#include "clients/cli/match/progress.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include "clients/cli/match/summary.h"
#include "server/base/formatted.h"

namespace rensa::cli {

namespace {

double seconds(std::chrono::steady_clock::duration span) { return std::chrono::duration<double>(span).count(); }

}  // namespace

ProgressLine::ProgressLine(bool quiet) : quiet_(quiet), on_terminal_(isatty(STDERR_FILENO) != 0) {}

bool ProgressLine::is_due() const {
  return !quiet_ && Clock::now() - last_shown_ >= std::chrono::seconds(on_terminal_ ? 1 : 10);
}

void ProgressLine::show(const std::string& text) {
  last_shown_ = Clock::now();
  if (on_terminal_) {
    const std::string blanks(open_line_bytes_ > text.size() ? open_line_bytes_ - text.size() : 0, ' ');
    std::fprintf(stderr, "\r%s%s", text.c_str(), blanks.c_str());
    open_line_bytes_ = text.size();
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
}

void ProgressLine::close() {
  if (open_line_bytes_ > 0) std::fputc('\n', stderr);
  open_line_bytes_ = 0;
}

void TimeLeftEstimate::update(Time now, std::size_t games) {
  if (!first_update_) {
    first_update_ = now;
    games_at_first_update_ = games;
  }
  games_ = games;
}

std::optional<std::chrono::seconds> TimeLeftEstimate::time_left(Time now, std::size_t all_games) const {
  if (!first_update_ || games_ <= games_at_first_update_) return std::nullopt;
  const double seconds = std::chrono::duration<double>(now - *first_update_).count();
  const auto to_go = static_cast<double>(all_games - std::min(all_games, games_));
  return std::chrono::seconds(
      static_cast<long long>(to_go * seconds / static_cast<double>(games_ - games_at_first_update_)));
}

std::string time_left_text(std::chrono::seconds left) {
  const auto seconds = static_cast<long long>(left.count());
  if (seconds < 120) return base::formatted("%lld s to go", seconds);
  if (seconds < 7'200) return base::formatted("%lld min to go", seconds / 60);
  return base::formatted("%lld h %lld min to go", seconds / 3'600, seconds / 60 % 60);
}

MatchProgress::MatchProgress(const MatchSetup& setup, bool quiet) : setup_(setup), progress_line_(quiet) {}

void MatchProgress::update(const MatchTotals& totals) {
  if (!progress_line_.is_due()) return;
  const double rate = static_cast<double>(totals.games()) / seconds(Clock::now() - start_);
  progress_line_.show(score_line(setup_, totals) + base::formatted(" (%.0f games/s)", rate));
}

void MatchProgress::finish(const MatchTotals& totals) {
  progress_line_.close();
  const double span = seconds(Clock::now() - start_);
  const char* unit = setup_.ruleset.pacing == rules::Pacing::turns ? "turns" : "frames";
  std::fprintf(stderr, "%lld games in %.2f s: %.0f games/s, %.0f %s/s\n", static_cast<long long>(totals.games()), span,
               static_cast<double>(totals.games()) / span, static_cast<double>(totals.frames()) / span, unit);
}

}  // namespace rensa::cli
