#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/duel/frame_side.h"
#include "engine/duel/view.h"
#include "engine/puzzles/puzzle.h"
#include "engine/puzzles/solver.h"

namespace rensa::bindings {

// A puzzle that a person is solving. The current pair waits above the field until it gets a placement. From then on
// everything takes as many frames as in a game.
class TrainingPosition {
 public:
  explicit TrainingPosition(puzzles::Puzzle puzzle);

  // Plays one frame. The result is valid until the next call. Nothing moves while the pair waits or after the end.
  const duel::Events& step();
  bool is_waiting() const {
    return phase() == duel::Phase::control && input_.kind == duel::Input::Kind::none && !is_input_given_;
  }
  // The possible placements as bits by kPlacements; none if no pair is waiting.
  std::uint32_t placements() const;
  // Drops the pair from above the placement, or steers it there from where pairs appear. Returns false if it cannot get
  // there; then it stays waiting. Precondition: one of placements().
  bool drop(rules::Placement placement);
  bool steer(rules::Placement placement);
  // Goes back to the time when this many pairs were placed.
  void rewind(std::size_t placed_count);

  const puzzles::Puzzle& puzzle() const { return puzzle_; }
  const std::vector<rules::Pair>& pairs() const { return pairs_; }
  // The number of pairs that have come to rest.
  std::size_t placed_count() const { return placements_.size(); }
  bool is_solved() const { return puzzles::check_attempt(puzzle_, placements_).solved; }
  // Returns true if no more pair comes: the puzzle is solved, or no pair is left, or the field is choked.
  bool is_over() const { return is_over_; }
  // The view of the side, with the waiting pair above a placement unless it is null.
  duel::SideView side(const rules::Placement* above) const;

 private:
  // The next hand after some placements, not begun yet. It is made before anything changes, because it needs memory.
  struct Hand {
    std::vector<rules::Placement> placements;
    duel::FrameSide side;
    bool is_over = false;
  };

  duel::Phase phase() const { return side_.phase(); }
  rules::Pair pair() const { return pairs_[placements_.size()]; }
  // The field after placed pairs and the garbage that follows them.
  rules::Field field_after(std::span<const rules::Placement> placements) const;
  // The side at the moment when the pair of this number is announced, counted from 0.
  duel::FrameSide waiting_side(const rules::Field& field, std::size_t number) const;
  duel::FrameSide controlled_side(const movement::FallingPair& at) const;
  bool accepts(duel::FrameSide frame_side, rules::Placement placement) const;
  bool start_input(const duel::FrameSide& frame_side, rules::Placement placement);
  // If no pair comes any more, the hand keeps the given side.
  Hand hand_after(std::vector<rules::Placement> placements, const duel::FrameSide& side) const;
  void begin(Hand hand);

  puzzles::Puzzle puzzle_;
  std::vector<rules::Pair> pairs_;
  duel::PairQueues queues_;
  std::vector<rules::Placement> placements_;
  duel::FrameSide side_;
  duel::Input input_;
  bool is_input_given_ = false;
  rules::Placement locked_placement_;  // of the last pair that came to rest
  bool is_over_ = false;
  duel::Events events_;
  int frame_ = 0;
};

}  // namespace rensa::bindings
