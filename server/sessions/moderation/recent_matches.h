#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>

#include "server/base/types.h"

namespace rensa::sessions {

// The players of the newest matches since the server started, so that a player can be reported whose game is over.
// Keeps at most kMaxMatches: the oldest one of the two neighbourhoods of addresses with the most matches against each
// other makes room for another. So many short matches do not make the server forget the players of other matches.
class RecentMatches {
 public:
  static constexpr std::size_t kMaxMatches = 10'000;

  struct SeatPlayer {
    std::string name;     // with which the match began
    std::string subject;  // of a restriction that is about the player; empty: it is a program of a tournament
    std::string network;  // the part of its address that shares limits
  };
  using Seats = std::array<SeatPlayer, 2>;

  void add(base::MatchId match, Seats seats);
  // nullptr: the match is not known, or not any more. Valid until the next match is added.
  const Seats* find(base::MatchId match) const;

 private:
  // A pair of neighbourhoods. The largest one has the most matches, and of these the oldest one.
  struct PairRank {
    std::size_t matches = 0;
    std::uint64_t complement_of_oldest = 0;
    std::string pair;
    friend auto operator<=>(const PairRank&, const PairRank&) = default;
  };
  void remove_one();
  static PairRank rank_of(const std::string& pair, const std::deque<base::MatchId>& matches) {
    return {matches.size(), ~static_cast<std::uint64_t>(matches.front()), pair};
  }

  std::unordered_map<base::MatchId, Seats> seats_;
  // The matches of each pair of neighbourhoods, from the oldest to the newest; none is empty.
  std::unordered_map<std::string, std::deque<base::MatchId>> matches_of_pairs_;
  std::set<PairRank> ranks_;
};

}  // namespace rensa::sessions
