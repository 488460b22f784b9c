#pragma once

#include <chrono>

namespace rensa::base {

// Moments and spans as the parts of the server pass them to each other. Nobody but main's wiring and server/net reads a
// clock: whoever needs to know what time it is, is told.
using Time = std::chrono::steady_clock::time_point;
using Span = std::chrono::nanoseconds;

inline constexpr Span kFrame{16'666'667};  // 1/60 s

}  // namespace rensa::base
