#include "engine/duel/lane.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "engine/duel/attack.h"
#include "engine/duel/lane_step.h"
#include "engine/rules/score.h"
#include "engine/rules/timing.h"

namespace rensa::duel {

// Frames in this file: a phase that is entered in frame f for d frames acts in frame f + d.

namespace {

constexpr int kRowFrames = rules::fast_fall_frames(1);

// From one row of a slow fall to the next try.
int slow_row_frames(int row) { return rules::slow_fall_frames(row) - rules::slow_fall_frames(row - 1); }

}  // namespace

Lane::Lane(std::uint64_t seed) : due_in_(rules::kOpeningFrames + 1), rng_(garbage_rng(seed)) {}

Lane::Lane(const Lock& start, std::uint64_t seed)
    : field_(start.field),
      falling_(start.at),
      pair_(start.pair),
      reveal_in_(std::max(0, rules::kRevealFrames - start.frames_since_control)),
      hand_(1),
      score_(start.points),
      waiting_{.pending = 0, .fixed = start.fixed_garbage},
      rng_(garbage_rng(seed)) {
  put_pair();
  enter(Phase::falling, 1);
}

Lane::Report Lane::step(const Input& input, const Surroundings& around, Events& events) {
  if (dead()) return {};
  Step step{.around = around, .events = events, .report = {}};
  if (input.kind != Input::Kind::none) take(input, step);
  if (reveal_in_ > 0 && --reveal_in_ == 0) {
    step.say(EventKind::next_next_revealed, {.number = hand_});
  }
  if (--due_in_ == 0) act(step);
  assert(is_consistent());
  return step.report;
}

int Lane::quiet_frames() const {
  if (dead()) return std::numeric_limits<int>::max();
  // A route is known to lock in its last frame and not before.
  const int until_action = phase_ == Phase::control && follows_route() ? route_.frames() - route_frame_ : due_in_;
  return reveal_in_ > 0 ? std::min(until_action, reveal_in_) - 1 : until_action - 1;
}

void Lane::skip(int frames) {
  assert(frames <= quiet_frames());
  if (dead()) return;
  if (reveal_in_ > 0) reveal_in_ -= frames;
  if (phase_ != Phase::control) {
    due_in_ -= frames;
    return;
  }
  for (int i = 0; i < frames; ++i) {
    const rules::MoveResult moved = rules::move_one_frame(falling_, shaft_, route_.at(route_frame_++));
    assert(!moved.locked);
    score_ += moved.points;
  }
}

void Lane::act(Step& step) {
  switch (phase_) {
    case Phase::opening:
      return begin_preparation(step);
    case Phase::preparation:
      return take_control(step);
    case Phase::control:
      return move(next_keys(), step);
    case Phase::falling:
      return fall();
    case Phase::grounding:
      return check(step);
    case Phase::vanishing:
      return vanish(step);
    case Phase::collapsing:
      return collapse(step);
    case Phase::garbage_falling:
      return fall_garbage();
    case Phase::settling:
      return end_garbage(step);
    case Phase::dead:
      return;
  }
}

void Lane::enter(Phase phase, int frames) {
  phase_ = phase;
  due_in_ = frames;
}

void Lane::begin_preparation(Step& step) {
  ++hand_;
  pair_ = step.around.queues.at(step.around.seat, hand_);
  reveal_in_ = rules::kPreparationFrames + rules::kRevealFrames;
  step.say(EventKind::preparation_started, {.number = hand_});
  enter(Phase::preparation, rules::kPreparationFrames);
}

// What fell since the lock, or the half that hangs over a lower column: both are a slow fall, even of no rows.
void Lane::fall() {
  if (rules::fall_one_row(field_)) return enter(Phase::falling, slow_row_frames(++rows_));
  rows_ = 0;
  enter(Phase::grounding, rules::kGroundingFrames);
}

void Lane::check(Step& step) {
  // The group stands, blinking, until vanish() takes it away.
  rules::Field after = field_;
  const rules::Link link = rules::erase_groups(after);
  if (link.erased == 0) return end_chain(step);
  start_link(link, step);
}

void Lane::start_link(const rules::Link& link, Step& step) {
  ++link_;
  step.report.started_link = true;
  const int points = rules::link_score(link, link_);
  score_ += points;
  step.say(EventKind::link_started, {.number = link_, .amount = link.erased, .points = points});
  step.report.attack = attack_of_points(step.around.ruleset, step.around.frame, score_, converted_);
  enter(Phase::vanishing, rules::kVanishFrames);
}

void Lane::vanish(Step& step) {
  rules::erase_groups(field_);
  if (field_.all_clear()) {
    // After the link's own attack: these points go out with the next link, most often of a later chain.
    const int points = step.around.ruleset.all_clear_points;
    score_ += points;
    step.say(EventKind::all_clear, {.points = points});
  }
  collapse(step);
}

void Lane::collapse(Step& step) {
  if (rules::fall_one_row(field_)) {
    ++rows_;
    return enter(Phase::collapsing, kRowFrames);
  }
  if (rows_ == 0) return check(step);  // nothing fell: no grounding either
  rows_ = 0;
  enter(Phase::grounding, rules::kGroundingFrames);
}

void Lane::end_chain(Step& step) {
  link_ = 0;
  step.report.turn_ended = true;
  garbage_of_turn_ = std::min(waiting_.fixed, step.around.ruleset.max_garbage_drop);
  if (garbage_of_turn_ == 0) return end_turn(step);
  waiting_.fixed -= garbage_of_turn_;
  entering_ = spread_garbage(garbage_of_turn_, rng_);
  fall_garbage();
}

void Lane::fall_garbage() {
  let_garbage_enter(field_, entering_);
  if (rules::fall_one_row(field_)) return enter(Phase::garbage_falling, slow_row_frames(++rows_));
  rows_ = 0;
  enter(Phase::settling, rules::garbage_settling_frames(garbage_of_turn_));
}

void Lane::end_garbage(Step& step) {
  const int lost = garbage_left(entering_);  // found its columns full
  step.say(EventKind::garbage_fell, {.amount = garbage_of_turn_ - lost});
  entering_ = {};
  garbage_of_turn_ = 0;
  end_turn(step);
}

// No other cell matters, and nothing kills in the middle of a turn.
void Lane::end_turn(Step& step) {
  if (!field_.is_choked()) return begin_preparation(step);
  step.say(EventKind::died, {.number = hand_});
  enter(Phase::dead, 0);
}

}  // namespace rensa::duel
