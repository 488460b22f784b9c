#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/duel/decision_counts.h"
#include "engine/duel/outcome.h"
#include "server/tournament/statistics/elo.h"
#include "server/tournament/statistics/interval.h"

namespace rensa::tournament {

// The sums over the finished games of a tournament. The order in which the games ended does not matter.

// The games between two players, seen from the first player.
struct PairingResult {
  std::size_t first = 0;  // the lower number
  std::size_t second = 0;
  GameCounts games;
  PairCounts pairs;      // pairs of two games with different queues
  PairCounts audited{};  // pairs of two games with the same queue
};

struct GameResults {
  std::vector<PairingResult> pairings;                               // sorted by players
  std::vector<std::array<std::int64_t, duel::kCauseCount>> lost_by;  // by player
  std::vector<duel::DecisionCounts> decisions;                       // by player
  // Pairs of two games with the same queue, seen from the first player of the pair.
  PairCounts audited;
  GameCounts audited_games;

  // Returns the results of two players; nullptr: they have no finished game against each other.
  const PairingResult* find(std::size_t one, std::size_t two) const;
};

// Returns a sample of pairs of games if all games belong to a pair, else a sample of single games. Only pairs show the
// correlation of their two games.
Sample sample_of(const PairingResult& result);

// Return the results as the other player sees them.
GameCounts reversed(const GameCounts& counts);
PairCounts reversed(const PairCounts& counts);

// One row of the standings.
struct PlayerStanding {
  std::size_t player = 0;
  GameCounts games;
  // The strength among the players of the same component; their mean is 0 (bradley_terry.h). nullopt: the player
  // has only wins or only losses, or no games.
  std::optional<Interval> elo;
  std::size_t component =
      0;  // Elo values can be compared within a component only; stronger components have lower numbers
  std::array<std::int64_t, duel::kCauseCount> lost_by{};
  duel::DecisionCounts decisions{};

  double points() const { return static_cast<double>(games.wins) + static_cast<double>(games.draws) / 2; }
};

// With more players no Elo is computed, because the time grows with the third power of their number.
inline constexpr std::size_t kMaxRatedPlayers = 1'000;

// The standings of all players, the strongest first: by component, then Elo, then points, then number. Players without
// games come last.
std::vector<PlayerStanding> compute_standings(const GameResults& results, std::size_t players);

// A cycle of players: each scores more than half against the next, and the last against the first. A single number
// cannot describe the strengths of such players.
struct Cycle {
  std::vector<std::size_t> players;  // the lowest number first
  bool is_certain = false;           // true if all 95 % intervals agree
  friend bool operator==(const Cycle&, const Cycle&) = default;
};

// Finds one of the shortest cycles through each player that is in a cycle. Certain cycles come first, then short ones.
std::vector<Cycle> find_cycles(const GameResults& results, std::size_t players);

}  // namespace rensa::tournament
