#include "server/match/real_time_runner.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace rensa::match {

bool FutureInputs::has_room_for(int frame) const {
  return waiting_.size() < kMaxInputs ||
         std::any_of(
             waiting_.begin(), waiting_.end(), [&](const WaitingKeys& other) { return other.keys.at == frame; });
}

void FutureInputs::add(const KeyInput& keys, int next) {
  const auto same = std::find_if(waiting_.begin(), waiting_.end(),
                                 [&](const WaitingKeys& other) { return other.keys.at == keys.at; });
  if (same != waiting_.end()) {
    same->keys = keys;
    return;
  }
  int frame = std::max(keys.at, next);
  auto place = waiting_.end();
  for (; place != waiting_.begin() && std::prev(place)->frame <= frame; --place) {
    if (std::prev(place)->frame == frame) ++frame;
  }
  waiting_.insert(place, {frame, keys});
}

std::optional<FutureInputs::KeyInput> FutureInputs::take(int frame) {
  const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const WaitingKeys& waiting) { return waiting.frame == frame; });
  if (found == waiting_.end()) return std::nullopt;
  const KeyInput taken = found->keys;
  waiting_.erase(found);
  return taken;
}

RealTimeRunner::RealTimeRunner(const ClockSettings& settings, RecordedGame& game, base::Time start)
    : settings_(settings), recorded_game_(game), start_(start) {}

void RealTimeRunner::set_frame_subscribers(const FrameSubscribers& subscribers) { every_frame_ = subscribers.is_any(); }

// Returns the last frame that has begun.
int RealTimeRunner::frame_at(base::Time now) const {
  return std::max(static_cast<int>((now - start_) / base::kFrame), recorded_game_.game().clock());
}

int RealTimeRunner::next_busy_frame() const {
  const int next = recorded_game_.game().clock() + 1;
  if (every_frame_) return next;
  int busy = next + std::max(recorded_game_.game().frames_without_event(), 0);
  for (const SeatInput& seat_input : seats_) busy = std::min(busy, std::max(next_input_frame(seat_input), next));
  return busy;
}

int RealTimeRunner::next_input_frame(const SeatInput& seat_input) {
  return has_input(seat_input) ? std::min(seat_input.frame, seat_input.future.next_frame())
                               : seat_input.future.next_frame();
}

base::Time RealTimeRunner::next_deadline() const {
  return recorded_game_.game().outcome() ? base::Time::max() : frame_begin(next_busy_frame());
}

ClockStep RealTimeRunner::next_clock_step(base::Time now) {
  if (recorded_game_.game().outcome()) return {};
  const int busy = next_busy_frame();
  lateness_ = std::max<base::Span>(lateness_, now - frame_begin(busy));
  return {.missed = std::nullopt, .late_frames = std::max(0, frame_at(now) - (busy + settings_.catch_up_frames - 1))};
}

void RealTimeRunner::play(base::Time now, RunnerListener& listener) { play_to(frame_at(now), listener); }

void RealTimeRunner::play_to(int clock, RunnerListener& listener) {
  while (recorded_game_.game().clock() < clock && !recorded_game_.game().outcome()) play_until(clock, listener);
}

// A decision that came meanwhile still counts in the next frame. Keys for later frames keep their frame numbers.
void RealTimeRunner::delay_frames(int frames) {
  start_ += frames * std::chrono::duration_cast<base::Time::duration>(base::kFrame);
  for (SeatInput& seat_input : seats_) seat_input.frame -= frames;
}

// Plays one frame, or several frames in which nothing happens.
void RealTimeRunner::play_until(int last, RunnerListener& listener) {
  const int next = recorded_game_.game().clock() + 1;
  bool is_busy = every_frame_;
  for (const SeatInput& seat_input : seats_) {
    const int frame = next_input_frame(seat_input);
    is_busy = is_busy || frame <= next;
    last = std::min(last, frame - 1);
  }
  if (is_busy) return play_frame(listener);
  report_events(recorded_game_.advance(last), listener);
}

void RealTimeRunner::play_frame(RunnerListener& listener) {
  const int frame = recorded_game_.game().clock() + 1;
  duel::Inputs inputs{};
  for (const duel::Seat seat : duel::kSeats) {
    SeatInput& seat_input = seats_[duel::index_of(seat)];
    const auto keys = seat_input.future.take(frame);
    if (has_input(seat_input) && seat_input.frame <= frame) {
      inputs[duel::index_of(seat)] = std::exchange(seat_input.input, {});
      listener.on_decision_played(seat, seat_input.id, frame);
    } else if (keys) {
      inputs[duel::index_of(seat)] = duel::Input::hold(keys->keys);
      listener.on_decision_played(seat, keys->id, frame);
    }
  }
  report_events(recorded_game_.step(inputs), listener);
}

void RealTimeRunner::report_events(const duel::Events& events, RunnerListener& listener) {
  for (const duel::Event& event : events) {
    if (event.kind != duel::EventKind::controllable) continue;
    seats_[duel::index_of(event.seat)].controllable_since = recorded_game_.game().clock();
  }
  if (every_frame_ || !events.empty()) listener.on_events(events);
}

// A decision counts from the next frame on. A placement that was chosen for the previous pair is refused.
Judgement RealTimeRunner::judge(duel::Seat seat, const Decision& decision, base::Time now) const {
  const SeatInput& seat_input = seats_[duel::index_of(seat)];
  const int next = frame_at(now) + 1;
  if (decision.clock > recorded_game_.game().clock()) return {.result = DecisionResult::not_yet_played};
  const bool is_placement = decision.input.kind == duel::Input::Kind::placement;
  if (is_placement && decision.clock < seat_input.controllable_since) return {.result = DecisionResult::outdated};
  if (decision.input.kind == duel::Input::Kind::keys && decision.at > 0) {
    if (decision.at - next >= FutureInputs::kMaxFramesAhead) return {.result = DecisionResult::frame_too_far};
    if (!seat_input.future.has_room_for(decision.at)) return {.result = DecisionResult::too_many_inputs};
    if (decision.at < next) return {.result = DecisionResult::accepted_late, .from = next};
  }
  return {.result = DecisionResult::accepted, .from = next};
}

void RealTimeRunner::accept(const AcceptedInput& input, base::Time) {
  SeatInput& seat_input = seats_[duel::index_of(input.seat)];
  if (input.input.kind == duel::Input::Kind::none) return;
  const bool is_placement = input.input.kind == duel::Input::Kind::placement;
  if (!is_placement && input.keys_at > 0) return schedule_keys(seat_input, input);
  // A placement replaces all waiting keys; keys replace only keys for the same frame.
  is_placement ? seat_input.future.clear() : seat_input.future.drop(input.from);
  seat_input.frame = input.from;
  seat_input.id = input.id;
  seat_input.input = input.input;
}

// Of several inputs for one frame the last one counts. Keys that come too late count after the input that is there.
void RealTimeRunner::schedule_keys(SeatInput& seat_input, const AcceptedInput& keys) {
  const bool is_taken = has_input(seat_input) && seat_input.frame >= keys.from;
  const int free = is_taken && keys.keys_at < keys.from ? seat_input.frame + 1 : keys.from;
  seat_input.future.add({keys.keys_at, keys.id, keys.input.keys}, free);
  if (is_taken && keys.keys_at == seat_input.frame) seat_input.input = {};
}

// Moves by whole frames, so that frames still begin in the phase of the match. A negative pause moves to earlier times.
void RealTimeRunner::skip_pause(base::Span pause) {
  auto frames = pause / base::kFrame;
  if (frames * base::kFrame < pause) ++frames;
  start_ += std::chrono::duration_cast<base::Time::duration>(frames * base::kFrame);
}

void RealTimeRunner::hold_until(base::Time time) {
  held_frame_ = recorded_game_.game().clock() + 1;
  skip_pause(time - frame_begin(held_frame_));
}

base::Span RealTimeRunner::hold_left(base::Time now) const {
  if (recorded_game_.game().clock() + 1 != held_frame_) return base::Span::zero();
  return std::max<base::Span>(base::Span::zero(), frame_begin(held_frame_) - now);
}

base::Span RealTimeRunner::take_lateness() { return std::exchange(lateness_, base::Span::zero()); }

}  // namespace rensa::match
