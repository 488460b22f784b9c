#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/duel/seat.h"
#include "engine/rules/pair.h"

namespace rensa::duel {

// What happened to a seat in a frame. The letters are those of the reference's text protocol.
enum class EventKind : std::uint8_t {
  preparation_started,  // number: hand (1 is the first)
  controllable,         // D; number: hand. In a turn game: a placement is due
  next_next_revealed,   // W; number: hand
  locked,               // G; x, y, r of the pair
  link_started,         // E; number: link, amount: coloured cells, points
  garbage_sent,         // amount: became the opponent's, cancelled: what it met on the way
  garbage_fixed,        // amount: of the seat's waiting garbage that now is certain to fall
  garbage_fell,         // O; amount: came onto the field
  all_clear,            // points
  placement_accepted,   // x, r; amount: frames until it locks, this one included
  placement_refused,    // x, r, refusal
  died,
  game_over,  // seat: the winner, amount: 1; amount: 0 for a draw
};

enum class Refusal : std::uint8_t {
  none,
  off_field,    // not one of the 22 placements
  no_control,   // no pair is under control
  unreachable,  // the pair cannot get there from where it is; in a turn game: not a legal placement
  missing,      // turn game: none was given
};

// Trivial, so that a list of them costs nothing to make; which of the numbers mean something is said at the kinds.
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

// One whose numbers are all zero.
constexpr Event blank_event(EventKind kind, Seat seat) {
  Event event{};
  event.kind = kind;
  event.seat = seat;
  return event;
}

// The events of one step: first what each lane did, seat one's before seat two's, then what crossed between them, then
// the end. Never allocates.
//
// The bound: in a frame a lane raises five at most (an answer to an input, a reveal, and three of its phase). In a turn
// it raises twenty-five: refused, locked, a start for each of 19 links (78 cells hold no more groups of four), all
// clear, sent, fixed, fell, died or controllable. With the end of the game: 51.
class Events {
 public:
  static constexpr std::size_t kCapacity = 56;

  Events() {}  // NOLINT: leaves the items as they are on purpose
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
    if (a.size_ != b.size_) return false;
    for (std::size_t i = 0; i < a.size_; ++i) {
      if (!(a.items_[i] == b.items_[i])) return false;
    }
    return true;
  }

 private:
  std::size_t size_ = 0;
  std::array<Event, kCapacity> items_;
};

}  // namespace rensa::duel
