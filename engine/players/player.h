#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/duel/view.h"
#include "engine/evaluation/field_evaluation.h"
#include "engine/rules/pair.h"
#include "engine/rules/rng.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// A placement that a player considers.
struct Candidate {
  rules::Placement placement;
  std::optional<std::int64_t> worth{};  // the greater, the better; none if the player has no such measure
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// Decides where the pairs of one seat go, in one game. The players with a name are in registry.h, and a game between
// two players is in local_game.h. People and programs that connect to a server are not players in this sense.
//
// A player is a function of its setup and of the sequence of its views: the same setup and views lead to the same
// placements on every machine. It reads no clock, does no I/O, and keeps no state after the game. Its random numbers
// come from the seed of its setup. It plays the same in either seat.
class Player {
 public:
  virtual ~Player() = default;

  // Called once for every decision, when it is due. Returns one of possible_placements(view) (choices.h). The call may
  // take long. Precondition: view.decision_due.
  virtual rules::Placement choose(const duel::View& view) = 0;
  // Replaces a call of choose(). Returns the placement of choose(), then the one that it would return if the first were
  // impossible, and so on. A player that does not compare placements returns its choice only.
  virtual std::vector<Candidate> candidates(const duel::View& view) { return {{choose(view)}}; }
  // Returns a short English remark about the last choice for spectators, or an empty string.
  virtual std::string remark() const { return {}; }
};

// Options of a player. Each kind of player declares the options that it supports (registry.h).
struct PlayerOptions {
  int nodes = 0;  // maximum number of fields to evaluate for a hand; 0 for the default
  std::optional<evaluation::WeightsByPhase> weights{};  // none for the default weights
};

// The arguments for making a player.
struct PlayerSetup {
  const rules::Ruleset& ruleset;  // outlives the player
  std::uint64_t seed = 0;         // see player_seed()
  PlayerOptions options = {};
};

// The seeds of the games of a match and of their players.

// The high halves of the stream numbers; the low half is an index.
inline constexpr std::uint64_t kGameStream = 0x6761'6D65ULL << 32;
inline constexpr std::uint64_t kPlayerStream = 0x706C'6179ULL << 32;

// Returns the seed of game number `index` of a match; the first game is 0.
constexpr std::uint64_t game_seed(std::uint64_t match_seed, std::uint32_t index) {
  return rules::Rng(match_seed, kGameStream | index).next_wide();
}

// Returns the seed of a player in a game. Entrant 0 is named first in the match, in either seat. The seed does not
// depend on the seat, so that exchanging the seats mirrors a game. It differs between the two players, so that two
// players of one kind do not play the same moves.
constexpr std::uint64_t player_seed(std::uint64_t game_seed, int entrant) {
  return rules::Rng(game_seed, kPlayerStream | static_cast<std::uint32_t>(entrant)).next_wide();
}

}  // namespace rensa::players
