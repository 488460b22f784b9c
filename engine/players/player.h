#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/limits/search_limits.h"
#include "engine/players/position.h"
#include "engine/rules/pair.h"
#include "engine/rules/rng.h"
#include "engine/rules/ruleset.h"

namespace rensa::evaluation {
class FieldEvaluator;
}

namespace rensa::players {

using limits::SearchLimits;

// A placement that a player considers.
struct Candidate {
  rules::Placement placement;
  std::optional<std::int64_t> worth{};  // the greater, the better; none if the player has no such measure
  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// Decides where the pairs of one seat go, in one game. The players with a name are in registry.h, and a game between
// two players is in local_game.h. People and programs that connect to a server are not players in this sense.
//
// A player is a function of its setup and of the sequence of the positions it has chosen in: these lead to the same
// placements on every machine, as long as no stop flag ends a search. It reads no clock, does no I/O, and keeps no
// state after the game. Its random numbers come from the seed of its setup. It plays the same in either seat. One
// thread at a time uses it.
class Player {
 public:
  virtual ~Player() = default;

  // Called once for every decision, when it is due. Returns one of possible_placements(position) (choices.h). The call
  // may take long; a search that its limits end returns the best placement so far. To find a way to the placement is no
  // part of the search, and takes no nodes. Precondition: position.decision_due.
  virtual rules::Placement choose(const Position& position, const SearchLimits& limits) = 0;
  // Replaces a call of choose(). Returns the placement of choose(), then the one that it would return if the first were
  // impossible, and so on. A player that does not compare placements returns its choice only.
  virtual std::vector<Candidate> candidates(const Position& position, const SearchLimits& limits) {
    return {{choose(position, limits)}};
  }
  // Thinks about a position before its decision is due, for example while the opponent moves or a chain runs. Later
  // calls of any function continue an earlier search that had the same arguments: choose() continues a search of the
  // expected position, and ponder() a search that was stopped. Other searches are forgotten. A choice that no limit
  // ends is the same with and without pondering; a choice that a limit ends is the better for it. Returns true if
  // nothing is left to think about. Precondition: expected.decision_due.
  virtual bool ponder(const Position& expected, const SearchLimits& limits) {
    static_cast<void>(expected), static_cast<void>(limits);
    return true;
  }
  // Returns a short English remark about the last choice for spectators, or an empty string.
  virtual std::string remark() const { return {}; }
};

// Options of a player. Each kind of player declares the options that it supports (registry.h).
struct PlayerOptions {
  int nodes = 0;  // maximum number of fields to evaluate for a hand; 0 for the default
  std::shared_ptr<const evaluation::FieldEvaluator> evaluator{};  // of fields to build on; null for the default weights
};

// Returns the evaluator of the options, or one with the default weights.
std::shared_ptr<const evaluation::FieldEvaluator> evaluator_of(const PlayerOptions& options);

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
