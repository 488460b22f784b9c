#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/frame_side.h"
#include "engine/duel/game_setup.h"
#include "engine/duel/input.h"
#include "engine/duel/outcome.h"
#include "engine/duel/pair_queues.h"

namespace rensa::duel {

inline constexpr int kNoFrameLimit = std::numeric_limits<int>::max();

// A game of a ruleset with Pacing::frames: two sides and the garbage between them, stepped a frame at a time. A pure
// value: the same setup and inputs give the same states and events everywhere. In a frame both sides step, then both
// attacks are exchanged: an attack cancels the garbage that waited for its sender before this frame.
class FrameGame {
 public:
  // Precondition: the ruleset can be played and has Pacing::frames.
  explicit FrameGame(const GameSetup& setup);

  // Plays one frame. The first is number 1. After the end of the game it does nothing. If `routes` is given, a
  // placement follows its route in it, and is refused if it has none there. Replays of records give routes, so that
  // they do not depend on how routes are planned today.
  Events step(const Inputs& inputs, const RoutesBySeat* routes = nullptr);
  // Plays frames without inputs up to and including the first that has an event, or up to `last_frame`. Gives the same
  // as calling step() until then, but faster.
  Events advance(int last_frame = kNoFrameLimit);
  // The number of frames that are sure to have no event while there is no input.
  int frames_without_event() const;

  int frame() const { return frame_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const rules::Ruleset& ruleset() const { return ruleset_; }
  const PairQueues& queues() const { return queues_; }
  const FrameSide& side(Seat seat) const { return sides_[index_of(seat)]; }

  // Returns a hash of all state that can influence the rest of the game. It is equal on every machine.
  std::uint64_t hash() const;
  bool is_consistent() const;

 private:
  void exchange_attacks(const std::array<FrameSide::StepReport, 2>& reports, Events& events);
  void check_for_end(Events& events);

  rules::Ruleset ruleset_;
  PairQueues queues_;
  std::uint64_t setup_hash_;
  std::array<FrameSide, 2> sides_;
  int frame_ = 0;
  std::optional<Outcome> outcome_;
};

}  // namespace rensa::duel
