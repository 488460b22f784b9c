#pragma once

#include <cstdint>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/lane.h"
#include "engine/duel/queues.h"
#include "engine/duel/view.h"

namespace rensa::duel {

// How far a seat can tell its own side's future.
enum class Horizon : std::uint8_t {
  open,     // the next frame is certain, but for what the opponent does
  driven,   // a placement leads the pair, by keys that nobody told; other keys end that
  pair,     // a pair comes that is not shown yet
  garbage,  // garbage falls, nobody knows into which columns
  over,     // the side has died, or the game is at its limit
};

// One's own side of a game of frames, played on from what its seat sees: what a client shows between its player's keys
// and the server's word. It is the lane itself that plays, so nothing can differ. Garbage that the opponent sends or
// makes certain meanwhile comes with the next view.
class Foresight {
 public:
  // nullopt: the view has no motion, or is none that a game can show. Precondition: the ruleset can be played, and has
  // Pacing::frames.
  static std::optional<Foresight> of(const rules::Ruleset& ruleset, const View& view);

  // One frame. Beyond the horizon nothing moves any more, and it says why.
  Horizon step(const Input& input);

  Horizon horizon() const { return horizon_; }
  int clock() const { return clock_; }
  // What the seat is going to see of itself, with motion; pairs that are not shown yet are not known then.
  SideView own() const;
  // Those of the last frame that was played.
  const Events& events() const { return events_; }

 private:
  Foresight(const rules::Ruleset& ruleset, const View& view);

  bool is_possible() const;
  Horizon reached_by(const Lane& next) const;
  int pairs_used() const { return lane_.hand() - seen_.hand; }

  rules::Ruleset ruleset_;
  Seat seat_;
  SideView seen_;
  int clock_;
  Queues queues_;  // the pairs that are shown
  Lane lane_;
  Horizon horizon_ = Horizon::open;
  Events events_;
};

}  // namespace rensa::duel
