#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "server/tournament/journal/progress.h"
#include "server/tournament/statistics/glicko.h"

namespace rensa::tournament {

// Two players that play a pair of games.
struct ScheduledPair {
  std::size_t first = 0;  // indices of players
  std::size_t second = 0;
  friend bool operator==(const ScheduledPair&, const ScheduledPair&) = default;
};
// Pairs in the order in which they are played.
using Schedule = std::vector<ScheduledPair>;

// Every player against every other, `times` times, in rounds. In a round each player plays once; one rests if their
// number is odd. So no player waits long, and an interrupted tournament has about as many games of each player.
Schedule round_robin(std::size_t players, int times);

// The first `challengers` players against each of the others, `times` times.
Schedule gauntlet(std::size_t players, std::size_t challengers, int times);

// Deals the players to the groups in serpentine order, so that the groups are about equally strong.
std::vector<std::vector<std::size_t>> deal_into_groups(std::size_t players, std::size_t groups);

// Finds the matching with the least total cost in a row of elements. Partners must stand near each other in the row, so
// the caller puts similar elements next to each other. The caller also defines the costs (pairing.h).

struct IndexPair {
  std::size_t first = 0;  // positions in the row; the first is the lower one
  std::size_t second = 0;
  friend bool operator==(const IndexPair&, const IndexPair&) = default;
};

// The costs of a matching, as functions. Each cost is asked for at most once. Costs may be negative.
struct MatchingCosts {
  std::function<double(std::size_t, std::size_t)> pair;  // the lower position first; infinite: never pair them
  std::function<double(std::size_t)> unpaired;           // of leaving a position unpaired; finite
};

// The largest distance of partners, chosen so that time and memory are bounded (8 MB). It is the whole row up to 16
// positions, 15 up to 256 positions, and 9 for 10,000; at least 1.
std::size_t max_partner_distance(std::size_t count);

// The cheapest matching within that distance, sorted by first position. Among equal sums it prefers, from the front of
// the row, the nearest partner before each position, and a partner over none.
std::vector<IndexPair> find_matching(std::size_t count, const MatchingCosts& costs);
// Finds the cheapest matching as find_matching() does, but partners may stand at most `max_distance` positions apart.
// Precondition: max_distance <= 15.
std::vector<IndexPair> find_matching_within(std::size_t max_distance, std::size_t count, const MatchingCosts& costs);

// Pairs the free players. All of them play, except one if their number is odd, even if two players have met often. (In
// a long row two distant players may both rest, if pairing them would spoil the pairs between them.) The order of the
// given players does not matter. The result starts with the strongest pair.

inline constexpr int kNoAuthor = -1;

struct FreePlayer {
  std::size_t player = 0;  // player number
  int author = kNoAuthor;  // players of one author should rarely meet
  Rating rating = {};
  double points = 0;   // 1 for a won encounter, 1/2 for a drawn one
  int encounters = 0;  // played so far
};

// A function that returns how often two players have met. In a ladder without end, old meetings may count less or not
// at all.
using MeetingsBetween = std::function<double(std::size_t, std::size_t)>;

// A round of a Swiss: opponents with equal points and then similar ratings. They have not met before if possible, and
// preferably have different authors. Resting counts as meeting the last player, so a player rests rarely twice.
Schedule swiss_pairs(std::span<const FreePlayer> players, const MeetingsBetween& met);

// A round of a ladder: the games that tell most about the strengths, so that a new player gets a good rating soon.
// Games against the same opponent, or one of the same author, tell less.
Schedule ladder_pairs(std::span<const FreePlayer> players, const MeetingsBetween& met);

// The players that wait for an opponent: not playing, not benched, and with less than `max_encounters`. `encounters` is
// by player and includes the current one. Returns none while fewer than half of the players with missing encounters
// wait, because the pairing could not choose well. If no game is being played, all of them are returned.
std::vector<std::size_t> waiting_players(const TournamentProgress& progress, const std::vector<std::size_t>& players,
                                         const std::vector<int>& encounters, int max_encounters);

}  // namespace rensa::tournament
