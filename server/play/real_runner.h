#pragma once

#include "server/play/keys_ahead.h"
#include "server/play/runner.h"

namespace rensa::play {

// Sixty frames a second on the wall clock, whoever thinks. Deadlines are absolute; a server that is late plays a few
// frames at once, and lets the rest of the delay slip: frames are never left out. But it sleeps through frames in which
// nothing can happen that somebody wants to hear of, and makes them up afterwards.
class RealRunner final : public Runner {
 public:
  RealRunner(const ClockSettings& settings, Play& play, base::Time start);

  void set_audience(const Audience& audience) override;
  void run(base::Time now, Watcher& watcher) override;
  Ruling decide(duel::Seat seat, const Decision& decision, base::Time now) override;
  base::Time wake_at() const override;
  void skip(base::Span pause) override;
  bool waits_for(duel::Seat) const override { return false; }
  base::Span take_lateness() override;

 private:
  struct Side {
    int hand_since = 0;  // the frame in which its pair came under control
    int frame = 0;       // for which the following was decided
    std::uint32_t id = 0;
    duel::Input input;  // none: nothing
    KeysAhead ahead;    // for later frames
  };

  base::Time begin_of(int frame) const { return start_ + frame * base::kFrame; }
  int frame_at(base::Time now) const;
  int next_busy_frame() const;
  static bool has_input(const Side& side) { return side.input.kind != duel::Input::Kind::none; }
  // The frame for which the side has something next; duel::kNoFrameLimit: it has nothing.
  static int input_frame(const Side& side);
  static Ruling look_ahead(Side& side, const Decision& keys, int next);
  void let_slip(int frames);
  void play_on(int last, Watcher& watcher);
  void play_frame(Watcher& watcher);
  void hand_on(const duel::Events& events, Watcher& watcher);

  const ClockSettings settings_;
  Play& play_;
  base::Time start_;  // of frame 0, without delays
  base::Span lateness_{};
  bool every_frame_ = true;
  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
