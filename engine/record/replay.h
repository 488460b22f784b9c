#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "engine/duel/game.h"
#include "engine/record/record.h"

namespace rensa::record {

// Plays records again. Every function and class here requires a record that verifies (verify.h).

// A game that is replayed from a record, and the next input to apply. It is a plain value and can be copied.
struct ReplayState {
  duel::Game game;
  std::size_t next_input = 0;  // index in Record::inputs

  explicit ReplayState(const Record& record) : game(record.setup) {}
};

// Replays up to `clock`, or to the end if that is earlier. Precondition: the state belongs to the record.
void replay_until(ReplayState& state, const Record& record, int clock, duel::GameObserver& observer);
void replay_until(ReplayState& state, const Record& record, int clock);

// Replays the whole record from its start.
void replay_all(const Record& record, duel::GameObserver& observer);

// A replay that can be moved to any frame (or turn) and then shows exactly the state that the game had there.
class ReplayCursor {
 public:
  struct TimedEvent {
    int clock = 0;
    duel::Event event{};
  };

  // Replays the record once to collect its events and snapshots.
  explicit ReplayCursor(Record record);

  const Record& record() const { return record_; }
  const duel::Game& game() const { return state_.game; }  // the state after game().clock() frames
  int last_clock() const { return record_.outcome.frame; }
  void seek(int clock);  // 0 .. last_clock()
  // All events of the game in their order.
  std::span<const TimedEvent> events() const { return events_; }

 private:
  const Record record_;
  std::vector<ReplayState> snapshots_;  // by clock, the first at 0
  std::vector<TimedEvent> events_;
  ReplayState state_;
};

}  // namespace rensa::record
