#pragma once

#include <array>

namespace rensa::search {

// A colour is never wanted more often than this; what is more counts as this.
inline constexpr int kMostWanted = 16;

// How many hands it takes on the average, in thousandths, until each of four colours has come at least as often as it
// is wanted. Every pair of the four is equally likely, and where the puyos go does not matter.
int colour_hands(std::array<int, 4> wanted);

}  // namespace rensa::search
