#pragma once

#include "server/play/runner.h"

namespace rensa::play {

// Sixty frames a second on the wall clock, whoever thinks. Deadlines are absolute; a server that is late plays a few
// frames at once, and lets the rest of the delay slip: frames are never left out.
class RealRunner final : public Runner {
 public:
  RealRunner(const ClockSettings& settings, Play& play, base::Time start);

  void run(base::Time now, Watcher& watcher) override;
  Ruling decide(duel::Seat seat, const Decision& decision, base::Time now) override;
  std::optional<base::Time> wake_at() const override { return next_frame_at(); }
  void skip(base::Span pause) override { start_ += std::chrono::duration_cast<base::Time::duration>(pause); }
  bool waits_for(duel::Seat) const override { return false; }
  base::Span take_lateness() override;

 private:
  struct Side {
    int hand = 0;
    int hand_since = 0;  // the frame in which it came under control
    std::optional<std::uint32_t> id;
    duel::Input input;  // for the next frame
  };

  base::Time next_frame_at() const;
  void play_frame(Watcher& watcher);

  const ClockSettings settings_;
  Play& play_;
  base::Time start_;  // of frame 0, without delays
  base::Span lateness_{};
  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
