#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/feats.h"
#include "engine/players/player.h"
#include "server/base/durations.h"
#include "server/play/play.h"
#include "server/play/runner.h"

namespace rensa::cli {

// A game between players of this process, by the clock that a server would play it by.
class OwnGame final : private play::Watcher {
 public:
  // The ruleset is the setup's, whatever the terms call it. Players by seat. Precondition: the clock is not the real
  // one.
  OwnGame(const duel::GameSetup& setup, const std::array<std::string, 2>& names, const proto::Terms& terms,
          std::array<std::unique_ptr<players::Player>, 2> players);

  // False: `stop` said so before it was over. Asked before each answer.
  bool play(const std::function<bool()>& stop);

  // Precondition of these: it is over. By seat.
  const duel::Outcome& outcome() const { return *play_.game().outcome(); }
  const std::array<duel::Feats, 2>& feats() const { return feats_.feats(); }
  const std::array<base::Durations, 2>& thinking() const { return thinking_; }
  duel::Record record() { return play_.finish(outcome()); }

 private:
  void stepped(const duel::Events& events) override { feats_.after_step(play_.game(), events); }
  void decided(duel::Seat, std::uint32_t, int) override {}
  void asks(duel::Seat seat) override { asked_[duel::index_of(seat)] = true; }
  void answer(duel::Seat seat);

  play::Play play_;
  std::array<std::unique_ptr<players::Player>, 2> players_;
  std::unique_ptr<play::Runner> runner_;
  duel::FeatCounter feats_;
  std::array<base::Durations, 2> thinking_;
  std::array<bool, 2> asked_{};
};

}  // namespace rensa::cli
