#include "engine/movement/movement.h"

#include "engine/movement/movement_step.h"

namespace rensa::movement {

Shaft::Shaft(const rules::Field& field) {
  columns.front() = columns.back() = 0xFFFF;
  const rules::Board filled = field.occupied();
  for (int x = 1; x <= rules::kColumns; ++x) {
    const unsigned trapped = field.at(x, rules::kTrapRow) == rules::Cell::empty ? 0U : 1U << rules::kTrapRow;
    columns[static_cast<std::size_t>(x)] = static_cast<std::uint16_t>(filled.column(x) | trapped | 0x8001U);
  }
}

MoveResult move_one_frame(FallingPair& pair, const Shaft& shaft, Keys keys) { return play_frame(pair, shaft, keys); }

}  // namespace rensa::movement
