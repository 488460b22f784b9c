#include "server/sessions/moderation/recent_matches.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/storage/restrictions.h"

namespace rensa::sessions {

namespace {

// Returns the same text for both orders of the seats.
std::string pair_of(const RecentMatches::Seats& seats) {
  const std::string one = storage::neighbourhood_of(seats[0].holder.network);
  const std::string two = storage::neighbourhood_of(seats[1].holder.network);
  return std::min(one, two) + ' ' + std::max(one, two);
}

}  // namespace

std::vector<SeatHolder> RecentMatches::SeatPlayer::holders_except(const std::string& subject) const {
  std::vector<SeatHolder> others = earlier;
  others.push_back(holder);
  std::erase_if(others, [&subject](const SeatHolder& one) { return one.subject.empty() || one.subject == subject; });
  return others;
}

void RecentMatches::add(base::MatchId match, Seats seats) {
  for (SeatPlayer& player : seats) player.first = player.holder;
  const std::string pair = pair_of(seats);
  if (!seats_.try_emplace(match, std::move(seats)).second) return;
  std::deque<base::MatchId>& matches = matches_of_pairs_[pair];
  if (!matches.empty()) ranks_.erase(rank_of(pair, matches));
  matches.push_back(match);
  ranks_.insert(rank_of(pair, matches));
  if (seats_.size() > kMaxMatches) remove_one();
}

void RecentMatches::take_seat(base::MatchId match, std::size_t seat, const SeatHolder& holder) {
  const auto entry = seats_.find(match);
  if (entry == seats_.end()) return;
  SeatPlayer& player = entry->second[seat];
  if (player.holder == holder) return;
  std::erase(player.earlier, holder);
  if (player.holder != SeatHolder{}) player.earlier.push_back(player.holder);
  player.holder = holder;
  if (player.earlier.size() <= kMaxEarlier) return;
  const bool is_first = player.earlier.front() == player.first;
  player.earlier.erase(player.earlier.begin() + (is_first ? 1 : 0));
}

void RecentMatches::remove_one() {
  const std::string pair = ranks_.extract(std::prev(ranks_.end())).value().pair;
  const auto entry = matches_of_pairs_.find(pair);
  std::deque<base::MatchId>& matches = entry->second;
  seats_.erase(matches.front());
  matches.pop_front();
  if (matches.empty()) {
    matches_of_pairs_.erase(entry);
  } else {
    ranks_.insert(rank_of(pair, matches));
  }
}

const RecentMatches::Seats* RecentMatches::find(base::MatchId match) const {
  const auto entry = seats_.find(match);
  return entry == seats_.end() ? nullptr : &entry->second;
}

}  // namespace rensa::sessions
