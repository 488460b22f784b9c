#include "engine/chances/chance_features.h"

#include <algorithm>
#include <bit>

namespace rensa::chances {

namespace {

// Sixteen times the logarithm of 1 + value to the base 2, by straight lines between powers of two. Integers, so that it
// is the same on every machine. Precondition: the value is not negative.
int logarithm(int value) {
  const auto whole = static_cast<unsigned>(value) + 1;
  const int power = static_cast<int>(std::bit_width(whole)) - 1;
  return 16 * power + static_cast<int>((whole << 4U) >> static_cast<unsigned>(power)) - 16;
}

// Garbage as a part of what buries a side, in 64ths.
int share_of(int garbage, int to_bury) { return std::clamp(64 * std::max(garbage, 0) / to_bury, 0, 64); }

}  // namespace

Features features_of(const Standing& own, const Standing& other) {
  const int uncovered = own.on_its_way - own.ready;
  const int promised = own.possible - other.possible - own.on_its_way;
  return {
      own.to_bury / 6,
      logarithm(own.soon),
      logarithm(own.possible),
      -logarithm(own.on_its_way),
      -share_of(uncovered, own.to_bury),
      uncovered >= own.to_bury ? -16 : 0,
      share_of(promised, other.to_bury),
      std::min(other.busy_frames / 16, 40),
      own.coloured_cells,
      -own.garbage_cells,
  };
}

}  // namespace rensa::chances
