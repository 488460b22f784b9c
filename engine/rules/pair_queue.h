#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/rules/pair.h"

namespace rensa::rules {

// The pairs of a game in order: 128 pairs, which then repeat from the start. Queues as text are in
// engine/notation/text.h.
class PairQueue {
 public:
  static constexpr int kLength = 128;
  static constexpr int kOfficialCount = 65536;

  Pair at(int hand) const { return pairs_[static_cast<std::size_t>(hand % kLength)]; }
  std::span<const Pair> pairs() const { return pairs_; }
  friend bool operator==(const PairQueue&, const PairQueue&) = default;

  // The queue has the first 3..5 colours of red, blue, yellow, green, purple, with equal shares of the 256 cells. A
  // cell left over (for 3 and for 5 colours) is red. All orders with only red, blue and yellow in the first three pairs
  // are equally likely.
  static PairQueue from_seed(std::uint64_t seed, int colours);
  // The official queue of the console games with this number, 1..65536. Precondition: number in range, colours 3..5.
  // The games choose their colours apart from the queue; here the colours are those of from_seed, in the same order.
  static PairQueue official(int number, int colours);
  // A queue of 1..128 given pairs, which are repeated to fill it.
  static PairQueue from_pairs(std::span<const Pair> pairs);

 private:
  std::array<Pair, kLength> pairs_{};
};

}  // namespace rensa::rules
