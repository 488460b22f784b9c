#pragma once

#include <chrono>
#include <cstdint>

namespace rensa::base {

// Moments and spans as the parts of the server pass them to each other. Nobody but main's wiring and server/net reads a
// clock: whoever needs to know what time it is, is told.
using Time = std::chrono::steady_clock::time_point;
using Span = std::chrono::nanoseconds;

inline constexpr Span kFrame{16'666'667};  // 1/60 s

// Matches in real time do not all wake at once: each has one of so many phases of the frame for its own. Slots are
// counted from the clock's beginning, a phase each.
inline constexpr int kPhases = 16;
constexpr Span phase_offset(int phase) { return kFrame * phase / kPhases; }
constexpr Time slot_begins(std::int64_t slot) {
  return Time(std::chrono::duration_cast<Time::duration>(slot / kPhases * kFrame +
                                                         phase_offset(static_cast<int>(slot % kPhases))));
}
constexpr std::int64_t slot_at(Time time) {
  const std::int64_t frame = time.time_since_epoch() / kFrame;
  std::int64_t slot = frame * kPhases;
  while (slot_begins(slot + 1) <= time) ++slot;
  return slot;
}

}  // namespace rensa::base
