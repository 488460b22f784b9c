#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/rules/field.h"

namespace rensa::evaluation {

inline constexpr int kMaxCompletionPuyos = 3;

using ColourIndex = std::size_t;  // into kColours

// The numbers of puyos of each colour that complete a group on each column: so many puyos, dropped onto the column,
// make a group vanish, and one fewer does not. More than kMaxCompletionPuyos puyos vanish by themselves, so they
// complete no group.
struct Completions {
  // For 1, 2, 3 puyos and each colour the set of columns; column x is bit x.
  std::array<std::array<std::uint8_t, rules::kMaxColours>, kMaxCompletionPuyos> columns{};

  // Returns true if `count` puyos or fewer of the colour make a group vanish there.
  bool vanishes(ColourIndex colour, int x, int count) const {
    unsigned reached = 0;
    for (int n = 0; n < count; ++n) reached |= columns[static_cast<std::size_t>(n)][colour];
    return (reached >> x & 1U) != 0;
  }
};

// Preconditions: the field is at rest, and no group in it vanishes.
Completions find_completions(const rules::Planes& planes);
// Finds the completions of one colour only, and leaves those of the other colours empty.
Completions find_completions(const rules::Planes& planes, ColourIndex colour);

// The longest chain that one to three puyos of one colour fire, dropped into one column. This is the quickest estimate
// of a field's future. The search for possible chains is more thorough and takes longer (engine/search).
struct OneColourChain {
  int links = 0;
  int puyos = 0;  // the number of dropped puyos
  // Returns a thousand for each link, minus 200 for each puyo, because that puyo may not come.
  int value() const { return 1000 * links - 200 * puyos; }
  friend bool operator==(const OneColourChain&, const OneColourChain&) = default;
};

// Returns the chain with the greatest value, the first of equals. Without links, no chain can be fired this way.
OneColourChain longest_one_colour_chain(const rules::Field& field, int colours);

}  // namespace rensa::evaluation
