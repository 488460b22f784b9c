#include "clients/cli/tournament/run_view.h"

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include "clients/cli/live/terminal.h"
#include "server/tournament/plan/report.h"

namespace rensa::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kPicture = 1s;
constexpr auto kTick = 50ms;
constexpr int kShare = 20;  // drawing takes no more than this part of the time
constexpr std::size_t kMostLogged = 1'000;
constexpr std::size_t kLoggedInPicture = 3;

}  // namespace

RunView::RunView(const tournament::TournamentPlan& plan, bool quiet)
    : plan_(plan),
      quiet_(quiet),
      most_games_(tournament::max_games(plan.stages, plan.players.size())),
      line_(quiet),
      draws_(!quiet && why_not_drawable().empty()) {
  if (draws_) drawer_ = std::jthread([this] { draw(); });
}

RunView::~RunView() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  is_over_changed_.notify_all();
  if (drawer_.joinable()) drawer_.join();
  for (const std::string& line : logged_) std::cerr << line << '\n';
}

std::string RunView::progress(const tournament::TournamentProgress& tournament) {
  const auto now = Clock::now();
  std::string text = std::to_string(tournament.games_finished());
  if (most_games_) text.append(" of ").append(std::to_string(*most_games_));
  text.append(" games");
  if (const auto left = most_games_ ? time_left_.time_left(now, *most_games_) : std::nullopt) {
    text.append(", ").append(time_left_text(*left));
  }
  return text;
}

std::string RunView::page_of(const tournament::TournamentProgress& tournament) {
  std::string text = progress(tournament) + "\n\n";
  for (std::size_t at = logged_.size() - std::min(logged_.size(), kLoggedInPicture); at < logged_.size(); ++at) {
    text.append(logged_[at]).append(at + 1 == logged_.size() ? "\n\n" : "\n");
  }
  tournament::TournamentSnapshot run{
      .plan = plan_, .progress = tournament, .stages = tournament::StageSequence(plan_.stage_sequence_plan())};
  return text + tournament::report_text(run, {});
}

void RunView::tell(const tournament::TournamentProgress& tournament) {
  const auto now = Clock::now();
  time_left_.update(now, tournament.games_finished());
  if (!draws_) {
    if (line_.is_due()) line_.show(progress(tournament));
    return;
  }
  if (now < next_copy_) return;
  const std::lock_guard lock(mutex_);
  page_ = page_of(tournament);
  next_copy_ = now + std::max<Clock::duration>(kPicture, kShare * (Clock::now() - now));
}

void RunView::log(const std::string& line) {
  if (quiet_) return;
  if (!draws_ || isatty(STDERR_FILENO) == 0) {
    line_.close();
    std::cerr << line << '\n';
    return;
  }
  const std::lock_guard lock(mutex_);
  if (logged_.size() == kMostLogged) logged_.pop_front();
  logged_.push_back(line);
}

void RunView::draw() {
  std::unique_lock lock(mutex_);
  const auto is_over = [this] { return is_over_; };
  // A run that ends soon is not drawn.
  if (is_over_changed_.wait_for(lock, kPicture, is_over)) return;
  TerminalPage screen;
  while (!is_over_) {
    const std::optional<std::string> page = std::exchange(page_, std::nullopt);
    lock.unlock();
    if (page) screen.show(*page);
    screen.read_key();
    lock.lock();
    is_over_changed_.wait_for(lock, kTick, is_over);
  }
}

}  // namespace rensa::cli
