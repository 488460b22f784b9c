#pragma once

#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "engine/rules/rng.h"
#include "server/league/cup.h"

namespace rensa::league::test {

// Who wins a game of these two; nullopt: a draw.
using Referee = std::function<std::optional<Side>(const Pair&)>;

inline Referee lower_number_wins() {
  return [](const Pair& pair) { return pair.first < pair.second ? 0 : 1; };
}

// Plays a run to its end, so many games at a time, which end in an order of chance.
class RunOf {
 public:
  // The last so many of the plan's players are going to join.
  RunOf(CupPlan plan, int slots, std::uint64_t seed, std::size_t newcomers = 0)
      : plan_(std::move(plan)),
        slots_(slots),
        rng_(seed, 1),
        tournament(plan_.authors.size() - newcomers),
        cup(plan_) {}

  void take_down(const Event& event) {
    ASSERT_TRUE(tournament.apply(event)) << "event " << events.size();
    events.push_back(event);
  }

  // False: nothing is to be played, now or at all.
  bool start_one() {
    while (!tournament.next()) {
      const std::vector<Event> due = cup.due(tournament);
      if (due.empty()) return false;
      for (const Event& event : due) take_down(event);
    }
    running_.push_back(*tournament.next());
    take_down(GameStarted{running_.back().id});
    return true;
  }

  void end_one(const Referee& referee) {
    const std::size_t which = rng_.below(static_cast<std::uint32_t>(running_.size()));
    const GameToPlay game = running_[which];
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
    take_down(GameEnded{.game = game.id, .winner = referee(game.pair), .cause = duel::Cause::choked});
  }

  // `between` may do what it likes to the run between two events.
  void play(const Referee& referee, const std::function<void(RunOf&)>& between = [](RunOf&) {}) {
    for (int steps = 0; steps < 1'000'000; ++steps) {
      if (testing::Test::HasFatalFailure()) return;
      between(*this);
      const bool starts = static_cast<int>(running_.size()) < slots_ && start_one();
      if (starts) continue;
      if (running_.empty()) return;
      end_one(referee);
    }
    FAIL() << "it has no end";
  }

  void forget_running() { running_.clear(); }

  const CupPlan plan_;

 private:
  const int slots_;
  rules::Rng rng_;
  std::vector<GameToPlay> running_;

 public:
  Tournament tournament;
  Cup cup;
  std::vector<Event> events;
};

inline CupPlan plan_of(std::vector<StagePlan> stages, std::size_t players) {
  return {.stages = std::move(stages), .authors = std::vector<int>(players, -1)};
}

}  // namespace rensa::league::test
