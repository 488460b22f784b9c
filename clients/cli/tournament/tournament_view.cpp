#include "clients/cli/tournament/tournament_view.h"

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include "clients/cli/live/terminal.h"
#include "server/tournament/plan/report.h"

namespace rensa::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kPageInterval = 1s;
constexpr auto kKeyInterval = 50ms;
constexpr int kMaxDrawingShare = 20;  // drawing takes at most the 20th part of the time
constexpr std::size_t kMaxLogged = 1'000;
constexpr std::size_t kLoggedOnPage = 3;

}  // namespace

TournamentView::TournamentView(const tournament::TournamentPlan& plan, bool quiet)
    : plan_(plan),
      quiet_(quiet),
      max_games_(tournament::max_games(plan.stages, plan.players.size())),
      line_(quiet),
      is_drawing_(!quiet && why_not_drawable().empty()) {
  if (is_drawing_) drawer_ = std::jthread([this] { draw(); });
}

TournamentView::~TournamentView() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  is_over_changed_.notify_all();
  if (drawer_.joinable()) drawer_.join();
  for (const std::string& line : logged_) std::cerr << line << '\n';
}

std::string TournamentView::progress_text(const tournament::TournamentProgress& tournament) {
  const auto now = Clock::now();
  std::string text = std::to_string(tournament.games_finished());
  if (max_games_) text.append(" of ").append(std::to_string(*max_games_));
  text.append(" games");
  if (const auto left = max_games_ ? time_left_.time_left(now, *max_games_) : std::nullopt) {
    text.append(", ").append(time_left_text(*left));
  }
  return text;
}

std::string TournamentView::page_of(const tournament::TournamentProgress& tournament) {
  std::string text = progress_text(tournament) + "\n\n";
  for (std::size_t at = logged_.size() - std::min(logged_.size(), kLoggedOnPage); at < logged_.size(); ++at) {
    text.append(logged_[at]).append(at + 1 == logged_.size() ? "\n\n" : "\n");
  }
  tournament::TournamentSnapshot snapshot{
      .plan = plan_, .progress = tournament, .stages = tournament::StageSequence(plan_.stage_sequence_plan())};
  return text + tournament::report_text(snapshot, {});
}

void TournamentView::update(const tournament::TournamentProgress& tournament) {
  const auto now = Clock::now();
  time_left_.update(now, tournament.games_finished());
  if (!is_drawing_) {
    if (line_.is_due()) line_.show(progress_text(tournament));
    return;
  }
  if (now < next_page_) return;
  const std::lock_guard lock(mutex_);
  page_ = page_of(tournament);
  next_page_ = now + std::max<Clock::duration>(kPageInterval, kMaxDrawingShare * (Clock::now() - now));
}

void TournamentView::log(const std::string& line) {
  if (quiet_) return;
  if (!is_drawing_ || isatty(STDERR_FILENO) == 0) {
    line_.close();
    std::cerr << line << '\n';
    return;
  }
  const std::lock_guard lock(mutex_);
  if (logged_.size() == kMaxLogged) logged_.pop_front();
  logged_.push_back(line);
}

void TournamentView::draw() {
  std::unique_lock lock(mutex_);
  const auto is_over = [this] { return is_over_; };
  // Drawing begins after a while, so that a tournament that ends soon is not drawn.
  if (is_over_changed_.wait_for(lock, kPageInterval, is_over)) return;
  TerminalPage screen;
  while (!is_over_) {
    const std::optional<std::string> page = std::exchange(page_, std::nullopt);
    lock.unlock();
    if (page) screen.show(*page);
    screen.read_key();
    lock.lock();
    is_over_changed_.wait_for(lock, kKeyInterval, is_over);
  }
}

}  // namespace rensa::cli
