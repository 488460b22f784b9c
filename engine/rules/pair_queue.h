#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/rules/pair.h"
#include "engine/rules/rng.h"

namespace rensa::rules {

// The pairs of a game in order: 128, which repeat from the start when they are used up.
class PairQueue {
 public:
  static constexpr int kLength = 128;

  Pair at(int hand) const { return pairs_[static_cast<std::size_t>(hand % kLength)]; }
  std::span<const Pair> pairs() const { return pairs_; }
  friend bool operator==(const PairQueue&, const PairQueue&) = default;

  // Equally many of each of `colours` (3..5) colours, shuffled; the first three pairs hold three colours at most.
  // Which colours of the five take part is fixed: red, blue, yellow, green, purple in this order.
  static PairQueue from_seed(std::uint64_t seed, int colours);
  // The official queues of the console games by number, 1..65536; precondition: number in range, colours 3..5.
  static PairQueue official(int number, int colours);
  // 1..128 pairs given one by one; fewer than 128 are repeated to fill the queue.
  static PairQueue from_pairs(std::span<const Pair> pairs);

 private:
  std::array<Pair, kLength> pairs_{};
};

}  // namespace rensa::rules
