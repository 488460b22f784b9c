#pragma once

#include <cstdint>

#include "engine/movement/movement.h"

namespace rensa::movement {

// A falling pair in one word, for searches that keep thousands of pairs. The lowest bits are the counters that limit
// the pair, each below a spare bit, so that one subtraction compares them all. The other fields are above them. Not for
// other folders.
class PackedPair {
 public:
  PackedPair() = default;
  explicit PackedPair(const FallingPair& pair)
      : bits_(unsigned{pair.turn_lock} | unsigned{pair.arrow_lock} << 3 | unsigned{pair.fall_counter} << 6 |
              unsigned{pair.touches} << 12 | (pair.touching ? kTouching : 0U) | unsigned{pair.quick_turn_window} << 17 |
              static_cast<unsigned>(pair.r) << 22 | static_cast<unsigned>(pair.y) << 24 |
              static_cast<unsigned>(pair.x) << 28) {}

  FallingPair pair() const {
    FallingPair pair;
    pair.x = static_cast<std::int8_t>(x());
    pair.y = static_cast<std::int8_t>(bits_ >> 24 & 15U);
    pair.r = r();
    pair.turn_lock = bits_ & 3U;
    pair.arrow_lock = bits_ >> 3 & 3U;
    pair.quick_turn_window = bits_ >> 17 & 31U;
    pair.fall_counter = bits_ >> 6 & 31U;
    pair.touches = bits_ >> 12 & 7U;
    pair.touching = (bits_ & kTouching) != 0;
    return pair;
  }

  int x() const { return static_cast<int>(bits_ >> 28); }
  rules::Rotation r() const { return static_cast<rules::Rotation>(bits_ >> 22 & 3U); }
  std::uint32_t bits() const { return bits_; }

  // Returns true if none of the counters is larger than that of `other`.
  bool is_as_free_as(PackedPair other) const {
    return ((((other.bits_ & kCounters) | kSpare) - (bits_ & kCounters)) & kSpare) == kSpare;
  }

  static constexpr std::uint32_t kLocks = 3U | 3U << 3;
  static constexpr std::uint32_t kFallCounter = 31U << 6;
  static constexpr std::uint32_t kTouches = 7U << 12;

 private:
  static constexpr std::uint32_t kTouching = 1U << 16;
  static constexpr std::uint32_t kCounters = kLocks | kFallCounter | kTouches;
  static constexpr std::uint32_t kSpare = 1U << 2 | 1U << 5 | 1U << 11 | 1U << 15;

  std::uint32_t bits_;
};

}  // namespace rensa::movement
