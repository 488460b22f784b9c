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

// Shows a tournament while it is played. On a terminal it draws the table on the whole screen, about once a second;
// elsewhere it writes the progress to stderr. Log lines go to stderr, too, but not into the picture.
class TournamentView {
 public:
  TournamentView(const tournament::TournamentPlan& plan, bool quiet);
  // Restores the terminal and prints the last log lines.
  ~TournamentView();
  TournamentView(const TournamentView&) = delete;
  TournamentView& operator=(const TournamentView&) = delete;

  // Call this after each game. Only one thread at a time may call it or `log`.
  void update(const tournament::TournamentProgress& tournament);
  void log(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  std::string progress_text(const tournament::TournamentProgress& tournament);
  std::string page_of(const tournament::TournamentProgress& tournament);
  void draw();

  const tournament::TournamentPlan& plan_;
  const bool quiet_;
  const std::optional<std::size_t> max_games_;
  TimeLeftEstimate time_left_;
  ProgressLine line_;
  const bool is_drawing_;
  Clock::time_point next_page_ = Clock::now();

  std::mutex mutex_;
  std::condition_variable is_over_changed_;
  bool is_over_ = false;
  std::optional<std::string> page_;  // the next page to draw
  std::deque<std::string> logged_;   // the last log lines; they are printed when the terminal is restored
  std::jthread drawer_;
};

}  // namespace rensa::cli
