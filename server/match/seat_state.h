#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/duel/event.h"
#include "server/base/types.h"
#include "server/match/match_messages.h"
#include "server/match/series.h"
#include "server/match/visibility.h"

namespace rensa::match {

// The newest events that were sent to a seat, with the number of their update. A player that comes back says which
// update it saw last, and is sent the events after it.
class SentUpdates {
 public:
  explicit SentUpdates(std::size_t max_events) : max_events_(max_events) {}

  // Precondition: update numbers grow.
  void add(std::uint64_t update, std::span<const duel::Event> events);
  // Forgets all events up to and including this update, because they belong to another game.
  void forget_until(std::uint64_t update);
  // Returns the events of the updates after `update`; nullopt if some of them are not kept any more.
  std::optional<std::vector<duel::Event>> events_since(std::uint64_t update) const;

 private:
  struct SentEvent {
    std::uint64_t update = 0;
    duel::Event event;
  };

  std::size_t max_events_;
  std::vector<SentEvent> events_;     // a ring buffer once it is full
  std::size_t oldest_index_ = 0;      // in events_
  std::uint64_t last_forgotten_ = 0;  // the newest update that has lost an event
};

// The events that a seat, or the group of spectators, has not been sent yet.
struct UnsentEvents {
  std::vector<duel::Event> events;
  bool update_is_due = false;
};

// A seat of a match: its session, its absences, and the state of its updates.
struct SeatState {
  explicit SeatState(std::size_t history) : sent(history) {}

  base::SessionId session{};
  std::string name;
  Sha256 token_hash{};
  std::string token;      // empty in a match that was made again, until the player comes back
  std::string client_id;  // the client that took the seat last, by its own id; empty: any client may take it
  Subscription subscription{};
  std::optional<base::Time> lost_at;  // set while the connection is lost
  base::Span grace_used{};
  std::uint64_t update_count = 0;
  bool answer_is_due = false;
  ExpectedLanding landing = ExpectedLanding::unknown;
  UnsentEvents unsent;
  SentUpdates sent;
  std::optional<GameEnd> unsent_game_end;  // of a game that was saved while the seat was lost
};

}  // namespace rensa::match
