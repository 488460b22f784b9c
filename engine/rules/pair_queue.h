#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/pair.h"

namespace rensa::rules {

// The pairs of a game in order: 128, which repeat from the start when they are used up. Queues as text are in
// queue_text.h and digits.h.
class PairQueue {
 public:
  static constexpr int kLength = 128;
  static constexpr int kOfficialCount = 65536;

  Pair at(int hand) const { return pairs_[static_cast<std::size_t>(hand % kLength)]; }
  std::span<const Pair> pairs() const { return pairs_; }
  friend bool operator==(const PairQueue&, const PairQueue&) = default;

  // `colours` (3..5) colours take part, the first of red, blue, yellow, green, purple. Each has its equal share of the
  // 256 cells; what does not divide (one cell for 3 and for 5 colours) is red. Shuffled so that every order with
  // nothing but red, blue and yellow in the first three pairs is equally likely.
  static PairQueue from_seed(std::uint64_t seed, int colours);
  // The official queues of the console games by number, 1..65536; precondition: number in range, colours 3..5. The
  // games choose the real colours apart from the queue; here they are the same as for from_seed, in that order.
  static PairQueue official(int number, int colours);
  // 1..128 pairs given one by one; fewer than 128 are repeated to fill the queue.
  static PairQueue from_pairs(std::span<const Pair> pairs);

 private:
  std::array<Pair, kLength> pairs_{};
};

// The stream of the seed's generator that makes the queue; whatever else a game draws from its seed takes another.
inline constexpr std::uint64_t kPairQueueStream = 0x70616972;

}  // namespace rensa::rules
