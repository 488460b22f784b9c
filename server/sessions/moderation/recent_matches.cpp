#include "server/sessions/moderation/recent_matches.h"

#include <utility>

namespace rensa::sessions {

void RecentMatches::add(base::MatchId match, Seats seats) {
  if (!seats_.try_emplace(match, std::move(seats)).second) return;
  matches_.push_back(match);
  if (matches_.size() <= kMaxMatches) return;
  seats_.erase(matches_.front());
  matches_.pop_front();
}

const RecentMatches::Seats* RecentMatches::find(base::MatchId match) const {
  const auto entry = seats_.find(match);
  return entry == seats_.end() ? nullptr : &entry->second;
}

}  // namespace rensa::sessions
