#include "server/play/real_runner.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

RealRunner::RealRunner(const ClockSettings& settings, Play& play, base::Time start)
    : settings_(settings), play_(play), start_(start) {}

void RealRunner::set_audience(const Audience& audience) { every_frame_ = audience.wants_every_frame(); }

// The last one that has begun.
int RealRunner::frame_at(base::Time now) const {
  return std::max(static_cast<int>((now - start_) / base::kFrame), play_.game().clock());
}

int RealRunner::next_busy_frame() const {
  const int next = play_.game().clock() + 1;
  if (every_frame_) return next;
  int busy = next + std::max(play_.game().quiet_time(), 0);
  for (const Side& side : sides_) busy = std::min(busy, std::max(input_frame(side), next));
  return busy;
}

int RealRunner::input_frame(const Side& side) {
  return has_input(side) ? std::min(side.frame, side.ahead.frame()) : side.ahead.frame();
}

base::Time RealRunner::wake_at() const {
  return play_.game().outcome() ? base::Time::max() : begin_of(next_busy_frame());
}

void RealRunner::run(base::Time now, Watcher& watcher) {
  if (play_.game().outcome()) return;
  const int busy = next_busy_frame();
  const int frame = frame_at(now);
  lateness_ = std::max<base::Span>(lateness_, now - begin_of(busy));
  const int last = std::min(frame, busy + settings_.catch_up_frames - 1);
  let_slip(frame - last);
  while (play_.game().clock() < last && !play_.game().outcome()) play_on(last, watcher);
}

// What was decided in the meantime is for the next frame all the same; keys that wait for a frame of the game still do.
void RealRunner::let_slip(int frames) {
  start_ += frames * std::chrono::duration_cast<base::Time::duration>(base::kFrame);
  for (Side& side : sides_) side.frame -= frames;
}

// A frame, or several in which nothing happens.
void RealRunner::play_on(int last, Watcher& watcher) {
  const int next = play_.game().clock() + 1;
  bool is_busy = every_frame_;
  for (const Side& side : sides_) {
    const int frame = input_frame(side);
    is_busy = is_busy || frame <= next;
    last = std::min(last, frame - 1);
  }
  if (is_busy) return play_frame(watcher);
  hand_on(play_.advance(last), watcher);
}

void RealRunner::play_frame(Watcher& watcher) {
  const int frame = play_.game().clock() + 1;
  duel::Inputs inputs{};
  for (const duel::Seat seat : duel::kSeats) {
    Side& side = sides_[duel::index_of(seat)];
    const auto keys = side.ahead.take(frame);
    if (has_input(side) && side.frame <= frame) {
      inputs[duel::index_of(seat)] = std::exchange(side.input, {});
      watcher.decided(seat, side.id, frame);
    } else if (keys) {
      inputs[duel::index_of(seat)] = duel::Input::hold(keys->keys);
      watcher.decided(seat, keys->id, frame);
    }
  }
  hand_on(play_.step(inputs), watcher);
}

void RealRunner::hand_on(const duel::Events& events, Watcher& watcher) {
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::controllable) continue;
    sides_[duel::index_of(event.seat)].hand_since = play_.game().clock();
  }
  if (every_frame_ || !events.empty()) watcher.stepped(events);
}

// Counts from the next frame on. A placement that was chosen for the pair before would be a blunder with this one.
Ruling RealRunner::decide(duel::Seat seat, const Decision& decision, base::Time now) {
  Side& side = sides_[duel::index_of(seat)];
  if (decision.clock > play_.game().clock()) return Ruling::ahead;
  if (decision.input.kind == duel::Input::Kind::none) return Ruling::counts;
  if (decision.input.kind == duel::Input::Kind::placement && decision.clock < side.hand_since) return Ruling::late;
  const int next = frame_at(now) + 1;
  const bool is_placement = decision.input.kind == duel::Input::Kind::placement;
  if (!is_placement && decision.at > 0) return look_ahead(side, decision, next);
  // A placement is a new plan for the pair; keys take the place of those for the same frame only.
  is_placement ? side.ahead.clear() : side.ahead.drop(next);
  side.frame = next;
  side.id = decision.id;
  side.input = decision.input;
  return Ruling::counts;
}

Ruling RealRunner::look_ahead(Side& side, const Decision& keys, int next) {
  if (keys.at - next >= KeysAhead::kMostFrames) return Ruling::too_far;
  // Of what is for the same frame the last said counts; what comes too late counts after it.
  const bool is_taken = has_input(side) && side.frame >= next;
  const int free = is_taken && keys.at < next ? side.frame + 1 : next;
  if (!side.ahead.put({keys.at, keys.id, keys.input.keys}, free)) return Ruling::too_many;
  if (is_taken && keys.at == side.frame) side.input = {};
  return keys.at < next ? Ruling::counts_late : Ruling::counts;
}

// By whole frames, so that they still begin where the match has its turn.
void RealRunner::skip(base::Span pause) {
  const auto frames = (pause + base::kFrame - base::Span(1)) / base::kFrame;
  start_ += std::chrono::duration_cast<base::Time::duration>(frames * base::kFrame);
}

base::Span RealRunner::take_lateness() { return std::exchange(lateness_, base::Span::zero()); }

}  // namespace rensa::play
