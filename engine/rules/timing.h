#pragma once

#include <array>

namespace rensa::rules {

// Frame constants of the reference's arcade rules; 60 frames are a second.

inline constexpr int kOpeningFrames = 60;      // before the first preparation
inline constexpr int kPreparationFrames = 12;  // from a pair's announcement to its control
inline constexpr int kRevealFrames = 16;       // from control to the next-next pair becoming visible
inline constexpr int kGroundingFrames = 20;    // after a fall
inline constexpr int kVanishFrames = 50;       // a link

// The frames that a slow fall takes beyond one frame for each row, by the number of rows.
inline constexpr std::array<int, 16> kSlowFallWaits = {0, 10, 16, 22, 24, 28, 32, 34, 36, 40, 42, 44, 46, 48, 50, 52};
constexpr int slow_fall_frames(int rows) { return rows + kSlowFallWaits[static_cast<std::size_t>(rows)]; }
constexpr int fast_fall_frames(int rows) { return 3 * rows; }

// The frames until fallen garbage is at rest.
constexpr int garbage_settling_frames(int count) { return count == 0 ? 0 : count <= 3 ? 8 : count <= 18 ? 24 : 32; }

}  // namespace rensa::rules
