#include "server/app/frame_timer.h"

#include <algorithm>

#include "server/match/spectators.h"

namespace rensa::app {

namespace {

using namespace std::chrono_literals;

constexpr auto kOtherMatchesInterval = 25ms;  // between runs of matches that are not in real time
constexpr auto kLoadReportInterval = 250ms;
constexpr base::Span kOverloadSpacing = base::kFrame * 3 / 2;  // delays the next frame, but not the one after it

base::Time time_now() { return std::chrono::steady_clock::now(); }

}  // namespace

FrameTimer::FrameTimer(boost::asio::io_context& io, lobby::Lobby& lobby, net::SocketServer& sockets)
    : lobby_(lobby),
      sockets_(sockets),
      phase_timer_(io),
      waiting_timer_(io),
      spectator_timer_(io),
      load_reported_at_(time_now()) {
  set_next_slot(base::slot_at(time_now()) + 1);
  wait_for_phase();
  wait_for_other_matches();
}

base::Span FrameTimer::run_due_phases() {
  if (lobby_.spectators().has_updates()) schedule_spectator_updates();
  const base::Time begin = time_now();
  if (begin < due_ || is_running_ || is_stopped_) return {};
  is_running_ = true;
  // Runs each late slot by itself, since each phase has its own matches.
  const std::int64_t last = base::slot_at(begin);
  std::int64_t slot = std::max(slot_, last - base::kPhases + 1);
  for (; slot <= last; ++slot) {
    sockets_.begin_frames();
    lobby_.matches().run_phase(static_cast<int>(slot % base::kPhases), time_now());
    sockets_.flush_frames(lobby_.load().cpu_load().is_overloaded() ? kOverloadSpacing : base::Span::zero());
  }
  set_next_slot(slot);
  const base::Time end = time_now();
  report_load(begin, end);
  is_running_ = false;
  if (lobby_.spectators().has_updates()) schedule_spectator_updates();
  return end - begin;
}

void FrameTimer::stop() {
  is_stopped_ = true;
  phase_timer_.cancel();
  waiting_timer_.cancel();
}

void FrameTimer::schedule_spectator_updates() {
  if (is_spectator_update_scheduled_) return;
  is_spectator_update_scheduled_ = true;
  spectator_timer_.expires_at(next_spectator_update_);
  spectator_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) send_spectator_updates();
  });
}

// The duration of this part determines the pause before the next one, in which messages of players are handled.
void FrameTimer::send_spectator_updates() {
  const base::Time begin = time_now();
  const base::Span before = total_phase_time_;
  sockets_.flush();
  if (lobby_.spectators().has_updates()) lobby_.spectators().send_some_updates();
  sockets_.flush_one_by_one();
  const base::Time end = time_now();
  next_spectator_update_ =
      end + match::spectator_rest_after(end - begin - (total_phase_time_ - before), lobby_.load().cpu_load().share());
  is_spectator_update_scheduled_ = false;
  if (lobby_.spectators().has_updates()) schedule_spectator_updates();
}

void FrameTimer::set_next_slot(std::int64_t slot) {
  slot_ = slot;
  due_ = base::slot_begins(slot);
}

void FrameTimer::report_load(base::Time from, base::Time to) {
  total_phase_time_ += to - from;
  if (lobby_.load().has_real_time_matches()) unreported_phase_time_ += to - from;
  if (to - load_reported_at_ < kLoadReportInterval) return;
  lobby_.load().record_real_time_share(std::chrono::duration<double>(unreported_phase_time_) / (to - load_reported_at_),
                                       to - load_reported_at_);
  load_reported_at_ = to;
  unreported_phase_time_ = {};
}

// Without matches in real time, one check in each frame is enough to notice the first such match.
void FrameTimer::wait_for_phase() {
  phase_timer_.expires_at(base::slot_begins(lobby_.load().has_real_time_matches() ? slot_ : slot_ + base::kPhases - 1));
  phase_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error || is_stopped_) return;
    run_due_phases();
    wait_for_phase();
  });
}

void FrameTimer::wait_for_other_matches() {
  waiting_timer_.expires_after(kOtherMatchesInterval);
  waiting_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error || is_stopped_) return;
    lobby_.run_due_matches(time_now());
    wait_for_other_matches();
  });
}

}  // namespace rensa::app
