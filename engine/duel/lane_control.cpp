#include <cassert>

#include "engine/duel/lane.h"
#include "engine/duel/lane_step.h"

namespace rensa::duel {

// The part of a lane that plays the pair under control: inputs, keys, movement, lock.

void Lane::take(const Input& input, Step& step) {
  switch (input.kind) {
    case Input::Kind::none:
      return;
    case Input::Kind::placement:
      return place(input.placement, step);
    case Input::Kind::keys:
      held_ = static_cast<rules::Keys>(static_cast<unsigned>(input.keys) & rules::kAllKeys);
      route_frame_ = route_.frames();
      decided_ = decided_ || phase_ == Phase::control;
      return;
  }
}

void Lane::place(rules::Placement placement, Step& step) {
  Event answer = blank_event(EventKind::placement_refused, step.around.seat);
  answer.x = placement.x;
  answer.r = placement.r;
  if (!packed(Input::place(placement))) {
    answer.refusal = Refusal::off_field;
  } else if (phase_ != Phase::control) {
    answer.refusal = Refusal::no_control;
  } else if (const auto route = way_to(placement, step)) {
    follow(*route);
    answer.kind = EventKind::placement_accepted;
    answer.amount = route->frames();
  } else {
    answer.refusal = Refusal::unreachable;
  }
  step.events.add(answer);
}

std::optional<rules::Route> Lane::way_to(rules::Placement placement, const Step& step) const {
  if (step.around.routes != nullptr) return (*step.around.routes)[index_of(step.around.seat)];
  return rules::shortest_route(shaft_, falling_, placement);
}

void Lane::follow(const rules::Route& route) {
  route_ = route;
  route_frame_ = 0;
  held_ = rules::Keys::none;
  decided_ = true;
}

void Lane::take_control(Step& step) {
  falling_ = {};
  shaft_ = rules::Shaft(field_);
  decided_ = false;
  step.say(EventKind::controllable, {.number = hand_});
  enter(Phase::control, 1);
  move(rules::Keys::none, step);  // whatever is held: nobody could see the pair before
}

rules::Keys Lane::next_keys() { return follows_route() ? route_.at(route_frame_++) : held_; }

void Lane::move(rules::Keys keys, Step& step) {
  const rules::MoveResult moved = rules::move_one_frame(falling_, shaft_, keys);
  score_ += moved.points;
  if (moved.locked) return lock(step);
  enter(Phase::control, 1);
}

void Lane::lock(Step& step) {
  step.say(EventKind::locked, {.number = hand_, .x = falling_.x, .y = falling_.y, .r = falling_.r});
  put_pair();
  route_frame_ = route_.frames();
  enter(Phase::falling, 1);
}

void Lane::put_pair() {
  // Quick turns under the roof can lift a pair out of the field: what is above row 14 vanishes.
  if (falling_.y <= rules::kTrapRow) field_.put(falling_.x, falling_.y, pair_.axis);
  if (falling_.child_y() <= rules::kTrapRow) field_.put(falling_.child_x(), falling_.child_y(), pair_.child);
}

}  // namespace rensa::duel
