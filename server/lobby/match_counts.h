#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/base/types.h"

namespace rensa::lobby {

// A histogram of the delays with which frames in real time are played.
struct LatenessHistogram {
  // Upper bounds of the buckets; one more bucket has no bound.
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

// Counts of running matches, mostly for metrics.
struct MatchCounts {
  std::uint64_t started = 0;
  std::uint64_t restored = 0;  // of an earlier process
  std::uint64_t ended = 0;
  std::uint64_t games_saved = 0;
  std::uint64_t decisions = 0;
  // Of them, those that a match in real time has paid for: one of each seat in each frame, if it was accepted.
  std::uint64_t paid_decisions = 0;
  std::uint64_t stalls = 0;  // times at which the server did nothing for longer than the stall threshold
  base::Span stalled{};
  LatenessHistogram lateness;
  // Times at which the listings of matches may have changed, or the number of seats of a player.
  std::uint64_t listing_changes = 0;
};

}  // namespace rensa::lobby
