#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/movement/movement.h"

namespace rensa::movement {

// Finds reachable_placements() as route.h does, and remembers the results for pairs that have just come under
// control. For many decisions, which meet the same few thousand cases again and again. One thread at a time uses it.
class ReachMemo {
 public:
  std::uint32_t reachable_placements(const ObstacleMap& obstacles, const FallingPair& pair);

 private:
  // Such a pair can reach the same placements on all fields that are equal from row 11 on, whatever is below. The tests
  // compare all fields. So two bits a column are enough: up to 10 cells, 11, 12, 13.
  static constexpr int kIrrelevantRows = 10;
  static constexpr std::size_t kCases = std::size_t{1} << (2 * rules::kColumns);

  std::array<std::uint32_t, kCases> placements_{};  // 0: not known yet
};

}  // namespace rensa::movement
