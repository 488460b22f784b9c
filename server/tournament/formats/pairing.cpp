#include "server/tournament/formats/pairing.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include "server/tournament/formats/matching.h"

namespace rensa::tournament {

namespace {

using PlayerRow = std::vector<FreePlayer>;

// Rounds costs so that their sums are exact, and different last bits of exp() change no pairing.
double rounded(double cost) {
  constexpr double kParts = 1 << 20;
  return std::round(cost * kParts) / kParts;
}

double square(double x) { return x * x; }

bool same_author(const FreePlayer& a, const FreePlayer& b) { return a.author == b.author && a.author != kNoAuthor; }

Schedule scheduled_pairs(const std::vector<IndexPair>& pairs, const PlayerRow& row) {
  Schedule schedule;
  for (const auto& [first, second] : pairs) {
    schedule.push_back({.first = row[first].player, .second = row[second].player});
  }
  return schedule;
}

namespace swiss {

// Costs in squared points.
constexpr double kRatingOfPoint = 4000;  // so large that ratings decide only between equal gaps of points
constexpr double kRematch = 400;         // times the squared number of meetings: more than the gaps after 20 rounds
constexpr double kMaxMeetings = 8;       // more meetings cost the same, so that no pair is worse than resting
constexpr double kSameAuthor = 25;       // as a gap of five points: such players meet only if no other is near
constexpr double kRest = 100'000;        // only an odd player rests: two resting players cost more than any pair

double distance_cost(const FreePlayer& a, const FreePlayer& b) {
  return square(a.points - b.points) + square((a.rating.rating - b.rating.rating) / kRatingOfPoint);
}

double rematch_cost(double meetings) { return kRematch * square(std::min(meetings, kMaxMeetings)); }

double pair_cost(const FreePlayer& a, const FreePlayer& b, double meetings) {
  return distance_cost(a, b) + rematch_cost(meetings) + (same_author(a, b) ? kSameAuthor : 0);
}

// Resting is like meeting an opponent one point behind the last player.
double rest_cost(const FreePlayer& player, FreePlayer last, int rests) {
  last.points -= 1;
  return kRest + distance_cost(player, last) + rematch_cost(rests);
}

}  // namespace swiss

namespace ladder {

// The value of a game is the reduction of both variances, divided by 1 + earlier meetings. A difference of 300 Elo
// between two players with small deviations also halves the value.
constexpr double kSameAuthor = 1;  // counts as one more meeting
constexpr double kRest = 1e7;      // squared Elo, more than a hundred new players gain: only an odd player rests
// The cost of resting falls with the encounters played. It starts at half the value of a new player's game, so that
// players with many encounters rest first.
constexpr double kRestOfNewcomer = 30'000;

double information_gain(const FreePlayer& a, const FreePlayer& b, double meetings) {
  const double information = variance_reduction(a.rating, b.rating) + variance_reduction(b.rating, a.rating);
  return information / (1 + meetings + (same_author(a, b) ? kSameAuthor : 0));
}

double rest_cost(const FreePlayer& player) { return kRest + kRestOfNewcomer / (1 + player.encounters); }

}  // namespace ladder

}  // namespace

Schedule swiss_pairs(std::span<const FreePlayer> players, const MeetingsBetween& met) {
  PlayerRow row(players.begin(), players.end());
  std::sort(row.begin(), row.end(), [](const FreePlayer& a, const FreePlayer& b) {
    return std::tie(b.points, b.rating.rating, a.player) < std::tie(a.points, a.rating.rating, b.player);
  });
  int max_encounters = 0;
  for (const FreePlayer& player : row) max_encounters = std::max(max_encounters, player.encounters);
  const auto pair = [&](std::size_t i, std::size_t k) {
    return rounded(swiss::pair_cost(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto unpaired = [&](std::size_t i) {
    return rounded(swiss::rest_cost(row[i], row.back(), max_encounters - row[i].encounters));
  };
  return scheduled_pairs(find_matching(row.size(), {.pair = pair, .unpaired = unpaired}), row);
}

Schedule ladder_pairs(std::span<const FreePlayer> players, const MeetingsBetween& met) {
  PlayerRow row(players.begin(), players.end());
  std::sort(row.begin(), row.end(), [](const FreePlayer& a, const FreePlayer& b) {
    return std::tie(b.rating.rating, a.player) < std::tie(a.rating.rating, b.player);
  });
  const auto pair = [&](std::size_t i, std::size_t k) {
    return rounded(-ladder::information_gain(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto unpaired = [&](std::size_t i) { return rounded(ladder::rest_cost(row[i])); };
  return scheduled_pairs(find_matching(row.size(), {.pair = pair, .unpaired = unpaired}), row);
}

std::vector<std::size_t> waiting_players(const TournamentProgress& progress, const std::vector<std::size_t>& players,
                                         const std::vector<int>& encounters, int max_encounters) {
  std::vector<std::size_t> waiting;
  std::size_t busy = 0;
  for (const std::size_t player : players) {
    const bool wants_more = encounters[player] < max_encounters && !progress.is_benched(player);
    if (!wants_more) continue;
    if (progress.undecided_pair_count(player) == 0) {
      waiting.push_back(player);
    } else {
      ++busy;
    }
  }
  const bool is_worth_it = waiting.size() >= busy || progress.decided_count() == progress.pairs().size();
  return is_worth_it ? waiting : std::vector<std::size_t>();
}

}  // namespace rensa::tournament
