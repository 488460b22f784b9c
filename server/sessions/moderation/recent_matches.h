#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/base/types.h"

namespace rensa::sessions {

// The players of the newest matches since the server started, so that a player can be reported whose game is over.
// Keeps at most kMaxMatches.
class RecentMatches {
 public:
  static constexpr std::size_t kMaxMatches = 10'000;

  struct SeatPlayer {
    std::string name;     // with which the match began
    std::string subject;  // of a restriction that is about the player; empty: it is a program of a tournament
  };
  using Seats = std::array<SeatPlayer, 2>;

  void add(base::MatchId match, Seats seats);
  // nullptr: the match is not known, or not any more. Valid until the next match is added.
  const Seats* find(base::MatchId match) const;

 private:
  std::unordered_map<base::MatchId, Seats> seats_;
  std::deque<base::MatchId> matches_;  // from the oldest to the newest
};

}  // namespace rensa::sessions
