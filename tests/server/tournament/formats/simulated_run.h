#pragma once

#include <ctime>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <vector>

#include "engine/rules/rng.h"
#include "server/tournament/formats/stage_sequence.h"

namespace rensa::tournament::test {

// Returns the winner of a game; nullopt: a draw.
using Referee = std::function<std::optional<PairSide>(const PlayerPair&)>;

inline Referee lower_number_wins() {
  return [](const PlayerPair& pair) { return pair.first < pair.second ? 0 : 1; };
}

// Every ninth game is drawn.
inline Referee by_chance(std::uint64_t seed) {
  return [rng = rules::Rng(seed, 2)](const PlayerPair&) mutable -> std::optional<PairSide> {
    const std::uint32_t what = rng.below(9);
    if (what == 8) return std::nullopt;
    return static_cast<PairSide>(what % 2);
  };
}

// Plays a tournament with `slots` games at a time, which end in random order.
class SimulatedRun {
 public:
  // The last `newcomers` players of the plan will be late entries.
  SimulatedRun(StageSequencePlan plan, int slots, std::uint64_t seed, std::size_t late_entries = 0)
      : plan_(std::move(plan)),
        slots_(slots),
        rng_(seed, 1),
        progress(plan_.authors.size() - late_entries),
        stages(plan_) {}

  void apply(const Event& event) {
    ASSERT_TRUE(progress.apply(event)) << "event " << events.size();
    events.push_back(event);
  }

  // Returns false if no game can be started now.
  bool start_one() {
    while (!progress.next_game()) {
      const std::vector<Event> next_events = stages.next_events(progress);
      if (next_events.empty()) return false;
      for (const Event& event : next_events) apply(event);
    }
    running_.push_back(*progress.next_game());
    apply(GameStarted{running_.back().id});
    return true;
  }

  void end_one(const Referee& referee) {
    const std::size_t which = rng_.below(static_cast<std::uint32_t>(running_.size()));
    const GameToPlay game = running_[which];
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(which));
    apply(GameEnded{.game = game.id, .winner = referee(game.pair), .cause = duel::Cause::choked});
  }

  // `between` is called between two events and may change the run.
  void play(const Referee& referee, const std::function<void(SimulatedRun&)>& between = [](SimulatedRun&) {}) {
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
  // Corrects a result, and forgets the games that are void by that.
  void correct(const Event& correction) {
    apply(correction);
    std::erase_if(running_, [this](const GameToPlay& game) { return !progress.is_running(game.id); });
  }

  const StageSequencePlan plan_;

 private:
  const int slots_;
  rules::Rng rng_;
  std::vector<GameToPlay> running_;

 public:
  TournamentProgress progress;
  StageSequence stages;
  std::vector<Event> events;
};

inline StageSequencePlan plan_of(std::vector<StagePlan> stages, std::size_t players) {
  return {.stages = std::move(stages), .authors = std::vector<int>(players, -1)};
}

inline StagePlan stage_of(FormatKind format) {
  StagePlan plan;
  plan.format = format;
  plan.pairs = 2;
  plan.rounds = 4;
  return plan;
}

inline std::vector<int> matches_of_each(const TournamentProgress& progress) {
  std::vector<int> matches(progress.player_count());
  for (const PlayerPair& pair : progress.pairs()) {
    ++matches[pair.first];
    ++matches[pair.second];
  }
  return matches;
}

// The CPU time of this process so far. Unlike the time on a clock, it does not depend on how busy the machine is.
inline double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

}  // namespace rensa::tournament::test
