#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/templates/prospect.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::search {

// A pair put down: its cells by matrix_cell, and what stands there.
struct PutDown {
  std::array<std::size_t, 2> cells{};
  std::array<rules::Cell, 2> colours{};
};

PutDown put_down(const rules::Heights& heights, rules::Pair pair, rules::Placement placement);

inline constexpr int kNextPairs = 16;  // of four colours, (red, blue) and (blue, red) being two

// What a pair that nobody knows yet would add to Match::filled of a template that the field does not contradict: the
// best placement's gain, summed over all pairs. A placement that contradicts adds nothing, nor does one that completes
// the first link while others wait: that would fire the chain. Cells count up to row 12, and to row 11 of the column
// where pairs appear.
//
// `before` knows the field without `put`; `heights` and `occupied` are those of the field itself.
std::int64_t next_pair_gain(const templates::Prospect& before, std::span<const PutDown> put,
                            const rules::Heights& heights, rules::Board occupied);

}  // namespace rensa::search
