#include "engine/record/replay.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace rensa::record {

namespace {

// The frames between two snapshots: two seconds, whose replay takes some tens of microseconds.
constexpr int kFramesPerSnapshot = 120;

class EventCollector final : public duel::GameObserver {
 public:
  explicit EventCollector(std::vector<ReplayCursor::TimedEvent>& events) : events_(events) {}
  void after_step(const duel::Game& game, const duel::Events& events) override {
    for (const duel::Event& event : events) events_.push_back({game.clock(), event});
  }

 private:
  std::vector<ReplayCursor::TimedEvent>& events_;
};

}  // namespace

void replay_until(ReplayState& state, const Record& record, int clock, duel::GameObserver& observer) {
  duel::Game& game = state.game;
  const int end = std::min(clock, record.outcome.frame);
  while (!game.outcome() && game.clock() < end) {
    duel::Inputs inputs{};
    duel::RoutesBySeat routes;
    const std::size_t first = state.next_input;
    std::size_t& next = state.next_input;
    for (; next < record.inputs.size() && record.inputs[next].clock == game.clock() + 1; ++next) {
      const RecordedInput& entry = record.inputs[next];
      inputs[duel::index_of(entry.seat)] = entry.input;
      if (entry.route.frames() > 0) routes[duel::index_of(entry.seat)] = entry.route;
    }
    if (next != first || game.frame_game() == nullptr) {
      observer.before_step(game, inputs);
      observer.after_step(game, game.replay(inputs, routes));
    } else {
      const int last = next == record.inputs.size() ? end : std::min(end, record.inputs[next].clock - 1);
      const duel::Events events = game.advance(last);
      observer.after_step(game, events);
    }
  }
}

void replay_until(ReplayState& state, const Record& record, int clock) {
  duel::GameObserver observer;  // does nothing
  replay_until(state, record, clock, observer);
}

void replay_all(const Record& record, duel::GameObserver& observer) {
  ReplayState state(record);
  replay_until(state, record, record.outcome.frame, observer);
}

ReplayCursor::ReplayCursor(Record record) : record_(std::move(record)), state_(record_) {
  EventCollector collector(events_);
  ReplayState state = state_;
  for (int clock = 0; clock < last_clock(); clock += kFramesPerSnapshot) {
    snapshots_.push_back(state);
    replay_until(state, record_, clock + kFramesPerSnapshot, collector);
  }
  if (snapshots_.empty()) snapshots_.push_back(state_);
}

void ReplayCursor::seek(int clock) {
  assert(clock >= 0 && clock <= last_clock());
  const auto later =
      std::upper_bound(snapshots_.begin(), snapshots_.end(), clock,
                       [](int wanted, const ReplayState& snapshot) { return wanted < snapshot.game.clock(); });
  const ReplayState& nearest = *std::prev(later);
  if (state_.game.clock() > clock || state_.game.clock() < nearest.game.clock()) state_ = nearest;
  replay_until(state_, record_, clock);
}

}  // namespace rensa::record
