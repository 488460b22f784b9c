#include "server/play/real_runner.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

RealRunner::RealRunner(const ClockSettings& settings, Play& play, base::Time start)
    : settings_(settings), play_(play), start_(start) {}

base::Time RealRunner::next_frame_at() const { return start_ + (play_.game().clock() + 1) * base::kFrame; }

void RealRunner::run(base::Time now, Watcher& watcher) {
  for (int played = 0; now >= next_frame_at() && !play_.game().outcome(); ++played) {
    const base::Span late = now - next_frame_at();
    lateness_ = std::max(lateness_, late);
    if (played == settings_.catch_up_frames) {
      start_ += late / base::kFrame * base::kFrame + base::kFrame;
      return;
    }
    play_frame(watcher);
  }
}

void RealRunner::play_frame(Watcher& watcher) {
  const int frame = play_.game().clock() + 1;
  duel::Inputs inputs{};
  for (const duel::Seat seat : duel::kSeats) {
    Side& side = sides_[duel::index_of(seat)];
    inputs[duel::index_of(seat)] = std::exchange(side.input, {});
    if (side.id) watcher.decided(seat, *side.id, frame);
    side.id.reset();
  }
  const duel::Events events = play_.step(inputs);
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::controllable) continue;
    Side& side = sides_[duel::index_of(event.seat)];
    side.hand = event.number;
    side.hand_since = frame;
  }
  watcher.stepped(events);
}

// Counts from the next frame on. A placement that was chosen for the pair before would be a blunder with this one.
Ruling RealRunner::decide(duel::Seat seat, const Decision& decision, base::Time) {
  Side& side = sides_[duel::index_of(seat)];
  if (decision.clock > play_.game().clock()) return Ruling::ahead;
  if (decision.input.kind == duel::Input::Kind::none) return Ruling::counts;
  if (decision.input.kind == duel::Input::Kind::placement && decision.clock < side.hand_since) return Ruling::late;
  side.input = decision.input;
  side.id = decision.id;
  return Ruling::counts;
}

base::Span RealRunner::take_lateness() { return std::exchange(lateness_, base::Span::zero()); }

}  // namespace rensa::play
