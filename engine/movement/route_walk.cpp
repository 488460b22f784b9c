#include "engine/movement/route_walk.h"

#include "engine/movement/key_order.h"
#include "engine/movement/movement_step.h"

namespace rensa::movement {

namespace {

class Walk {
 public:
  Walk(const Shaft& shaft, const FallingPair& start, const RouteTarget& target, const RouteBound& bound)
      : shaft_(shaft), target_(target), bound_(bound), pair_(start), left_(bound.frames(start)) {}

  std::optional<Route> run() {
    if (left_ > Route::kMaxFrames) return std::nullopt;
    bool was_in_place = false;
    do {
      const bool in_place = pair_.x == target_.placement().x && pair_.r == target_.placement().r;
      if (in_place && !was_in_place && hold_down()) return route_;
      was_in_place = in_place;
    } while (step());
    if (left_ == 0) return route_;
    return std::nullopt;
  }

 private:
  // One frame on; false: the pair has locked in time, or there is no way that the bound believes in.
  bool step() {
    for (const Keys keys : kKeyOrder.keys(KeyOrder::index(pair_, target_.placement()))) {
      if (is_idle(pair_, shaft_, keys)) continue;
      FallingPair next = pair_;
      const bool locked = play_frame(next, shaft_, keys).locked;
      if (locked ? !is_in_time(next, 1) : bound_.frames(next) >= left_) continue;
      route_.push(keys);
      left_ = locked ? 0 : left_ - 1;
      pair_ = next;
      return !locked;
    }
    return false;
  }

  bool hold_down() {
    FallingPair pair = pair_;
    for (int frames = 1; frames <= left_; ++frames) {
      if (!play_frame(pair, shaft_, Keys::down).locked) continue;
      if (!is_in_time(pair, frames)) return false;
      for (; frames > 0; --frames) route_.push(Keys::down);
      return true;
    }
    return false;
  }

  bool is_in_time(const FallingPair& locked, int frames) const {
    return target_.accepts(locked) && frames + target_.extra_fall_frames(locked.y) == left_;
  }

  const Shaft& shaft_;
  const RouteTarget& target_;
  const RouteBound& bound_;
  FallingPair pair_;
  int left_;  // frames that the bound has promised
  Route route_;
};

}  // namespace

std::optional<Route> straight_route(const Shaft& shaft, const FallingPair& start, const RouteTarget& target,
                                    const RouteBound& bound) {
  return Walk(shaft, start, target, bound).run();
}

}  // namespace rensa::movement
