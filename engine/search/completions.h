#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/rules/field.h"

namespace rensa::search {

inline constexpr int kMostMissing = 3;

using ColourIndex = std::size_t;  // into kColours

// What each column misses of each colour: so many puyos, dropped onto it, make a group vanish, and one fewer does not.
// More than kMostMissing is none of them: puyos that need no others are no completion.
struct Completions {
  // For 1, 2, 3 puyos and each colour the columns, column x being bit x.
  std::array<std::array<std::uint8_t, rules::kMaxColours>, kMostMissing> columns{};

  // Whether `count` puyos or fewer of the colour suffice there.
  bool vanishes(ColourIndex colour, int x, int count) const {
    unsigned reached = 0;
    for (int n = 0; n < count; ++n) reached |= columns[static_cast<std::size_t>(n)][colour];
    return (reached >> x & 1U) != 0;
  }
};

// Preconditions: the field is at rest, and nothing in it vanishes.
Completions completions_of(const rules::Planes& planes);
// Of one colour only.
Completions completions_of(const rules::Planes& planes, ColourIndex colour);

}  // namespace rensa::search
