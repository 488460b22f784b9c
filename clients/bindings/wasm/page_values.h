#pragma once

#include <array>
#include <cstdint>

#include "engine/duel/event.h"
#include "engine/duel/view.h"

namespace rensa::wasm {

// One side of a game as words that a page reads and writes; clients/web/rules/engine.js has the same list, and a test
// holds the two against each other.
struct SideWords {
  std::array<std::int32_t, 84> cells{};  // row 1 first, each from the left
  std::int32_t phase = 0;
  std::int32_t hand = 0;
  std::int32_t link = 0;
  std::int32_t score = 0;
  std::int32_t pending = 0;
  std::int32_t fixed = 0;
  std::int32_t pairs_shown = 0;
  std::array<std::int32_t, 6> pairs{};  // axis, child
  std::int32_t falls = 0;               // 1: the pair is under control, and this is where it is
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t r = 0;
  std::int32_t turn_lock = 0;
  std::int32_t arrow_lock = 0;
  std::int32_t quick_turn_window = 0;
  std::int32_t fall_counter = 0;
  std::int32_t touches = 0;
  std::int32_t touching = 0;
  std::int32_t motion_known = 0;  // 1: how it goes on is told by what follows
  std::int32_t wait = 0;
  std::int32_t rows = 0;
  std::array<std::int32_t, 6> entering{};
  std::int32_t dropping = 0;
  std::int32_t held = 0;
  std::int32_t reveal = 0;
  std::int32_t unsent = 0;  // points

  // Only read: what follows from the above.
  std::int32_t wait_in_all = 0;  // what `wait` began with; 0: not known
  std::int32_t axis_lands = 0;   // the row; 0: nothing falls, or it vanishes
  std::int32_t child_lands = 0;
  std::int32_t link_cells = 0;  // of the link that vanishes
  std::int32_t link_factor = 0;
  std::int32_t link_points = 0;
  std::array<std::int32_t, 84> vanishing{};  // 1: goes with it
};

inline constexpr int kSideWords = static_cast<int>(sizeof(SideWords) / sizeof(std::int32_t));

// Something that happened, as a page reads it.
struct EventWords {
  std::int32_t clock = 0;
  std::int32_t kind = 0;
  std::int32_t seat = 0;
  std::int32_t number = 0;
  std::int32_t amount = 0;
  std::int32_t cancelled = 0;
  std::int32_t points = 0;
};

inline EventWords words_of(const duel::Event& event, int clock) {
  return {.clock = clock,
          .kind = static_cast<std::int32_t>(event.kind),
          .seat = static_cast<std::int32_t>(duel::index_of(event.seat)),
          .number = event.number,
          .amount = event.amount,
          .cancelled = event.cancelled,
          .points = event.points};
}

// A side as words, with what follows from it. Of a side in the middle of something, the wait is known only to those
// who know its motion.
SideWords words_of(const duel::SideView& side);
// The other way: what a page has heard of a side from the server.
duel::SideView side_of(const SideWords& words);

}  // namespace rensa::wasm
