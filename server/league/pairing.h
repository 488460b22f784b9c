#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "server/league/glicko.h"
#include "server/league/schedule.h"

namespace rensa::league {

// Who plays whom next, of those who are free now. All play but an odd one, however often two have met: who waits helps
// nobody. (In a long row two who stand far apart may both rest, where making room would spoil the pairs between them.)
// The same players give the same pairs in whatever order they are given; pairs come from the top of the row.

inline constexpr int kNoAuthor = -1;

struct FreePlayer {
  std::size_t player = 0;  // its number
  int author = kNoAuthor;  // equal ones made each other's opponents
  Rating rating = {};
  double points = 0;   // 1 for an encounter that it won, 1/2 for a drawn one
  int encounters = 0;  // that it has played
};

// How often two, by number, have met. A ladder has no end: let it forget what is long ago, at once or bit by bit.
using Meetings = std::function<double(std::size_t, std::size_t)>;

// A round of a Swiss: against one with as many points, and then of like strength, as long as they have not met, and
// rather not have the same author. To rest is to meet nobody, who is last, and once is better than twice there too.
Schedule swiss_pairs(std::span<const FreePlayer> players, const Meetings& met);

// A round of a ladder: the games that teach most about the strengths of all, so that who is new finds its place soon.
// One against the same again teaches less, and so does one against a player of the same author.
Schedule ladder_pairs(std::span<const FreePlayer> players, const Meetings& met);

}  // namespace rensa::league
