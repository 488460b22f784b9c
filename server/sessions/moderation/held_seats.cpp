#include "server/sessions/moderation/held_seats.h"

#include <algorithm>

namespace rensa::sessions {

void HeldSeats::begin(base::MatchId match, const std::array<base::PlayerId, 2>& players,
                      const RecentMatches::Seats& seats) {
  std::array<HeldSeat, 2>& held = seats_[match];
  for (std::size_t seat = 0; seat < held.size(); ++seat) {
    held[seat] = {.match = match, .player = players[seat]};
    add(held[seat], seats[seat].holder);
  }
}

void HeldSeats::take(base::MatchId match, std::size_t seat, base::PlayerId player, const SeatHolder& holder) {
  const auto entry = seats_.find(match);
  if (entry == seats_.end()) return;
  entry->second[seat].player = player;
  add(entry->second[seat], holder);
}

// A program of a tournament is never restricted.
void HeldSeats::add(HeldSeat& seat, const SeatHolder& holder) {
  if (holder.subject.empty() || seat.holders.size() == kMaxHolders) return;
  if (std::find(seat.holders.begin(), seat.holders.end(), holder) == seat.holders.end()) seat.holders.push_back(holder);
}

std::span<const SeatHolder> HeldSeats::holders(base::MatchId match, std::size_t seat) const {
  const auto entry = seats_.find(match);
  if (entry == seats_.end()) return {};
  return entry->second[seat].holders;
}

std::vector<HeldSeats::HeldSeat> HeldSeats::seats_that_changed() const {
  std::vector<HeldSeat> changed;
  for (const auto& [match, seats] : seats_) {
    for (const HeldSeat& seat : seats) {
      if (seat.holders.size() > 1) changed.push_back(seat);
    }
  }
  return changed;
}

}  // namespace rensa::sessions
