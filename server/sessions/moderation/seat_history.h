#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "server/base/types.h"
#include "server/sessions/moderation/recent_matches.h"

namespace rensa::sessions {

// The persons that have had the seats of the running matches. A seat can change its player, so a restriction of one of
// them holds for the seat: a banned or muted person could otherwise go on under the same name as another one. An
// account has the address from which it has come last, because its token proves that it is the same person.
class SeatHistory {
 public:
  static constexpr std::size_t kMaxHolders = 32;  // of a seat; later ones are not kept

  struct SeatOfMatch {
    base::MatchId match{};
    std::size_t seat = 0;
    base::PlayerId player;              // the last one; it may have lost the seat
    std::vector<SeatHolder> holders{};  // from the first one on, none twice
  };

  void begin(base::MatchId match, const std::array<base::PlayerId, 2>& players, const RecentMatches::Seats& seats);
  // Does nothing if the match has not begun.
  void take(base::MatchId match, std::size_t seat, base::PlayerId player, const SeatHolder& holder);
  void end(base::MatchId match) { seats_.erase(match); }
  // Returns nothing for an unknown match.
  std::span<const SeatHolder> holders(base::MatchId match, std::size_t seat) const;
  // Returns the seats that more than one person has had.
  std::vector<SeatOfMatch> seats_that_changed() const;

 private:
  static void add(SeatOfMatch& seat, const SeatHolder& holder);

  std::unordered_map<base::MatchId, std::array<SeatOfMatch, 2>> seats_;
};

}  // namespace rensa::sessions
