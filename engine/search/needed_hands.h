#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/cell.h"

namespace rensa::search {

// Puyos of each colour, in the order of kColours; as PossibleChain counts what it needs.
using ColourCounts = std::array<std::uint8_t, rules::kMaxColours>;

inline constexpr int kMostNeeded = 8;  // of a colour: whoever needs more needs too many draws
inline constexpr int kMostDraws = 52;  // so that sequences of five colours can be counted in 128 bits
inline constexpr int kTooManyDraws = kMostDraws + 1;
inline constexpr int kMostHands = kMostDraws / 2;  // of two draws; kTooManyDraws are more

// How long to wait for the puyos that a chain needs: a table of the draws after which they have all come with a given
// probability. Meant to be made once, when a program starts (0.1 to 1 ms), and asked often.
//
// Exact for draws that are independent and uniform: the sequences of n draws that hold what is needed are counted as
// integers, so the table is equal on every machine. The pairs of a game are a shuffled bag of 256 puyos, which is a
// little more even; that is not looked at.
class NeededHands {
 public:
  // Preconditions: 3 to 5 colours; 1 to 99 per cent.
  NeededHands(int colours, int percent);

  // Single puyos, the fewest that hold all of `needed` with the table's probability or more; kTooManyDraws where that
  // takes more than kMostDraws. Precondition: only the first of kColours are needed, as many as the table has colours.
  int draws_for(const ColourCounts& needed) const;
  // The same in pairs, rounded up.
  int hands_for(const ColourCounts& needed) const { return (draws_for(needed) + 1) / 2; }

 private:
  // Which colour needs how many does not matter, so only falling sequences are kept: choose(8 + 5, 5) of them.
  static constexpr std::size_t kFallingSequences = 1287;

  int colours_;
  std::array<std::uint8_t, kFallingSequences> draws_{};
};

}  // namespace rensa::search
