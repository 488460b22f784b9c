#pragma once

#include <cstdint>

#include "engine/duel/view.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// One that decides where the pairs of one seat go, in one game. What there is by name is in registry.h, a game between
// two of them in play.h; people and programs elsewhere are not players here but inputs that the server receives.
//
// A player is a function of its setup and of the views that it was given, in order: the same ones lead to the same
// placements on every machine. It knows no clock, does no I/O, and keeps nothing that outlives the game; what it draws
// by lot comes from its setup's seed. It is not told its seat but by the view, and plays the same in either.
class Player {
 public:
  virtual ~Player() = default;

  // Called once for every decision, when it is due. Precondition: view.decision_due. Returns one of
  // possible_placements(view), see choices.h. May take its time, but for nothing but thinking.
  virtual rules::Placement choose(const duel::View& view) = 0;
};

// What a player is made from.
struct PlayerSetup {
  const rules::Ruleset& ruleset;  // outlives the player
  std::uint64_t seed = 0;         // its own: see player_seed() in seeds.h
};

}  // namespace rensa::players
