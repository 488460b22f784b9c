#include "engine/duel/frame_side.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "engine/duel/state_hash.h"
#include "engine/rules/timing.h"

namespace rensa::duel {

// How this file counts frames: a phase that is entered in frame f for d frames acts in frame f + d.

namespace {

constexpr int kRowFrames = rules::fast_fall_frames(1);

// Returns the frames in which a slow fall goes from the row before this one to this row.
int slow_row_frames(int row) { return rules::slow_fall_frames(row) - rules::slow_fall_frames(row - 1); }

}  // namespace

// The data of one call of step().
struct FrameSide::StepWork {
  struct EventNumbers {
    int number = 0;
    int amount = 0;
    int points = 0;
    std::int8_t x = 0;
    std::int8_t y = 0;
    rules::Rotation r = rules::Rotation::up;
  };

  const StepContext& context;
  Events& events;
  StepReport report;

  void emit(EventKind kind, const EventNumbers& payload) {
    Event event = make_event(kind, context.seat);
    event.number = payload.number;
    event.amount = payload.amount;
    event.points = payload.points;
    event.x = payload.x;
    event.y = payload.y;
    event.r = payload.r;
    events.add(event);
  }
};

FrameSide::FrameSide(std::uint64_t seed)
    : frames_until_action_(rules::kOpeningFrames + 1), rng_(make_garbage_rng(seed)) {}

FrameSide::FrameSide(const LockedPair& start, std::uint64_t seed)
    : field_(start.field),
      falling_(start.at),
      pair_(start.pair),
      frames_until_reveal_(std::max(0, rules::kRevealFrames - start.frames_since_control)),
      hand_number_(1),
      score_(start.points),
      waiting_{.pending = 0, .fixed = start.fixed_garbage},
      rng_(make_garbage_rng(seed)) {
  put_pair_cells();
  enter_phase(Phase::falling, 1);
}

FrameSide::StepReport FrameSide::step(const Input& input, const StepContext& context, Events& events) {
  if (is_dead()) return {};
  StepWork step{.context = context, .events = events, .report = {}};
  if (input.kind != Input::Kind::none) apply_input(input, step);
  if (frames_until_reveal_ > 0 && --frames_until_reveal_ == 0) {
    step.emit(EventKind::next_next_revealed, {.number = hand_number_});
  }
  if (--frames_until_action_ == 0) run_phase(step);
  assert(is_consistent());
  return step.report;
}

int FrameSide::frames_without_event() const {
  if (is_dead()) return std::numeric_limits<int>::max();
  // A route locks in its last frame and not before.
  const int until_action =
      phase_ == Phase::control && is_following_route() ? route_.frames() - route_frame_ : frames_until_action_;
  return frames_until_reveal_ > 0 ? std::min(until_action, frames_until_reveal_) - 1 : until_action - 1;
}

void FrameSide::skip(int frames) {
  assert(frames <= frames_without_event());
  if (is_dead()) return;
  if (frames_until_reveal_ > 0) frames_until_reveal_ -= frames;
  if (phase_ != Phase::control) {
    frames_until_action_ -= frames;
    return;
  }
  for (int i = 0; i < frames; ++i) {
    const movement::MoveResult moved = movement::move_one_frame(falling_, obstacles_, route_.at(route_frame_++));
    assert(!moved.locked);
    score_ += moved.points;
  }
}

void FrameSide::run_phase(StepWork& step) {
  switch (phase_) {
    case Phase::opening:
      return begin_preparation(step);
    case Phase::preparation:
      return give_control(step);
    case Phase::control:
      return move_pair(next_keys(), step);
    case Phase::falling:
      return drop_loose_cells();
    case Phase::grounding:
      return check_for_groups(step);
    case Phase::vanishing:
      return finish_vanishing(step);
    case Phase::collapsing:
      return continue_collapse(step);
    case Phase::garbage_falling:
      return drop_garbage();
    case Phase::settling:
      return finish_garbage(step);
    case Phase::dead:
      return;
  }
}

void FrameSide::enter_phase(Phase phase, int frames) {
  phase_ = phase;
  frames_until_action_ = frames;
}

void FrameSide::begin_preparation(StepWork& step) {
  ++hand_number_;
  pair_ = step.context.queues.at(step.context.seat, hand_number_);
  frames_until_reveal_ = rules::kPreparationFrames + rules::kRevealFrames;
  step.emit(EventKind::preparation_started, {.number = hand_number_});
  enter_phase(Phase::preparation, rules::kPreparationFrames);
}

// Cells that are loose after the lock fall slowly, as does the half of a pair that hangs over a lower column. Even a
// fall of no rows counts as a slow fall.
void FrameSide::drop_loose_cells() {
  if (rules::fall_one_row(field_)) return enter_phase(Phase::falling, slow_row_frames(++rows_fallen_));
  rows_fallen_ = 0;
  enter_phase(Phase::grounding, rules::kGroundingFrames);
}

void FrameSide::check_for_groups(StepWork& step) {
  // The groups blink until finish_vanishing() removes them.
  rules::Field after = field_;
  const rules::Link link = rules::erase_groups(after);
  if (link.erased == 0) return end_chain(step);
  ++link_number_;
  step.report.started_link = true;
  const int points = rules::link_score(link, link_number_);
  score_ += points;
  step.emit(EventKind::link_started, {.number = link_number_, .amount = link.erased, .points = points});
  step.report.attack = attack_from_points(step.context.ruleset, step.context.frame, score_, converted_points_);
  enter_phase(Phase::vanishing, rules::kVanishFrames);
}

void FrameSide::finish_vanishing(StepWork& step) {
  rules::erase_groups(field_);
  if (field_.is_all_clear()) {
    // The attack of this link is already computed, so these points become garbage with the next link, which mostly
    // belongs to a later chain.
    const int points = step.context.ruleset.all_clear_points;
    score_ += points;
    step.emit(EventKind::all_clear, {.points = points});
  }
  continue_collapse(step);
}

void FrameSide::continue_collapse(StepWork& step) {
  if (rules::fall_one_row(field_)) {
    ++rows_fallen_;
    return enter_phase(Phase::collapsing, kRowFrames);
  }
  if (rows_fallen_ == 0) return check_for_groups(step);  // nothing fell: no grounding either
  rows_fallen_ = 0;
  enter_phase(Phase::grounding, rules::kGroundingFrames);
}

void FrameSide::end_chain(StepWork& step) {
  link_number_ = 0;
  step.report.hand_ended = true;
  falling_garbage_ = std::min(waiting_.fixed, step.context.ruleset.max_garbage_drop);
  if (falling_garbage_ == 0) return end_hand(step);
  waiting_.fixed -= falling_garbage_;
  entering_garbage_ = spread_garbage(falling_garbage_, rng_);
  drop_garbage();
}

void FrameSide::drop_garbage() {
  enter_garbage_row(field_, entering_garbage_);
  if (rules::fall_one_row(field_)) return enter_phase(Phase::garbage_falling, slow_row_frames(++rows_fallen_));
  rows_fallen_ = 0;
  enter_phase(Phase::settling, rules::garbage_settling_frames(falling_garbage_));
}

void FrameSide::finish_garbage(StepWork& step) {
  const int lost = count_garbage(entering_garbage_);  // found its columns full
  step.emit(EventKind::garbage_fell, {.amount = falling_garbage_ - lost});
  entering_garbage_ = {};
  falling_garbage_ = 0;
  end_hand(step);
}

// Only a filled spawn cell ends the game, and only at the end of a turn.
void FrameSide::end_hand(StepWork& step) {
  if (!field_.is_choked()) return begin_preparation(step);
  step.emit(EventKind::died, {.number = hand_number_});
  enter_phase(Phase::dead, 0);
}

void FrameSide::apply_input(const Input& input, StepWork& step) {
  switch (input.kind) {
    case Input::Kind::none:
      return;
    case Input::Kind::placement:
      return start_placement(input.placement, step);
    case Input::Kind::keys:
      held_keys_ = static_cast<movement::Keys>(static_cast<unsigned>(input.keys) & movement::kAllKeys);
      route_frame_ = route_.frames();
      has_decision_ = has_decision_ || phase_ == Phase::control;
      return;
  }
}

void FrameSide::start_placement(rules::Placement placement, StepWork& step) {
  Event answer = make_event(EventKind::placement_refused, step.context.seat);
  answer.x = placement.x;
  answer.r = placement.r;
  if (!pack_input(Input::place(placement))) {
    answer.refusal = Refusal::off_field;
  } else if (phase_ != Phase::control) {
    answer.refusal = Refusal::no_control;
  } else if (const auto route = find_route(placement, step)) {
    follow_route(*route);
    answer.kind = EventKind::placement_accepted;
    answer.amount = route->frames();
  } else {
    answer.refusal = Refusal::unreachable;
  }
  step.events.add(answer);
}

std::optional<movement::Route> FrameSide::find_route(rules::Placement placement, const StepWork& step) const {
  if (step.context.routes != nullptr) return (*step.context.routes)[index_of(step.context.seat)];
  return movement::shortest_route(obstacles_, falling_, placement);
}

void FrameSide::follow_route(const movement::Route& route) {
  route_ = route;
  route_frame_ = 0;
  held_keys_ = movement::Keys::none;
  has_decision_ = true;
}

void FrameSide::give_control(StepWork& step) {
  falling_ = {};
  obstacles_ = movement::ObstacleMap(field_);
  has_decision_ = false;
  step.emit(EventKind::controllable, {.number = hand_number_});
  enter_phase(Phase::control, 1);
  move_pair(movement::Keys::none, step);  // ignores held keys, because the player could not see the pair before
}

movement::Keys FrameSide::next_keys() { return is_following_route() ? route_.at(route_frame_++) : held_keys_; }

void FrameSide::move_pair(movement::Keys keys, StepWork& step) {
  const movement::MoveResult moved = movement::move_one_frame(falling_, obstacles_, keys);
  score_ += moved.points;
  if (moved.locked) return lock_pair(step);
  enter_phase(Phase::control, 1);
}

void FrameSide::lock_pair(StepWork& step) {
  step.emit(EventKind::locked, {.number = hand_number_, .x = falling_.x, .y = falling_.y, .r = falling_.r});
  put_pair_cells();
  route_frame_ = route_.frames();
  enter_phase(Phase::falling, 1);
}

void FrameSide::put_pair_cells() {
  // Quick turns under the roof can lift a pair out of the field. Cells above row 14 vanish.
  if (falling_.y <= rules::kTrapRow) field_.put(falling_.x, falling_.y, pair_.axis);
  if (falling_.child_y() <= rules::kTrapRow) field_.put(falling_.child_x(), falling_.child_y(), pair_.child);
}

// The functions of FrameSide that read or write its whole state.

namespace {

// Adds the remaining keys of a route to a hash, because the pair's position does not determine them. Twelve keys of
// five bits make a word.
void add_keys(rules::Hash& hash, const movement::Route& route, int from) {
  std::uint64_t word = 1;
  for (int frame = from; frame < route.frames(); ++frame) {
    word = word << 5 | static_cast<std::uint64_t>(route.at(frame));
    if (word >> 56 != 0) {
      hash.add(word);
      word = 1;
    }
  }
  hash.add(word);
}

std::uint64_t hash_word_of(int value) { return static_cast<std::uint32_t>(value); }

std::uint64_t hash_word_of(const movement::FallingPair& pair) {
  std::uint64_t word = 0;
  for (const int part : {int{pair.x}, int{pair.y}, static_cast<int>(pair.r), int{pair.turn_lock}, int{pair.arrow_lock},
                         int{pair.quick_turn_window}, int{pair.fall_counter}}) {
    word = word << 8 | static_cast<std::uint64_t>(part);
  }
  return word << 8 | static_cast<std::uint64_t>(pair.touches << 1) | (pair.touching ? 1U : 0U);
}

}  // namespace

FrameSide::FrameSide(const KnownState& known)
    : field_(known.field),
      obstacles_(known.field),
      falling_(known.falling),
      pair_(known.pair),
      phase_(known.phase),
      held_keys_(known.motion.held),
      frames_until_action_(known.motion.wait),
      frames_until_reveal_(known.motion.reveal),
      rows_fallen_(known.motion.rows),
      hand_number_(known.hand),
      link_number_(known.link),
      score_(known.score),
      converted_points_(known.score - known.motion.unsent),
      waiting_(known.waiting),
      entering_garbage_(known.motion.entering),
      falling_garbage_(known.motion.dropping),
      rng_(make_garbage_rng(0)) {}

Motion FrameSide::motion() const {
  return {.wait = frames_until_action_,
          .reveal = frames_until_reveal_,
          .rows = rows_fallen_,
          .entering = entering_garbage_,
          .dropping = falling_garbage_,
          .held = held_keys_,
          .driven = phase_ == Phase::control && is_following_route(),
          .unsent = score_ - converted_points_};
}

void FrameSide::add_to(rules::Hash& hash) const {
  add_field(hash, field_);
  hash.add(static_cast<std::uint64_t>(phase_) << 48 | code_of(pair_.axis) << 40 | code_of(pair_.child) << 32 |
           static_cast<std::uint64_t>(held_keys_) << 8 | static_cast<std::uint64_t>(has_decision_));
  hash.add(hash_word_of(frames_until_action_) << 32 | hash_word_of(frames_until_reveal_));
  hash.add(hash_word_of(rows_fallen_) << 32 | hash_word_of(hand_number_));
  hash.add(hash_word_of(link_number_) << 32 | hash_word_of(falling_garbage_));
  hash.add(static_cast<std::uint64_t>(score_)).add(static_cast<std::uint64_t>(converted_points_));
  hash.add(hash_word_of(waiting_.pending) << 32 | hash_word_of(waiting_.fixed));
  hash.add(rng_.state());
  if (phase_ == Phase::control) {
    hash.add(hash_word_of(falling_));
    add_keys(hash, route_, route_frame_);
  }
  if (is_garbage_falling(phase_)) hash.add_bytes(entering_garbage_);
}

bool FrameSide::is_consistent() const {
  if (!field_.is_consistent()) return false;
  if (score_ < 0 || converted_points_ < 0 || converted_points_ > score_) return false;
  if (waiting_.pending < 0 || waiting_.fixed < 0) return false;
  if (hand_number_ < 0 || link_number_ < 0 || rows_fallen_ < 0 || rows_fallen_ > rules::kHiddenRow) return false;
  if (route_frame_ > route_.frames()) return false;
  if (frames_until_reveal_ < 0 || frames_until_reveal_ > rules::kPreparationFrames + rules::kRevealFrames) return false;
  if (is_garbage_falling(phase_) ? falling_garbage_ <= 0 : falling_garbage_ != 0) return false;
  if (link_number_ != 0 && phase_ != Phase::vanishing && phase_ != Phase::collapsing && phase_ != Phase::grounding) {
    return false;
  }
  switch (phase_) {
    case Phase::opening:
      return hand_number_ == 0 && frames_until_action_ >= 1 && rows_fallen_ == 0 && field_.is_at_rest();
    case Phase::control:
      return frames_until_action_ == 1 && rows_fallen_ == 0 && field_.is_at_rest() &&
             !(held_keys_ != movement::Keys::none && is_following_route());
    case Phase::preparation:
    case Phase::vanishing:
    case Phase::settling:
    case Phase::grounding:
      return frames_until_action_ >= 1 && rows_fallen_ == 0 && field_.is_at_rest();
    case Phase::falling:
    case Phase::collapsing:
    case Phase::garbage_falling:
      return frames_until_action_ >= 1;
    case Phase::dead:
      return frames_until_action_ == 0;
  }
  return false;
}

}  // namespace rensa::duel
