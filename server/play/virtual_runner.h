#pragma once

#include "server/play/runner.h"

namespace rensa::play {

// The duel stands still while a player thinks. What thinking costs is turned into frames that pass before the decision
// takes effect: none, a fixed number, or as many as it took.
class VirtualRunner final : public Runner {
 public:
  VirtualRunner(const proto::Terms& terms, const ClockSettings& settings, Play& play);

  void set_audience(const Audience& audience) override { audience_ = audience; }
  void run(base::Time now, Watcher& watcher) override;
  Ruling decide(duel::Seat seat, const Decision& decision, base::Time now) override;
  base::Time wake_at() const override;
  void skip(base::Span pause) override;
  bool waits_for(duel::Seat seat) const override { return sides_[duel::index_of(seat)].waits; }

 private:
  struct Scheduled {
    int clock = 0;  // the frame that it takes part in
    std::uint32_t id = 0;
    duel::Input input;
  };
  struct Side {
    bool waits = false;
    base::Time asked_at;
    int asked_clock = -1;
    int answered_clock = -1;  // every frame: up to here
    int answered_hand = 0;    // the pair that needs no answer any more
    int refused_hand = 0;
    int refusals = 0;  // of that pair
    std::optional<Scheduled> scheduled;
  };

  bool must_ask(duel::Seat seat) const;
  bool asks_or_waits(base::Time now, Watcher& watcher);
  void pass(duel::Seat seat);
  int charged_frames(const Side& side, base::Time now) const;
  void play_on(Watcher& watcher);
  void heed_refusals(const duel::Events& events);

  const proto::Terms terms_;
  const ClockSettings settings_;
  Play& play_;
  Audience audience_;
  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
