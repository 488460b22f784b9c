#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/players/player.h"
#include "engine/search/beam.h"

namespace rensa::players {

// A duel in turns is a race: who lands the first attack that hurts mostly wins. It is built for here, and fired.
class Race {
 public:
  explicit Race(const PlayerSetup& setup);

  // Whether there is one: turns are taken, and there is an opponent.
  static bool is_on(const duel::View& view) { return view.pacing == rules::Pacing::turns && view.opponent.hand > 0; }

  // A chain that the opponent cannot answer (strike.h), or the way to it. Precondition: it is on.
  std::optional<rules::Placement> strike(const duel::View& view) const;

  // What leads to an attack soonest; `form` is what a form wants to place next, and is let go first.
  rules::Placement build(const duel::View& view, std::optional<rules::Placement> form);

 private:
  rules::Ruleset ruleset_;
  std::uint64_t seed_;
  search::Beam beam_;
};

// The placement that promises most, among those with a bit in `placements`; the one of a form if that promises hardly
// less. What fires a chain that would hurt, if it were not for the answer, is wasted: it is taken for
// want of others, and so is what loses at once. The first of equals. Precondition: there is one.
std::size_t choose_for_race(const search::Growths& growths, std::uint32_t placements, std::optional<std::size_t> form);

}  // namespace rensa::players
