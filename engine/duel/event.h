#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "engine/duel/game_setup.h"
#include "engine/rules/pair.h"

namespace rensa::duel {

// The kinds of events that happen to a seat in a frame. The letters D, W, G, E and O are those of the reference's text
// protocol. Each line names the numbers of Event that the kind uses.
enum class EventKind : std::uint8_t {
  preparation_started,  // number: hand (1 is the first)
  controllable,         // D; number: hand. In a turn game a placement is due
  next_next_revealed,   // W; number: hand
  locked,               // G; x, y, r of the pair
  link_started,         // E; number: link, amount: coloured cells, points
  garbage_sent,         // amount: garbage that now waits for the opponent; cancelled: own waiting garbage that is gone
  garbage_fixed,        // amount: waiting garbage of the seat that is now certain to fall
  garbage_fell,         // O; amount: cells that came onto the field
  all_clear,            // points
  placement_accepted,   // x, r; amount: frames until the pair locks, including this one
  placement_refused,    // x, r, refusal
  died,
  game_over,  // seat: the winner, amount: 1; amount: 0 for a draw
};

enum class Refusal : std::uint8_t {
  none,
  off_field,    // not one of the 22 placements
  no_control,   // no pair is under control
  unreachable,  // the pair cannot get there from where it is; in a turn game: not a legal placement
  missing,      // turn game: no placement was given
};

// A trivial type, so that a list of events costs nothing to make. EventKind says which numbers have a meaning.
struct Event {
  EventKind kind;
  Seat seat;
  Refusal refusal;
  rules::Rotation r;
  std::int8_t x;
  std::int8_t y;
  int number;
  int amount;
  int cancelled;
  int points;
  friend bool operator==(const Event&, const Event&) = default;
};

// Makes an event whose numbers are all zero.
constexpr Event make_event(EventKind kind, Seat seat) {
  Event event{};
  event.kind = kind;
  event.seat = seat;
  return event;
}

// The events of one step: first those of each side, seat one before seat two, then the exchange of garbage, then the
// end of the game. Never allocates.
//
// The capacity: in a frame a side raises at most five events (an answer to an input, a reveal, and three of its phase).
// In a turn it raises at most 25: refused, locked, one start for each of 19 links (78 cells hold at most 19 groups of
// four), all clear, sent, fixed, fell, died or controllable. With the end of the game this makes 51.
class Events {
 public:
  static constexpr std::size_t kCapacity = 56;

  Events() {}  // NOLINT: leaves the items uninitialised on purpose
  Events(const Events& from) : size_(from.size_) {
    for (std::size_t i = 0; i < size_; ++i) items_[i] = from.items_[i];
  }
  Events& operator=(const Events& from) {
    size_ = from.size_;
    for (std::size_t i = 0; i < size_; ++i) items_[i] = from.items_[i];
    return *this;
  }
  ~Events() = default;

  void add(const Event& event) {
    assert(size_ < kCapacity);
    items_[size_++] = event;
  }
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Event* begin() const { return items_.data(); }
  const Event* end() const { return items_.data() + size_; }
  const Event& operator[](std::size_t index) const { return items_[index]; }
  friend bool operator==(const Events& a, const Events& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  std::size_t size_ = 0;
  std::array<Event, kCapacity> items_;
};

}  // namespace rensa::duel
