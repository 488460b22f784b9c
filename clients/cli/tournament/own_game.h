#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/game_statistics.h"
#include "engine/players/player.h"
#include "server/base/durations.h"
#include "server/match/game_runner.h"

namespace rensa::cli {

// A game between players of this process, by the clock that a server would play it by.
class OwnGame final : private match::RunnerListener {
 public:
  // The ruleset is the setup's, whatever the terms call it. Players by seat. Precondition: the clock is not the real
  // one.
  OwnGame(const duel::GameSetup& setup, const std::array<std::string, 2>& names, const proto::Terms& terms,
          std::array<std::unique_ptr<players::Player>, 2> players);

  // False: `stop` said so before it was over. Asked before each answer.
  bool play(const std::function<bool()>& stop);

  // Precondition of these: it is over. By seat.
  const duel::Outcome& outcome() const { return *recorded_game_.game().outcome(); }
  const std::array<duel::GameStatistics, 2>& feats() const { return feats_.statistics(); }
  const std::array<base::Durations, 2>& thinking() const { return thinking_; }
  record::Record record() { return recorded_game_.finish(outcome()); }

 private:
  void on_events(const duel::Events& events) override { feats_.after_step(recorded_game_.game(), events); }
  void on_decision_played(duel::Seat, std::uint32_t, int) override {}
  void on_question(duel::Seat seat) override { asked_[duel::index_of(seat)] = true; }
  void answer(duel::Seat seat);

  match::RecordedGame recorded_game_;
  std::array<std::unique_ptr<players::Player>, 2> players_;
  std::unique_ptr<match::GameRunner> runner_;
  duel::StatisticsCounter feats_;
  std::array<base::Durations, 2> thinking_;
  std::array<bool, 2> asked_{};
};

}  // namespace rensa::cli
