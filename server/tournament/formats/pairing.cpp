#include "server/tournament/formats/pairing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <tuple>

namespace rensa::tournament {

namespace {

using PlayerRow = std::vector<FreePlayer>;

// Rounds a cost so that sums of costs are exact, and different last bits of exp() on other machines change no pairing.
double rounded_cost(double cost) {
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

// The costs of pairing two players in a Swiss, in squared points.
constexpr double kRatingOfPoint = 4000;  // so large that ratings decide only between equal gaps of points
constexpr double kRematchCost = 400;     // times the squared number of meetings: more than the gaps after 20 rounds
constexpr double kMaxMeetings = 8;       // more meetings cost the same, so that no pair is worse than resting
constexpr double kSameAuthor = 25;       // as a gap of five points: such players meet only if no other is near
constexpr double kRestCost = 100'000;    // only an odd player rests: two resting players cost more than any pair

double distance_cost(const FreePlayer& a, const FreePlayer& b) {
  return square(a.points - b.points) + square((a.rating.rating - b.rating.rating) / kRatingOfPoint);
}

double rematch_cost(double meetings) { return kRematchCost * square(std::min(meetings, kMaxMeetings)); }

double pair_cost(const FreePlayer& a, const FreePlayer& b, double meetings) {
  return distance_cost(a, b) + rematch_cost(meetings) + (same_author(a, b) ? kSameAuthor : 0);
}

// Returns the cost of resting: that of a meeting with an opponent who is one point behind the last player.
double rest_cost(const FreePlayer& player, FreePlayer last, int rests) {
  last.points -= 1;
  return kRestCost + distance_cost(player, last) + rematch_cost(rests);
}

}  // namespace swiss

namespace ladder {

// The information that a game of a ladder gives is the reduction of both variances, divided by 1 + earlier meetings. A
// difference of 300 Elo between two players with small deviations also halves it.
constexpr double kSameAuthor = 1;  // counts as one more meeting
constexpr double kRestCost = 1e7;  // squared Elo, more than a hundred new players gain: only an odd player rests
// The cost of resting for a player without encounters: half the information of a new player's game. It falls with the
// encounters played, so that players with many encounters rest first.
constexpr double kNewcomerRestCost = 30'000;

double information_gain(const FreePlayer& a, const FreePlayer& b, double meetings) {
  const double information = variance_reduction(a.rating, b.rating) + variance_reduction(b.rating, a.rating);
  return information / (1 + meetings + (same_author(a, b) ? kSameAuthor : 0));
}

double rest_cost(const FreePlayer& player) { return kRestCost + kNewcomerRestCost / (1 + player.encounters); }

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
    return rounded_cost(swiss::pair_cost(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto unpaired = [&](std::size_t i) {
    return rounded_cost(swiss::rest_cost(row[i], row.back(), max_encounters - row[i].encounters));
  };
  return scheduled_pairs(find_matching(row.size(), {.pair = pair, .unpaired = unpaired}), row);
}

Schedule ladder_pairs(std::span<const FreePlayer> players, const MeetingsBetween& met) {
  PlayerRow row(players.begin(), players.end());
  std::sort(row.begin(), row.end(), [](const FreePlayer& a, const FreePlayer& b) {
    return std::tie(b.rating.rating, a.player) < std::tie(a.rating.rating, b.player);
  });
  const auto pair = [&](std::size_t i, std::size_t k) {
    return rounded_cost(-ladder::information_gain(row[i], row[k], met(row[i].player, row[k].player)));
  };
  const auto unpaired = [&](std::size_t i) { return rounded_cost(ladder::rest_cost(row[i])); };
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

// This is the circle method: the first player stays, the others rotate, and opposite players meet.
Schedule round_robin(std::size_t players, int times) {
  Schedule schedule;
  if (players < 2) return schedule;
  const std::size_t places = players + players % 2;  // an odd number gets one empty place
  for (int time = 0; time < times; ++time) {
    for (std::size_t round = 0; round + 1 < places; ++round) {
      const auto at = [&](std::size_t place) { return place == 0 ? 0 : 1 + (place - 1 + round) % (places - 1); };
      for (std::size_t place = 0; place < places / 2; ++place) {
        const ScheduledPair pair{.first = at(place), .second = at(places - 1 - place)};
        if (pair.first < players && pair.second < players) schedule.push_back(pair);
      }
    }
  }
  return schedule;
}

Schedule gauntlet(std::size_t players, std::size_t challengers, int times) {
  assert(challengers <= players);
  Schedule schedule;
  for (int time = 0; time < times; ++time) {
    for (std::size_t other = challengers; other < players; ++other) {
      for (std::size_t challenger = 0; challenger < challengers; ++challenger) {
        schedule.push_back({.first = challenger, .second = other});
      }
    }
  }
  return schedule;
}

std::vector<std::vector<std::size_t>> deal_into_groups(std::size_t players, std::size_t groups) {
  std::vector<std::vector<std::size_t>> deal_into_groups(groups);
  for (std::size_t player = 0; player < players; ++player) {
    const std::size_t at = player % groups;
    deal_into_groups[player / groups % 2 == 0 ? at : groups - 1 - at].push_back(player);
  }
  return deal_into_groups;
}

namespace {

constexpr std::size_t kMaxWindow = 15;
constexpr std::size_t kMaxStates = std::size_t{1} << 23;  // one byte per state
constexpr double kInfinite = std::numeric_limits<double>::infinity();

// The positions before the current one that wait for a partner: bit b stands for the position b + 1 places before it.
using WaitingSet = std::size_t;
// The distance back from a position to its partner; 0: the position waits for a later partner.
using PartnerDistance = std::uint8_t;

// The costs of the choices at one position. Positions before the start of the row cost nothing and cannot be partners.
struct PositionCosts {
  std::array<double, kMaxWindow + 1> with{};  // by the distance back to the partner
  double oldest_unpaired = 0;                 // of the position that leaves the window now
};

// Computes for each set of waiting positions the least cost of the rest of the row from this position on, and the
// partner that gives it. `later` has the least costs from the next position on.
void choose_partners(std::size_t window, const PositionCosts& costs, std::span<const double> later,
                     std::span<double> now, std::span<PartnerDistance> partner_distances) {
  const WaitingSet oldest = WaitingSet{1} << (window - 1);
  for (WaitingSet young = 0; young < oldest; ++young) {
    double best = kInfinite;
    std::size_t choice = 0;
    for (WaitingSet left = young; left != 0; left &= left - 1) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(left));
      const double with = costs.with[bit + 1] + later[(young ^ (WaitingSet{1} << bit)) << 1];
      choice = with < best ? bit + 1 : choice;
      best = with < best ? with : best;
    }
    const double waits = later[young << 1 | 1];
    if (waits < best) {
      best = waits;
      choice = 0;
    }
    now[young] = best;
    partner_distances[young] = static_cast<PartnerDistance>(choice);
    // In the other sets the oldest position waits, too. It becomes the partner now, or it stays unpaired.
    const double with_oldest = costs.with[window] + later[young << 1];
    const double without = costs.oldest_unpaired + best;
    const bool takes_oldest = with_oldest < without || (with_oldest == without && choice == 0);
    now[young | oldest] = takes_oldest ? with_oldest : without;
    partner_distances[young | oldest] = static_cast<PartnerDistance>(takes_oldest ? window : choice);
  }
}

// Finds the cheapest matching of a row by dynamic programming, from the end of the row to its front.
class RowMatching {
 public:
  RowMatching(std::size_t window, std::size_t count, const MatchingCosts& costs)
      : window_(window),
        count_(count),
        state_count_(std::size_t{1} << window),
        partner_distances_(count * state_count_) {
    for (std::size_t position = 0; position < count; ++position) unpaired_.push_back(costs.unpaired(position));
    std::vector<double> later = costs_at_end();
    std::vector<double> now(state_count_);
    for (std::size_t position = count; position-- > 0;) {
      choose_partners(window, costs_at(position, costs), later, now,
                      std::span(partner_distances_).subspan(position * state_count_, state_count_));
      std::swap(now, later);
    }
  }

  std::vector<IndexPair> pairs() const {
    std::vector<IndexPair> pairs;
    WaitingSet waiting = 0;
    for (std::size_t position = 0; position < count_; ++position) {
      const std::size_t back = partner_distances_[position * state_count_ + waiting];
      if (back == 0) {
        waiting = (waiting << 1 | 1) & (state_count_ - 1);
      } else {
        pairs.push_back({.first = position - back, .second = position});
        waiting = (waiting ^ (WaitingSet{1} << (back - 1))) << 1 & (state_count_ - 1);
      }
    }
    std::sort(pairs.begin(), pairs.end(), [](const IndexPair& a, const IndexPair& b) { return a.first < b.first; });
    return pairs;
  }

 private:
  // Returns the cost at the end of the row for each set of waiting positions, which all stay unpaired.
  std::vector<double> costs_at_end() const {
    std::vector<double> sums(state_count_);
    for (WaitingSet waiting = 1; waiting < state_count_; ++waiting) {
      const auto newest = static_cast<std::size_t>(std::countr_zero(waiting));
      sums[waiting] = sums[waiting & (waiting - 1)] + (newest < count_ ? unpaired_[count_ - 1 - newest] : 0);
    }
    return sums;
  }

  PositionCosts costs_at(std::size_t position, const MatchingCosts& costs) const {
    PositionCosts here;
    here.with.fill(kInfinite);
    for (std::size_t back = 1; back <= std::min(window_, position); ++back) {
      here.with[back] = costs.pair(position - back, position);
      assert(here.with[back] > -kInfinite);  // also false for NaN
    }
    if (position >= window_) here.oldest_unpaired = unpaired_[position - window_];
    assert(here.oldest_unpaired > -kInfinite && here.oldest_unpaired < kInfinite);
    return here;
  }

  std::size_t window_;
  std::size_t count_;
  std::size_t state_count_;
  std::vector<PartnerDistance> partner_distances_;  // by position and set of waiting positions
  std::vector<double> unpaired_;
};

}  // namespace

std::size_t max_partner_distance(std::size_t count) {
  std::size_t window = 1;
  while (window < kMaxWindow && window + 1 < count && count << (window + 1) <= kMaxStates) ++window;
  return window;
}

std::vector<IndexPair> find_matching(std::size_t count, const MatchingCosts& costs) {
  return find_matching_within(max_partner_distance(count), count, costs);
}

std::vector<IndexPair> find_matching_within(std::size_t max_distance, std::size_t count, const MatchingCosts& costs) {
  assert(max_distance <= kMaxWindow);
  if (max_distance == 0 || count < 2) return {};
  return RowMatching(max_distance, count, costs).pairs();
}

}  // namespace rensa::tournament
