#include "server/league/pairing.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "server/league/matching.h"

namespace rensa::league {

namespace {

using RowOfPlayers = std::vector<FreePlayer>;

// Sums of such costs are exact, and what libraries make of the last bits of exp() decides nothing.
double rounded(double cost) {
  constexpr double kParts = 1 << 20;
  return std::round(cost * kParts) / kParts;
}

double square(double x) { return x * x; }

bool same_author(const FreePlayer& a, const FreePlayer& b) { return a.author == b.author && a.author != kNoAuthor; }

Schedule players_of(const std::vector<PlacePair>& pairs, const RowOfPlayers& row) {
  Schedule schedule;
  for (const auto& [first, second] : pairs) {
    schedule.push_back({.first = row[first].player, .second = row[second].player});
  }
  return schedule;
}

namespace swiss {

// In squared points.
constexpr double kRatingOfPoint = 4000;  // strength decides between equal gaps only: 2000 Elo weigh as half a point
constexpr double kRematch = 400;         // times the square of meetings: more than gaps that 20 rounds make
constexpr double kMostMeetings = 8;      // more than that are no worse, so that no pair is worse than to rest
constexpr double kSameAuthor = 25;       // a gap of five: they do not meet while others are anywhere near
constexpr double kRest = 100'000;        // nobody but an odd one: two who rest are worse than any two who meet

double apart(const FreePlayer& a, const FreePlayer& b) {
  return square(a.points - b.points) + square((a.rating.rating - b.rating.rating) / kRatingOfPoint);
}

double again(double meetings) { return kRematch * square(std::min(meetings, kMostMeetings)); }

double meeting(const FreePlayer& a, const FreePlayer& b, double meetings) {
  return apart(a, b) + again(meetings) + (same_author(a, b) ? kSameAuthor : 0);
}

// The same with nobody, who is a point behind the last.
double resting(const FreePlayer& player, FreePlayer last, int rests) {
  last.points -= 1;
  return kRest + apart(player, last) + again(rests);
}

}  // namespace swiss

namespace ladder {

// A game is worth what it takes off both variances. Met once: half of that, which is also what 300 Elo between two
// steady players leave of it; met twice: a third.
constexpr double kSameAuthor = 1;  // counts as so many meetings
constexpr double kRest = 1e7;      // Elo squared, more than a hundred newcomers learn: nobody but an odd one
// The odd one, by encounters played: at first half of what a newcomer's game is worth, after some hundreds less than
// one of steady players; of these those rest of whom most is known.
constexpr double kRestOfNewcomer = 30'000;

double worth(const FreePlayer& a, const FreePlayer& b, double meetings) {
  const double learnt = variance_lost(a.rating, b.rating) + variance_lost(b.rating, a.rating);
  return learnt / (1 + meetings + (same_author(a, b) ? kSameAuthor : 0));
}

double resting(const FreePlayer& player) { return kRest + kRestOfNewcomer / (1 + player.encounters); }

}  // namespace ladder

}  // namespace

Schedule swiss_pairs(std::span<const FreePlayer> players, const Meetings& met) {
  RowOfPlayers row(players.begin(), players.end());
  std::sort(row.begin(), row.end(), [](const FreePlayer& a, const FreePlayer& b) {
    return std::tie(b.points, b.rating.rating, a.player) < std::tie(a.points, a.rating.rating, b.player);
  });
  int most = 0;
  for (const FreePlayer& player : row) most = std::max(most, player.encounters);
  const auto pair = [&](std::size_t i, std::size_t k) {
    return rounded(swiss::meeting(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto alone = [&](std::size_t i) {
    return rounded(swiss::resting(row[i], row.back(), most - row[i].encounters));
  };
  return players_of(matching(row.size(), {.pair = pair, .alone = alone}), row);
}

Schedule ladder_pairs(std::span<const FreePlayer> players, const Meetings& met) {
  RowOfPlayers row(players.begin(), players.end());
  std::sort(row.begin(), row.end(), [](const FreePlayer& a, const FreePlayer& b) {
    return std::tie(b.rating.rating, a.player) < std::tie(a.rating.rating, b.player);
  });
  const auto pair = [&](std::size_t i, std::size_t k) {
    return rounded(-ladder::worth(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto alone = [&](std::size_t i) { return rounded(ladder::resting(row[i])); };
  return players_of(matching(row.size(), {.pair = pair, .alone = alone}), row);
}

}  // namespace rensa::league
