#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/duel/event.h"
#include "engine/duel/game.h"
#include "engine/duel/game_setup.h"
#include "engine/duel/input.h"
#include "engine/record/record_writer.h"
#include "server/base/types.h"
#include "server/match/terms.h"

namespace rensa::match {

// A game that is being played, together with its record. It has no clock: a GameRunner says when to go on.
class RecordedGame {
 public:
  // Precondition: the names may stand in a record.
  RecordedGame(const duel::GameSetup& setup, const std::array<std::string, 2>& names)
      : game_(setup), writer_(setup, names) {}

  // A game that goes on from a recorded one as it was at this clock, under other names. Preconditions: the record
  // verifies, and the names may stand in a record.
  RecordedGame(const record::Record& opening, int clock, const std::array<std::string, 2>& names);

  const duel::Game& game() const { return game_; }

  duel::Events step(const duel::Inputs& inputs);
  // Advances without inputs to the first event or to frame `last`; it may stop earlier.
  duel::Events advance(int last);
  // The server was stopped at the present frame or turn, and has started again.
  void note_interruption() { writer_.add_interruption(game_.clock()); }
  // Returns the record. The given outcome is used only if the game has none of its own.
  record::Record finish(const duel::Outcome& outcome) { return writer_.finish(game_, outcome); }

 private:
  duel::Game game_;
  record::RecordWriter writer_;
};

// The answer of a seat to the state at frame `clock`.
struct Decision {
  int clock = 0;
  std::uint32_t id = 0;
  duel::Input input;  // none: the player has seen the state and decides nothing
  int at = 0;         // for keys in real time: the frame in which they begin to count; 0: the next one
};

// A decision as it was accepted.
struct AcceptedInput {
  duel::Seat seat = duel::Seat::one;
  std::uint32_t id = 0;
  duel::Input input;     // none: the seat passes
  int from = 0;          // the frame or turn from which it counts, which includes the cost of thinking
  int keys_at = 0;       // for keys in real time: the frame for which they were sent; 0: they count from `from` on
  bool is_late = false;  // the keys came after their frame
  friend bool operator==(const AcceptedInput&, const AcceptedInput&) = default;
};

enum class DecisionResult : std::uint8_t {
  accepted,
  accepted_late,    // counts in the next frame instead of the frame that it was for
  outdated,         // for a pair, turn or frame that is over
  not_yet_played,   // for a frame that has not been played yet
  frame_too_far,    // keys for a frame that is too far ahead
  too_many_inputs,  // too many keys wait for their frames
};

// The settings of all clocks.
struct ClockSettings {
  base::Span think_limit = std::chrono::seconds(60);  // without a limit in the ruleset; then the pair falls undecided
  // For the answers of a player up to its first decision of a game, all together, if think_limit does not give more.
  base::Span first_think_limit{};
  base::Span turn_bank = std::chrono::seconds(30);  // extra time for a whole game, beyond the ruleset's time for a turn
  int max_refusals = 3;                             // of one pair; then it falls undecided
  int catch_up_frames = 6;                          // real time: a late server plays so many frames at once
  friend bool operator==(const ClockSettings&, const ClockSettings&) = default;
};

// Listens to the progress of a game. All calls come from within a function that plays.
class RunnerListener {
 public:
  virtual ~RunnerListener() = default;
  virtual void on_events(const duel::Events& events) = 0;
  virtual void on_decision_played(duel::Seat seat, std::uint32_t id, int clock) = 0;
  // The clock stops until the seat decides.
  virtual void on_question(duel::Seat seat) = 0;
};

// The seats and spectators that want an update for every frame, not only for frames with events. In virtual time such a
// seat is asked for a decision in every frame.
struct FrameSubscribers {
  std::array<bool, 2> seats{};
  bool spectators = false;

  bool is_any() const { return seats[0] || seats[1] || spectators; }
};

struct Judgement {
  DecisionResult result = DecisionResult::accepted;
  int from = 0;  // the frame or turn from which an accepted decision counts

  bool is_accepted() const { return result == DecisionResult::accepted || result == DecisionResult::accepted_late; }
};

// Precondition: the decision is accepted.
AcceptedInput input_of(duel::Seat seat, const Decision& decision, const Judgement& judgement);

// The changes of a game that follow from the time alone, apart from its frames.
struct ClockStep {
  std::optional<duel::Seat> missed;  // this seat has not decided in time
  int late_frames = 0;               // the server is so late that all later frames have to be delayed by so many

  bool is_any() const { return missed || late_frames > 0; }
};

// Decides when the frames of one game are played, and from which frame a decision counts. There is one runner for each
// clock. The same inputs in the same frames give the same game under every clock.
//
// Its state changes only by accept(), miss_decision(), delay_frames(), skip_pause() and hold_until(), and by playing.
// Repeated at the same clocks and times, they give the same state again.
class GameRunner {
 public:
  virtual ~GameRunner() = default;

  virtual void set_frame_subscribers(const FrameSubscribers&) {}
  // Returns what has to be done before the game is played on to now.
  virtual ClockStep next_clock_step(base::Time now) = 0;
  virtual void miss_decision(duel::Seat, base::Time /*now*/) {}
  virtual void delay_frames(int /*frames*/) {}
  // Plays everything that can be played by now. Precondition: no clock step has to be done before.
  virtual void play(base::Time now, RunnerListener& listener) = 0;
  // Plays a game in real time up to this clock. Does nothing under other clocks, whose games wait only for decisions.
  virtual void play_to(int /*clock*/, RunnerListener&) {}
  virtual Judgement judge(duel::Seat seat, const Decision& decision, base::Time now) const = 0;
  // Takes an input that was judged as accepted. The next play() plays it.
  virtual void accept(const AcceptedInput& input, base::Time now) = 0;

  // For a game without a match: does what the time has brought, and plays everything that can be played by now.
  void run(base::Time now, RunnerListener& listener);
  // For a game without a match: accepts or refuses a decision; an accepted one is played by the next run().
  DecisionResult decide(duel::Seat seat, const Decision& decision, base::Time now);

  // Returns when to run again without a new decision; Time::max() if only a decision lets the game go on.
  virtual base::Time next_deadline() const = 0;
  // Moves all time-outs and frames by `pause`, for which the clock stood still.
  virtual void skip_pause(base::Span pause) = 0;
  // Lets no frame begin before this time. Other clocks than real time have no frames that begin by themselves.
  virtual void hold_until(base::Time) {}
  // Returns the time until the next frame begins, if the game is held; otherwise zero.
  virtual base::Span hold_left(base::Time /*now*/) const { return base::Span::zero(); }
  virtual bool waits_for(duel::Seat seat) const = 0;
  // Returns the whole time for the answer that is due; zero if the ruleset sets no limit.
  virtual base::Span time_left(duel::Seat) const { return base::Span::zero(); }
  // Returns the longest delay of a frame since the last call; zero for all clocks but real time.
  virtual base::Span take_lateness() { return base::Span::zero(); }
};

// The memory to prefetch for a runner; at least the size of a RealTimeRunner.
inline constexpr std::size_t kRunnerBytes = 192;

// The game must outlive the runner. `start`: the time of frame 0.
std::unique_ptr<GameRunner> make_runner(const Terms& terms, const ClockSettings& settings, RecordedGame& game,
                                        base::Time start);

}  // namespace rensa::match
