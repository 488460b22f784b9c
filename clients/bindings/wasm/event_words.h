#pragma once

#include <cstdint>

#include "engine/duel/event.h"

namespace rensa::wasm {

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

}  // namespace rensa::wasm
