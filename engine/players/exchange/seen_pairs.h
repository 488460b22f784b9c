#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/duel/view.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// The pairs that a side places next.
struct SeenPairs {
  std::array<rules::Pair, rules::kMaxVisiblePairs> pairs{};
  std::size_t count = 0;

  std::span<const rules::Pair> all() const { return std::span(pairs).first(count); }
  friend bool operator==(const SeenPairs&, const SeenPairs&) = default;
};

// Returns the next pairs of a side, as far as one of the two sides shows them. If both sides have a common queue, the
// side that is ahead shows pairs that the other one gets later.
SeenPairs seen_pairs_of(const duel::SideView& side, const duel::SideView& other, rules::QueueSharing queue);

}  // namespace rensa::players
