#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"

namespace rensa::sessions {

// A person as restrictions know it.
struct SeatHolder {
  std::string subject;  // of a restriction that is about the person; empty: it is a program of a tournament
  std::string network;  // the part of its address that shares limits; empty: it is not known
  bool operator==(const SeatHolder&) const = default;
};

// The players of the newest matches since the server started, so that a player can be reported whose game is over.
// Keeps at most kMaxMatches: the oldest one of the two neighbourhoods of addresses with the most matches against each
// other makes room for another. So many short matches do not make the server forget the players of other matches.
class RecentMatches {
 public:
  static constexpr std::size_t kMaxMatches = 10'000;

  static constexpr std::size_t kMaxEarlier = 8;

  struct SeatPlayer {
    std::string name;                   // with which the match began
    SeatHolder holder{};                // the last one of the seat
    std::vector<SeatHolder> earlier{};  // the others that are known: the first one, and the last ones
    SeatHolder first{};                 // the one at the time of add(), which sets it

    // Returns the known holders, earlier ones first, without the person with this subject. After a restart, a guest is
    // not known before it comes back.
    std::vector<SeatHolder> holders_except(const std::string& subject) const;
  };
  using Seats = std::array<SeatPlayer, 2>;

  void add(base::MatchId match, Seats seats);
  // Another person, or the same one from another address, has the seat now. Does nothing if the match is not known.
  void take_seat(base::MatchId match, std::size_t seat, const SeatHolder& holder);
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
