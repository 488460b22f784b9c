#include "server/live_tournaments/audience.h"

#include <utility>

namespace rensa::live_tournaments {

namespace {

using namespace std::chrono_literals;

constexpr auto kLookAtRuns = 50ms;  // for what has happened
constexpr auto kPause = 4ms;        // for others, while there is much to tell

// It is over when there is nothing more to come.
proto::RunState told(const HostedRun& run) {
  switch (run.state()) {
    case RunState::running:
      return proto::RunState::running;
    case RunState::paused:
      return proto::RunState::paused;
    case RunState::over:
      return run.is_all_kept() ? proto::RunState::over : proto::RunState::running;
    case RunState::failed:
      break;
  }
  return proto::RunState::failed;
}

}  // namespace

proto::TournamentState state_of(const std::string& name, const HostedRun& run) {
  return {.tournament = name,
          .state = told(run),
          .games = run.kept().games,
          .most_games = league::most_games(run.plan().stages, run.plan().players.size()),
          .running = run.games_running(),
          .events = run.kept().events};
}

Audience::Audience(boost::asio::io_context& io, Followers::Outlet outlet, std::function<base::Time()> now)
    : followers_(std::move(outlet)), now_(std::move(now)), timer_(io) {}

bool Audience::follow(base::SessionId session, const proto::Follow& wanted, HostedRun& run) {
  const Followers::Standing standing{.journal = contest::journal_in(run.folder()),
                                     .now = state_of(wanted.tournament, run)};
  if (!followers_.add(session, standing, wanted.from, now_())) return false;
  runs_[wanted.tournament] = &run;
  if (!is_waiting_) wait(kPause);
  return true;
}

void Audience::look_at_runs() {
  looked_at_ = now_();
  std::erase_if(runs_, [this](const auto& entry) { return !followers_.is_followed(entry.first); });
  for (const auto& [name, run] : runs_) {
    run->keep_soon();
    followers_.heed(state_of(name, *run));
  }
}

void Audience::wait(std::chrono::milliseconds span) {
  is_waiting_ = true;
  timer_.expires_after(span);
  timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    is_waiting_ = false;
    if (followers_.empty()) return;
    if (now_() - looked_at_ >= kLookAtRuns) look_at_runs();
    wait(followers_.tell_some(now_()) == Followers::Left::some ? kPause : kLookAtRuns);
  });
}

}  // namespace rensa::live_tournaments
