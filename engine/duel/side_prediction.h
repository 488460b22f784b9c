#pragma once

#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/frame_side.h"
#include "engine/duel/input.h"
#include "engine/duel/pair_queues.h"
#include "engine/duel/view.h"

namespace rensa::duel {

// Tells if the next frame of a side can be predicted, or the reason why it cannot.
enum class PredictionState : std::uint8_t {
  predictable,      // the next frame is certain, except for the opponent's actions
  unknown_route,    // the pair follows the unknown route of a placement; keys end this state
  unknown_pair,     // the next pair is not shown yet
  unknown_garbage,  // garbage falls into unknown columns
  ended,            // the side has died, or the game is at its limit
};

// A client's prediction of its own side in a frame game, from the last view. The client shows it until the server's
// next message arrives. It uses FrameSide itself, so the rules cannot differ. Garbage that the opponent sends or makes
// certain meanwhile comes with the next view.
class SidePrediction {
 public:
  // Returns nothing if the view has no motion, or if no game can show this view. Precondition: the ruleset can be
  // played and has Pacing::frames.
  static std::optional<SidePrediction> from_view(const rules::Ruleset& ruleset, const View& view);

  // Predicts one frame if the state allows it. Returns the state after it.
  PredictionState step(const Input& input);

  PredictionState state() const { return state_; }
  int clock() const { return clock_; }
  // The predicted view of the seat's own side, with motion. It does not know pairs that are not shown yet.
  SideView own() const;
  // The events of the last frame that was predicted.
  const Events& events() const { return events_; }

 private:
  SidePrediction(const rules::Ruleset& ruleset, const View& view);

  bool is_possible() const;
  PredictionState state_after(const FrameSide& next) const;
  int pairs_used() const { return side_.hand() - seen_.hand; }

  rules::Ruleset ruleset_;
  Seat seat_;
  SideView seen_;
  int clock_;
  PairQueues queues_;  // the pairs that are shown
  FrameSide side_;
  PredictionState state_ = PredictionState::predictable;
  Events events_;
};

}  // namespace rensa::duel
