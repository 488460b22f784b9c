#pragma once

#include <cstddef>
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

// Asks the processor to load memory that is needed soon. Where thousands of objects are visited, most of the time would
// go into waiting for memory. GCC takes a function that only prefetches for one without any effect, and removes its
// calls, unless it inlines it first. The same is true of functions that do nothing but call this one.
[[gnu::always_inline]] inline void prefetch_memory(const void* from, const void* to) {
  constexpr std::ptrdiff_t kCacheLine = 64;
  const auto* const last = static_cast<const std::byte*>(to) - 1;  // the memory need not end at the end of a line
  for (const auto* at = static_cast<const std::byte*>(from); at < last; at += kCacheLine) __builtin_prefetch(at);
  __builtin_prefetch(last);
}

// The newest events that were sent to a seat, with the number of their update. A player that comes back says which
// update it saw last, and is sent the events after it.
class SentUpdates {
 public:
  explicit SentUpdates(std::size_t max_events) : max_events_(max_events) {}

  // Precondition: update numbers grow.
  void add(std::uint64_t update, std::span<const duel::Event> events);
  // Forgets all events up to and including this update, because they belong to another game.
  void forget_until(std::uint64_t update);
  // The server was stopped and goes on after `last`: the updates that it had sent after this one are void. Returns the
  // number before that of the next update, which no void update can have.
  std::uint64_t begin_epoch(std::uint64_t last);
  // Returns the events of the updates after `update`; nullopt if some of them are not kept any more. If it is a void
  // one, these are all events since the server has started again.
  std::optional<std::vector<duel::Event>> events_since(std::uint64_t update) const;

 private:
  struct SentEvent {
    std::uint64_t update = 0;
    duel::Event event;
  };

  std::size_t max_events_;
  std::vector<std::uint64_t> last_of_epochs_;  // the last update before each stop of the server during this game
  std::vector<SentEvent> events_;              // a ring buffer once it is full
  std::size_t oldest_index_ = 0;               // in events_
  std::uint64_t last_forgotten_ = 0;           // the newest update that has lost an event
};

// The events that a seat, or the group of spectators, has not been sent yet.
struct UnsentEvents {
  std::vector<duel::Event> events;
  bool update_is_due = false;
};

// A seat of a match: its player, its absences, and the state of its updates.
struct SeatState {
  explicit SeatState(std::size_t history) : sent(history) {}

  // The members that each frame needs stand first (see prefetch()).
  base::PlayerId player{};
  Subscription subscription{};
  bool answer_is_due = false;
  ExpectedLanding landing = ExpectedLanding::unknown;
  std::optional<base::Time> lost_at;  // set while the connection is lost
  std::uint64_t update_count = 0;
  UnsentEvents unsent;
  SentUpdates sent;
  base::Span grace_used{};
  bool is_lost_by_server = false;  // the server was stopped, so the player has the whole grace to come back

  std::string name;
  Sha256 token_hash{};
  std::optional<Sha256> second_token_hash;  // of a token that is as good as the first one
  std::string token;                        // empty in a match that was made again, until the player comes back
  std::string client_id;  // the client that took the seat last, by its own id; empty: any client may take it
  std::optional<GameEnd> unsent_game_end;  // of a game that was saved while the seat was lost

  // Precondition: the seat is lost.
  base::Span grace_left(base::Span grace, base::Time now) const {
    return grace - (now - *lost_at) - (is_lost_by_server ? base::Span::zero() : grace_used);
  }

  [[gnu::always_inline]] void prefetch() const { prefetch_memory(&player, &name); }
};

}  // namespace rensa::match
