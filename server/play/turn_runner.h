#pragma once

#include "server/play/runner.h"

namespace rensa::play {

// Both choose, then both resolve. A turn has the ruleset's time, and a bank for the whole game beyond it; who has used
// up both has chosen nothing, which the rules turn into a placement.
class TurnRunner final : public Runner {
 public:
  TurnRunner(const ClockSettings& settings, Play& play);

  void run(base::Time now, Watcher& watcher) override;
  Ruling decide(duel::Seat seat, const Decision& decision, base::Time now) override;
  base::Time wake_at() const override;
  void skip(base::Span pause) override;
  bool waits_for(duel::Seat seat) const override { return sides_[duel::index_of(seat)].waits; }
  base::Span time_left(duel::Seat seat) const override {
    return is_limited_ ? turn_time_ + sides_[duel::index_of(seat)].bank : base::Span::zero();
  }

 private:
  struct Side {
    bool waits = false;
    base::Span bank{};
    duel::Input input;
    std::optional<std::uint32_t> id;
  };

  base::Time deadline_of(const Side& side) const { return turn_began_ + turn_time_ + side.bank; }
  void ask(base::Time now, Watcher& watcher);
  void answered(Side& side, base::Time now);

  Play& play_;
  bool is_limited_;  // by the ruleset
  base::Span turn_time_;
  base::Time turn_began_;
  int asked_turn_ = 0;
  std::array<Side, 2> sides_;
};

}  // namespace rensa::play
