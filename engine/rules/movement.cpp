#include "engine/rules/movement.h"

#include "engine/rules/movement_step.h"

namespace rensa::rules {

Shaft::Shaft(const Field& field) {
  columns.front() = columns.back() = 0xFFFF;
  const Board filled = field.occupied();
  for (int x = 1; x <= kColumns; ++x) {
    const unsigned trapped = field.at(x, kTrapRow) == Cell::empty ? 0U : 1U << kTrapRow;
    columns[static_cast<std::size_t>(x)] = static_cast<std::uint16_t>(filled.column(x) | trapped | 0x8001U);
  }
}

MoveResult move_one_frame(FallingPair& pair, const Shaft& shaft, Keys keys) { return play_frame(pair, shaft, keys); }

}  // namespace rensa::rules
