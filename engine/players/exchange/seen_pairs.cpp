#include "engine/players/exchange/seen_pairs.h"

#include <algorithm>

#include "engine/players/exchange/side_facts.h"

namespace rensa::players {

namespace {

// Returns the number of the first pair of pairs_to_come(); 1 is the first pair of a game.
std::size_t next_hand(const duel::SideView& side) {
  const bool has_placed = side.hand > 0 && duel::is_pair_in_field(side.phase);
  return static_cast<std::size_t>(std::max(side.hand, 1) + (has_placed ? 1 : 0));
}

}  // namespace

SeenPairs seen_pairs_of(const duel::SideView& side, const duel::SideView& other, rules::QueueSharing queue) {
  SeenPairs seen;
  const auto add = [&seen](rules::Pair pair) {
    if (seen.count == seen.pairs.size() || !pair.has_colours()) return false;
    seen.pairs[seen.count++] = pair;
    return true;
  };
  for (const rules::Pair pair : pairs_to_come(side)) {
    if (!add(pair)) return seen;
  }
  if (queue != rules::QueueSharing::common) return seen;
  const auto theirs = pairs_to_come(other);
  const std::size_t first = next_hand(other);
  for (std::size_t hand = next_hand(side) + seen.count; hand >= first && hand - first < theirs.size(); ++hand) {
    if (!add(theirs[hand - first])) break;
  }
  return seen;
}

}  // namespace rensa::players
