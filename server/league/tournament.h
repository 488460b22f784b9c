#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "server/league/event.h"
#include "server/league/schedule.h"

namespace rensa::league {

// A game that is to be played now.
struct GameToPlay {
  GameId id;
  PlannedPair players;
  friend bool operator==(const GameToPlay&, const GameToPlay&) = default;
};

// A run as the fold over its events: the same events, from a journal or as they happen, make the same run. It knows no
// clock and no player; it says what is to be played next, and counts what came of it.
class Tournament {
 public:
  static constexpr std::size_t kLegs = 2;  // games of a pair

  explicit Tournament(Schedule schedule);

  // Nothing is changed by what cannot be: a game that is not running, another attempt, a second end. False then.
  bool apply(const Event& event);

  // The first game that is neither running nor over; nullopt: none, for now or at all.
  std::optional<GameToPlay> next() const;
  bool is_over() const { return over_ == slots_.size(); }
  std::size_t games() const { return slots_.size(); }
  std::size_t games_over() const { return over_; }
  std::size_t games_running() const { return running_; }
  std::size_t games_voided() const { return voided_; }

  // How a game ended; nullopt: it is not over.
  std::optional<GameEnded> ended(std::size_t pair, std::size_t leg) const;
  const Schedule& schedule() const { return schedule_; }

 private:
  enum class State : std::uint8_t { open, running, over };
  struct Slot {
    State state = State::open;
    int attempt = 0;
    std::optional<Side> winner;
    duel::Cause cause = duel::Cause::choked;
  };

  bool start(const GameStarted& event);
  bool end(const GameEnded& event);
  bool void_game(const GameVoided& event);
  bool restart();
  void void_slot(std::size_t index);
  // nullptr: there is none, or its attempt is another.
  Slot* slot_of(const GameId& game, State state);

  Schedule schedule_;
  std::vector<Slot> slots_;  // two a pair
  std::size_t running_ = 0;
  std::size_t over_ = 0;
  std::size_t voided_ = 0;
  std::size_t first_open_ = 0;  // none is before it
};

}  // namespace rensa::league
