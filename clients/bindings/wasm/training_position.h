#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/duel/frame_side.h"
#include "engine/duel/view.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"

namespace rensa::wasm {

// A training problem that somebody works on. The pair waits above the field until it is told where it goes; from there
// on all takes the time that it takes in a game.
class Drill {
 public:
  explicit Drill(puzzles::Puzzle puzzle);

  // One frame; what it says stays until the next. Nothing moves while the pair waits, or when all is over.
  const duel::Events& step();
  bool waits() const { return phase() == duel::Phase::control && order_.kind == duel::Input::Kind::none && !is_led_; }
  // Where the pair may go, as bits by kPlacements; none while it does not wait.
  std::uint32_t placements() const;
  // Precondition for both: one of placements(). The pair falls from above where it goes, or is led there by keys from
  // where pairs appear. False: there is no way, and it goes on waiting.
  bool drop(rules::Placement placement);
  bool lead(rules::Placement placement);
  // To where so many pairs are placed; at most as many as are.
  void rewind(std::size_t placed);

  const puzzles::Puzzle& problem() const { return puzzle_; }
  const std::vector<rules::Pair>& pairs() const { return pairs_; }
  // Pairs that have come to rest, and what they have come to.
  std::size_t placed() const { return placements_.size(); }
  bool is_solved() const { return puzzles::check_attempt(puzzle_, placements_).solved; }
  // No pair comes any more: solved, or none is left, or there is no room.
  bool is_over() const { return is_over_; }
  // As it stands, the waiting pair above a placement, if one is named.
  duel::SideView side(const rules::Placement* above) const;

 private:
  duel::Phase phase() const { return lane_.phase(); }
  rules::Pair pair() const { return pairs_[placements_.size()]; }
  // What lies there once the pairs that are placed have, and the garbage after them.
  rules::Field field_now() const;
  duel::FrameSide waiting_lane(const rules::Field& field) const;
  duel::FrameSide controlled_lane(const movement::FallingPair& at) const;
  bool follows(duel::FrameSide lane, rules::Placement placement) const;
  bool take(const duel::FrameSide& lane, rules::Placement placement);
  void begin_hand(const rules::Field& field);
  void end_hand();

  puzzles::Puzzle puzzle_;
  std::vector<rules::Pair> pairs_;
  duel::PairQueues queues_;
  std::vector<rules::Placement> placements_;
  duel::FrameSide lane_;
  duel::Input order_;
  bool is_led_ = false;      // the order has been given
  rules::Placement locked_;  // of the pair that has come to rest last
  bool is_over_ = false;
  duel::Events events_;
  int frame_ = 0;
};

}  // namespace rensa::wasm
