#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/frame_game.h"
#include "engine/movement/movement.h"
#include "server/match/game_runner.h"

namespace rensa::match {

// The keys that a seat in real time has sent for later frames, so that they count in the frame in which they were
// pressed and not in the frame in which they arrive. For most seats it stays empty.
class FutureInputs {
 public:
  static constexpr int kMaxFramesAhead = 120;
  static constexpr std::size_t kMaxInputs = 64;

  struct KeyInput {
    int at = 0;            // the frame that they are for
    std::uint32_t id = 0;  // of the Decide message
    movement::Keys keys = movement::Keys::none;
    friend bool operator==(const KeyInput&, const KeyInput&) = default;
  };

  // Returns false if so many keys wait that add() has no room for keys for this frame.
  bool has_room_for(int frame) const;
  // Adds keys; they replace keys for the same frame. Keys that come too late count in the first free frame from `next`
  // on, so that a key that was pressed and released is not lost when both inputs are late. Precondition: there is room.
  void add(const KeyInput& keys, int next);
  // Removes and returns the keys that count in this frame.
  std::optional<KeyInput> take(int frame);
  void drop(int frame) { take(frame); }
  void clear() { waiting_.clear(); }
  // Returns the first frame with keys; duel::kNoFrameLimit if there are none.
  int next_frame() const { return waiting_.empty() ? duel::kNoFrameLimit : waiting_.back().frame; }

 private:
  struct WaitingKeys {
    int frame = 0;  // in which the keys count
    KeyInput keys;
  };

  std::vector<WaitingKeys> waiting_;  // the latest frame first
};

// Plays sixty frames a second by the wall clock, and never waits for a player. Deadlines are absolute. A late server
// plays a few frames at once and moves all later frames back by the rest of the delay; no frame is left out. The runner
// sleeps through frames that need no update, and plays them afterwards.
class RealTimeRunner final : public GameRunner {
 public:
  RealTimeRunner(const ClockSettings& settings, RecordedGame& game, base::Time start);

  void set_frame_subscribers(const FrameSubscribers& subscribers) override;
  ClockStep next_clock_step(base::Time now) override;
  void delay_frames(int frames) override;
  void play(base::Time now, RunnerListener& listener) override;
  void play_to(int clock, RunnerListener& listener) override;
  Judgement judge(duel::Seat seat, const Decision& decision, base::Time now) const override;
  void accept(const AcceptedInput& input, base::Time now) override;
  base::Time next_deadline() const override;
  void skip_pause(base::Span pause) override;
  void hold_until(base::Time time) override;
  base::Span hold_left(base::Time now) const override;
  bool waits_for(duel::Seat) const override { return false; }
  base::Span take_lateness() override;

 private:
  struct SeatInput {
    int controllable_since = 0;  // the frame in which its pair became controllable
    int frame = 0;               // the frame in which `input` counts
    std::uint32_t id = 0;
    duel::Input input;    // none: there is no input
    FutureInputs future;  // keys for later frames
  };

  base::Time frame_begin(int frame) const { return start_ + frame * base::kFrame; }
  int frame_at(base::Time now) const;
  int next_busy_frame() const;
  static bool has_input(const SeatInput& seat_input) { return seat_input.input.kind != duel::Input::Kind::none; }
  // Returns the frame of the seat's next input; duel::kNoFrameLimit if it has none.
  static int next_input_frame(const SeatInput& seat_input);
  static void schedule_keys(SeatInput& seat_input, const AcceptedInput& keys);
  void play_until(int last, RunnerListener& listener);
  void play_frame(RunnerListener& listener);
  void report_events(const duel::Events& events, RunnerListener& listener);

  const ClockSettings settings_;
  RecordedGame& recorded_game_;
  base::Time start_;    // the time of frame 0, moved by all delays
  int held_frame_ = 0;  // that hold_until() has delayed
  base::Span lateness_{};
  bool every_frame_ = true;
  std::array<SeatInput, 2> seats_;
};

}  // namespace rensa::match
