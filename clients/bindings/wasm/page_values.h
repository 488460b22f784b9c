#pragma once

#include <array>
#include <cstdint>

#include "engine/duel/event.h"
#include "engine/duel/view.h"

namespace rensa::wasm {

// Values of the engine as 32-bit integers that a page reads and writes in the engine's memory.

// One side of a game. clients/web/rules/engine.js has the same list of members, and a test compares the sizes.
struct PageSide {
  std::array<std::int32_t, 84> cells{};  // row 1 first, each row from the left
  std::int32_t phase = 0;
  std::int32_t hand = 0;
  std::int32_t link = 0;
  std::int32_t score = 0;
  std::int32_t pending = 0;
  std::int32_t fixed = 0;
  std::int32_t pairs_shown = 0;
  std::array<std::int32_t, 2 * rules::kMaxVisiblePairs> pairs{};  // axis, child
  std::int32_t has_falling_pair = 0;  // 1: the pair is under control, and the next members describe it
  std::int32_t x = 0;
  std::int32_t y = 0;
  std::int32_t r = 0;
  std::int32_t turn_lock = 0;
  std::int32_t arrow_lock = 0;
  std::int32_t quick_turn_window = 0;
  std::int32_t fall_counter = 0;
  std::int32_t touches = 0;
  std::int32_t touching = 0;
  std::int32_t has_motion = 0;  // 1: the members up to `unsent` are known
  std::int32_t wait = 0;
  std::int32_t rows = 0;
  std::array<std::int32_t, 6> entering{};
  std::int32_t dropping = 0;
  std::int32_t held = 0;
  std::int32_t reveal = 0;
  std::int32_t unsent = 0;  // points

  // Derived from the members above; a page only reads these.
  std::int32_t full_wait = 0;         // the first value of `wait` in this phase; 0: not known
  std::int32_t axis_landing_row = 0;  // 0: no pair falls, or the puyo would vanish above the field
  std::int32_t child_landing_row = 0;
  std::int32_t link_cells = 0;  // of the link that is vanishing
  std::int32_t link_factor = 0;
  std::int32_t link_points = 0;
  std::array<std::int32_t, 84> vanishing{};  // 1: the cell vanishes with this link
};

inline constexpr int kPageSideSize = static_cast<int>(sizeof(PageSide) / sizeof(std::int32_t));

// An event of a game.
struct PageEvent {
  std::int32_t clock = 0;
  std::int32_t kind = 0;
  std::int32_t seat = 0;
  std::int32_t number = 0;
  std::int32_t amount = 0;
  std::int32_t cancelled = 0;
  std::int32_t points = 0;
};

inline PageEvent page_event_of(const duel::Event& event, int clock) {
  return {.clock = clock,
          .kind = static_cast<std::int32_t>(event.kind),
          .seat = static_cast<std::int32_t>(duel::index_of(event.seat)),
          .number = event.number,
          .amount = event.amount,
          .cancelled = event.cancelled,
          .points = event.points};
}

// Includes the derived members. `full_wait` needs the motion of the side.
PageSide page_side_of(const duel::SideView& side);
// Converts a side that a page has received from the server. Ignores the derived members.
duel::SideView side_view_of(const PageSide& page);

}  // namespace rensa::wasm
