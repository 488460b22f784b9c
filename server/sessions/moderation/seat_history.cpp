#include "server/sessions/moderation/seat_history.h"

#include <algorithm>

namespace rensa::sessions {

void SeatHistory::begin(base::MatchId match, const std::array<base::PlayerId, 2>& players,
                        const RecentMatches::Seats& seats) {
  std::array<SeatOfMatch, 2>& begun = seats_[match];
  for (std::size_t seat = 0; seat < begun.size(); ++seat) {
    begun[seat] = {.match = match, .seat = seat, .player = players[seat]};
    add(begun[seat], seats[seat].holder);
  }
}

void SeatHistory::take(base::MatchId match, std::size_t seat, base::PlayerId player, const SeatHolder& holder) {
  const auto entry = seats_.find(match);
  if (entry == seats_.end()) return;
  entry->second[seat].player = player;
  add(entry->second[seat], holder);
}

// A program of a tournament is never restricted.
void SeatHistory::add(SeatOfMatch& seat, const SeatHolder& holder) {
  if (holder.subject.empty()) return;
  // Guests of an address have it in their subject.
  const auto known = std::find_if(seat.holders.begin(), seat.holders.end(),
                                  [&holder](const SeatHolder& other) { return other.subject == holder.subject; });
  if (known != seat.holders.end()) {
    *known = holder;
  } else if (seat.holders.size() < kMaxHolders) {
    seat.holders.push_back(holder);
  }
}

std::span<const SeatHolder> SeatHistory::holders(base::MatchId match, std::size_t seat) const {
  const auto entry = seats_.find(match);
  if (entry == seats_.end()) return {};
  return entry->second[seat].holders;
}

std::vector<SeatHistory::SeatOfMatch> SeatHistory::seats_that_changed() const {
  std::vector<SeatOfMatch> changed;
  for (const auto& [match, seats] : seats_) {
    for (const SeatOfMatch& seat : seats) {
      if (seat.holders.size() > 1) changed.push_back(seat);
    }
  }
  return changed;
}

}  // namespace rensa::sessions
