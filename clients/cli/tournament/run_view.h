#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "clients/cli/match/progress.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::cli {

// Shows a run while it is played. On a terminal it draws the table on the whole screen, about once a second; elsewhere
// it writes the progress to stderr. Log lines go to stderr, too, but not into the picture.
class RunView {
 public:
  RunView(const tournament::TournamentPlan& plan, bool quiet);
  // Gives the terminal back.
  ~RunView();
  RunView(const RunView&) = delete;
  RunView& operator=(const RunView&) = delete;

  // After each game. By one thread at a time, as `log`.
  void tell(const tournament::TournamentProgress& tournament);
  void log(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  std::string progress(const tournament::TournamentProgress& tournament);
  std::string page_of(const tournament::TournamentProgress& tournament);
  void draw();

  const tournament::TournamentPlan& plan_;
  const bool quiet_;
  const std::optional<std::size_t> most_games_;
  TimeLeftEstimate time_left_;
  ProgressLine line_;
  const bool draws_;
  Clock::time_point next_copy_ = Clock::now();

  std::mutex mutex_;
  std::condition_variable is_over_changed_;
  bool is_over_ = false;
  std::optional<std::string> page_;  // that is not drawn yet
  std::deque<std::string> logged_;   // the last lines, to be said when the terminal is given back
  std::jthread drawer_;
};

}  // namespace rensa::cli
