#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/cell.h"

namespace rensa::search {

// Numbers of puyos of each colour, in the order of kColours.
using ColourCounts = std::array<std::uint8_t, rules::kMaxColours>;

inline constexpr int kMaxNeededPuyos = 8;  // of one colour; more puyos take too many draws
inline constexpr int kMaxDraws = 52;       // so that sequences of five colours can be counted in 128 bits
inline constexpr int kTooManyDraws = kMaxDraws + 1;
inline constexpr int kMaxHands = kMaxDraws / 2;  // of two draws each

// A table of the number of draws after which the puyos for a chain have come with a given probability. Make it once
// when a program starts (0.1 to 1 ms).
//
// The table is exact for draws that are independent and uniform: the sequences of n draws that contain the needed puyos
// are counted as integers. So the table is the same on every machine. The pairs of a game are a shuffled bag of 256
// puyos, which is slightly more even; the table ignores that.
class NeededDraws {
 public:
  // Preconditions: 3 to 5 colours; 1 to 99 per cent.
  NeededDraws(int colours, int percent);

  // Returns the smallest number of single puyos that contains all of `needed` with at least the table's probability, or
  // kTooManyDraws if that is more than kMaxDraws. Precondition: only colours of the table are needed.
  int draws_for(const ColourCounts& needed) const;
  // The same in pairs, rounded up.
  int hands_for(const ColourCounts& needed) const { return (draws_for(needed) + 1) / 2; }

 private:
  // The order of the colours does not matter, so the table holds descending sequences only: choose(8 + 5, 5) of them.
  static constexpr std::size_t kDescendingSequences = 1287;

  int colours_;
  std::array<std::uint8_t, kDescendingSequences> draws_{};
};

}  // namespace rensa::search
