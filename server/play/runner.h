#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/duel/event.h"
#include "engine/duel/input.h"
#include "engine/duel/seat.h"
#include "proto/message.h"
#include "server/base/time.h"
#include "server/play/play.h"

namespace rensa::play {

// Time for one game: says when its frames are played, and which decisions count from which frame on. There is one for
// each clock; the same inputs in the same frames give the same game under all of them.

// What a seat answered to the state at `clock`.
struct Decision {
  int clock = 0;
  std::uint32_t id = 0;
  duel::Input input;  // none: seen, nothing new
  int at = 0;         // of keys in real time: the frame from which they count; 0: the next
};

enum class Ruling : std::uint8_t {
  counts,
  counts_late,  // in the next frame instead of the one that it was for
  late,         // about another pair, turn or frame than the one that is played
  ahead,        // about one that has not been played yet
  too_far,      // for a frame that is too far away
  too_many,     // as many wait for their frames as may
};

// How long a player may think where the rules set no limit, and what else a clock goes by.
struct ClockSettings {
  base::Span think_limit = std::chrono::seconds(60);  // then the pair falls as if nothing had been chosen
  base::Span turn_bank = std::chrono::seconds(30);    // for a whole game, beyond the ruleset's time for a turn
  int refusals = 3;                                   // of one pair, after which it falls
  int catch_up_frames = 6;                            // real time: at once; what is later slips
};

// Hears what a runner does. Called from within run().
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void stepped(const duel::Events& events) = 0;
  virtual void decided(duel::Seat seat, std::uint32_t id, int clock) = 0;
  // The clock stands until the seat decides.
  virtual void asks(duel::Seat seat) = 0;
  // It has not decided in time, and is taken to have passed.
  virtual void missed(duel::Seat) {}
};

// Who wants to hear of every frame, not just of those in which something happens. In virtual time such a seat is asked
// in every frame.
struct Audience {
  std::array<bool, 2> seats{};
  bool spectators = false;

  bool wants_every_frame() const { return seats[0] || seats[1] || spectators; }
};

class Runner {
 public:
  virtual ~Runner() = default;

  virtual void set_audience(const Audience&) {}
  // Plays all that can be played by now.
  virtual void run(base::Time now, Watcher& watcher) = 0;
  // Takes a decision down; it is played by the next run().
  virtual Ruling decide(duel::Seat seat, const Decision& decision, base::Time now) = 0;
  // When to run again even though nobody decides; the end of time: not before somebody does.
  virtual base::Time wake_at() const = 0;
  // The clock stood still for so long: time-outs and frames move on by as much.
  virtual void skip(base::Span pause) = 0;
  virtual bool waits_for(duel::Seat seat) const = 0;
  // For the answer that is due, in all; zero where the ruleset sets no limit.
  virtual base::Span time_left(duel::Seat) const { return base::Span::zero(); }
  // The worst delay of a frame since the last call, by the wall clock; real time only.
  virtual base::Span take_lateness() { return base::Span::zero(); }
};

// At least as large as the one of real time.
inline constexpr std::size_t kRunnerBytes = 192;

// The play outlives the runner. `start`: the moment of frame 0.
std::unique_ptr<Runner> make_runner(const proto::Terms& terms, const ClockSettings& settings, Play& play,
                                    base::Time start);

}  // namespace rensa::play
