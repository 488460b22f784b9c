#include "engine/players/random.h"

#include <bit>
#include <cassert>

#include "engine/players/choices.h"

namespace rensa::players {

// Drawing again for as long as what was drawn is impossible leaves each possible one as likely as the others.
rules::Placement Random::choose(const duel::View& view) {
  const Choices choices(view);
  std::uint32_t left = choices.candidates();
  for (;;) {
    assert(left != 0);
    const auto count = static_cast<std::uint32_t>(std::popcount(left));
    std::uint32_t from_here = left;
    for (std::uint32_t skipped = rng_.below(count); skipped > 0; --skipped) from_here &= from_here - 1;
    const auto index = static_cast<std::size_t>(std::countr_zero(from_here));
    if (choices.allows(index)) return rules::kPlacements[index];
    left &= ~(1U << index);
  }
}

}  // namespace rensa::players
