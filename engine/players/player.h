#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/view.h"
#include "engine/rules/pair.h"
#include "engine/rules/ruleset.h"
#include "engine/search/stacking.h"

namespace rensa::players {

// A placement that a player thinks of.
struct Candidate {
  rules::Placement placement;
  std::optional<std::int64_t> worth{};  // to this player, the more the better; none: it has no such measure
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

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
  // In the place of choose(): what that would say, then what it would say if that were not possible, and so on as far
  // as this player compares; each placement once. Who does not compare has its choice only.
  virtual std::vector<Candidate> candidates(const duel::View& view) { return {{choose(view)}}; }
  // What it has to say about its last choice, in a few words of English, for people who watch; empty: nothing.
  virtual std::string remark() const { return {}; }
};

// What can be asked of a player beside its name; each takes those that its kind declares (registry.h).
struct PlayerOptions {
  int nodes = 0;                                  // the fields that it may weigh a hand; 0: its own measure
  std::optional<search::StackingPlan> weights{};  // what it values; none: its own
};

// What a player is made from.
struct PlayerSetup {
  const rules::Ruleset& ruleset;  // outlives the player
  std::uint64_t seed = 0;         // its own: see player_seed() in seeds.h
  PlayerOptions options = {};
};

}  // namespace rensa::players
