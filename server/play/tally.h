#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "server/base/time.h"

namespace rensa::play {

// What the hall counts, for metrics.

// How late frames of real time are played: counts below upper bounds.
struct Lateness {
  static constexpr std::array<std::int64_t, 12> kBoundsMicroseconds = {
      50, 100, 200, 500, 1'000, 2'000, 5'000, 10'000, 20'000, 50'000, 100'000, 1'000'000};
  std::array<std::uint64_t, kBoundsMicroseconds.size() + 1> counts{};
  std::uint64_t total = 0;
  std::int64_t sum_microseconds = 0;

  void add(base::Span late) {
    const std::int64_t microseconds = late / std::chrono::microseconds(1);
    std::size_t at = 0;
    while (at < kBoundsMicroseconds.size() && microseconds > kBoundsMicroseconds[at]) ++at;
    ++counts[at];
    ++total;
    sum_microseconds += microseconds;
  }
};

struct Tally {
  std::uint64_t matches_started = 0;
  std::uint64_t matches_refused = 0;
  std::uint64_t matches_ended = 0;
  std::uint64_t games_saved = 0;
  std::uint64_t decisions = 0;
  std::uint64_t stalls = 0;  // of the server: nothing was done for a tenth of a second or longer
  base::Span stalled{};
  Lateness lateness;
};

}  // namespace rensa::play
