#include "server/app/pulse.h"

#include <algorithm>

#include "server/play/crowd_pace.h"

namespace rensa::app {

namespace {

using namespace std::chrono_literals;

constexpr auto kWaitingTick = 25ms;  // for the time-outs of matches that wait
constexpr auto kAccount = 250ms;
constexpr base::Span kSpacing = base::kFrame * 3 / 2;  // the next frame is put off, the one after it is not

base::Time now() { return std::chrono::steady_clock::now(); }

}  // namespace

Pulse::Pulse(boost::asio::io_context& io, play::Hall& hall, net::SocketServer& sockets)
    : hall_(hall), sockets_(sockets), phase_timer_(io), waiting_timer_(io), crowd_timer_(io), accounted_(now()) {
  next_slot_is(base::slot_at(now()) + 1);
  wait_for_phase();
  wait_for_the_rest();
}

void Pulse::keep_time() {
  if (hall_.has_crowds()) tell_crowds_soon();
  const base::Time begin = now();
  if (begin < due_ || is_running_) return;
  is_running_ = true;
  // Late pulses are caught up with one by one: each phase has its matches.
  const std::int64_t last = base::slot_at(begin);
  std::int64_t slot = std::max(slot_, last - base::kPhases + 1);
  for (; slot <= last; ++slot) {
    sockets_.begin_frames();
    hall_.run_phase(static_cast<int>(slot % base::kPhases), now());
    sockets_.flush_frames(hall_.burden().is_stretched() ? kSpacing : base::Span::zero());
  }
  next_slot_is(slot);
  account_for(begin, now());
  is_running_ = false;
  if (hall_.has_crowds()) tell_crowds_soon();
}

void Pulse::tell_crowds_soon() {
  if (is_telling_) return;
  is_telling_ = true;
  crowd_timer_.expires_at(may_tell_at_);
  crowd_timer_.async_wait([this](const boost::system::error_code& error) {
    if (!error) tell_crowds();
  });
}

// What a slice took says how long the next has to wait; between them players are heard.
void Pulse::tell_crowds() {
  const base::Time begin = now();
  const base::Span before = in_phases_;
  sockets_.flush();
  if (hall_.has_crowds()) hall_.tell_crowds();
  sockets_.flush_apart();
  const base::Time end = now();
  may_tell_at_ = end + play::rest_after(end - begin - (in_phases_ - before), hall_.burden().share());
  is_telling_ = false;
  if (hall_.has_crowds()) tell_crowds_soon();
}

void Pulse::next_slot_is(std::int64_t slot) {
  slot_ = slot;
  due_ = base::slot_begins(slot);
}

void Pulse::account_for(base::Time from, base::Time to) {
  in_phases_ += to - from;
  if (hall_.has_real_matches()) spent_ += to - from;
  if (to - accounted_ < kAccount) return;
  hall_.heed_real_share(std::chrono::duration<double>(spent_) / (to - accounted_), to - accounted_);
  accounted_ = to;
  spent_ = {};
}

// Without matches in real time once a frame is enough to notice the first.
void Pulse::wait_for_phase() {
  phase_timer_.expires_at(base::slot_begins(hall_.has_real_matches() ? slot_ : slot_ + base::kPhases - 1));
  phase_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    keep_time();
    wait_for_phase();
  });
}

void Pulse::wait_for_the_rest() {
  waiting_timer_.expires_after(kWaitingTick);
  waiting_timer_.async_wait([this](const boost::system::error_code& error) {
    if (error) return;
    hall_.run_waiting(now());
    wait_for_the_rest();
  });
}

}  // namespace rensa::app
