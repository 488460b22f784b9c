#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/lane.h"
#include "engine/duel/outcome.h"
#include "engine/duel/queues.h"
#include "engine/duel/setup.h"

namespace rensa::duel {

inline constexpr int kNoFrameLimit = std::numeric_limits<int>::max();

// Two lanes and the garbage between them, a frame at a time: for rulesets with Pacing::frames. A pure value: the same
// setup and inputs give the same states and events everywhere. Nobody observes it; whoever steps it hands on the
// events. Both lanes step, then both attacks cross: an attack cancels what waited for its sender before this frame.
class Duel {
 public:
  // Precondition: the ruleset can be played and has Pacing::frames.
  explicit Duel(const GameSetup& setup);

  // One frame; the first is number 1. After the end nothing happens any more.
  Events step(const Inputs& inputs);
  // The same, but placements follow these routes and are refused without one: for records, which hold for ever and so
  // must not depend on how routes are planned today.
  Events replay(const Inputs& inputs, const Routes& routes);
  // Frames without inputs up to and including the first that has an event, or up to `last_frame`. The same as calling
  // step() until then, only faster.
  Events advance(int last_frame = kNoFrameLimit);
  // Frames that are sure to have no event as long as nobody has an input.
  int quiet_frames() const;

  int frame() const { return frame_; }
  const std::optional<Outcome>& outcome() const { return outcome_; }
  const rules::Ruleset& ruleset() const { return ruleset_; }
  const Queues& queues() const { return queues_; }
  const Lane& lane(Seat seat) const { return lanes_[index_of(seat)]; }

  // Covers all that can influence the future; equal on every machine.
  std::uint64_t hash() const;
  bool is_consistent() const;

 private:
  Events play(const Inputs& inputs, const Routes* routes);
  void cross(const std::array<Lane::Report, 2>& reports, Events& events);
  void part_queues();
  void look_for_end(Events& events);

  rules::Ruleset ruleset_;
  Queues queues_;
  std::uint64_t setup_hash_;
  std::array<Lane, 2> lanes_;
  int frame_ = 0;
  std::optional<Outcome> outcome_;
};

}  // namespace rensa::duel
