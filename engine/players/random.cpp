#include "engine/players/random.h"

#include <bit>
#include <cassert>

#include "engine/players/choices.h"

namespace rensa::players {

rules::Placement Random::choose(const duel::View& view) {
  std::uint32_t choices = possible_placements(view);
  assert(choices != 0);
  const auto count = static_cast<std::uint32_t>(std::popcount(choices));
  for (std::uint32_t skipped = rng_.below(count); skipped > 0; --skipped) choices &= choices - 1;
  return rules::kPlacements[static_cast<std::size_t>(std::countr_zero(choices))];
}

}  // namespace rensa::players
