#pragma once

#include <cstdint>
#include <optional>

#include "engine/players/player.h"
#include "engine/search/beam.h"
#include "engine/search/standoff.h"

namespace rensa::players {

// An attack that is on its way, and would hurt.
struct Threat {
  int garbage = 0;
  int hands = 1;  // that can still fire before it falls, the current one included
  friend bool operator==(const Threat&, const Threat&) = default;
};

// What waits for `own`, and what the opponent's chain that runs has still to bring; nullopt: it would not hurt.
std::optional<Threat> threat_to(const duel::SideView& own, const search::RunningChain& theirs, int attack_for_one);

// Looks for chains that cancel an attack before it falls. What could be built otherwise does not count: nothing can be
// built on under so much garbage.
class Answer {
 public:
  explicit Answer(const PlayerSetup& setup);

  rules::Placement choose(const duel::View& view, const Threat& threat) const;

 private:
  // What each of `placements` (bits by kPlacements) leads to: a chain counts what it cancels, and something of what it
  // sends besides; one that the placement itself fires does so too.
  search::Growths look(const duel::View& view, std::uint32_t placements, const Threat& threat) const;
  search::BeamTerms terms_against(const Threat& threat, int attack_for_one) const;

  rules::Ruleset ruleset_;
  int nodes_;
  search::StackingPlan plan_;
  std::uint64_t seed_;
};

// The one that promises most and does not lose at once, the first of equals, among those with a bit in `placements`.
// Precondition: there is one.
std::size_t choose_answer(const search::Growths& growths, std::uint32_t placements);

}  // namespace rensa::players
