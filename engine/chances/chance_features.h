#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/chances/standing.h"

namespace rensa::chances {

// The features of a side, from its own standing and the opponent's. Each is greater, or equal, where the side stands
// better. The chance to win follows from the weighted differences of both sides' features, so that the chances of both
// sides always are one thousand together.
enum class Feature : std::uint8_t {
  room,       // rows of garbage until the side is buried
  soon,       // the attack for which a few puyos are missing at most
  possible,   // the attack that the field promises
  incoming,   // less garbage on its way
  uncovered,  // less garbage on its way than the known pairs can cancel, as a part of what buries the side
  buried,     // no garbage on its way that buries the side in spite of its answer
  promise,    // the field promises more than the opponent's, as a part of what buries the opponent
  time,       // the frames of the opponent's running chain, in which this side builds on
  puyos,      // coloured cells
  clean,      // less garbage in the field
};
inline constexpr std::size_t kFeatureCount = 10;
inline constexpr std::array<std::string_view, kFeatureCount> kFeatureNames = {
    "room", "soon", "possible", "incoming", "uncovered", "buried", "promise", "time", "puyos", "clean"};

// Integers, in units that differ between features.
using Features = std::array<int, kFeatureCount>;

Features features_of(const Standing& own, const Standing& other);

}  // namespace rensa::chances
