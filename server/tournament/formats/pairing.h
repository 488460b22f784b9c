#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "server/tournament/formats/schedule.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/statistics/glicko.h"

namespace rensa::tournament {

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

// Returns how often two players have met. For a ladder without end it may forget or discount old meetings.
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
