#include "server/play/invitations.h"

#include <utility>

namespace rensa::play {

void Invitations::put(const std::string& code, Invitation invitation) {
  withdraw(code);
  standing_[code].invitation = std::move(invitation);
}

const Invitation* Invitations::find(const std::string& code) const {
  const auto entry = standing_.find(code);
  return entry == standing_.end() ? nullptr : &entry->second.invitation;
}

bool Invitations::is_away(const std::string& code) const {
  const auto entry = standing_.find(code);
  return entry != standing_.end() && entry->second.lapse;
}

void Invitations::withdraw(const std::string& code) {
  const auto entry = standing_.find(code);
  if (entry == standing_.end()) return;
  end_absence(entry->second);
  standing_.erase(entry);
}

void Invitations::leave_behind(const std::string& code, const std::string& payer, base::Time until) {
  const auto entry = standing_.find(code);
  if (entry == standing_.end()) return;
  end_absence(entry->second);
  std::size_t& away = away_[payer];
  if (entry->second.invitation.holder.empty() || away >= most_away_) {
    if (away == 0) away_.erase(payer);
    standing_.erase(entry);
    return;
  }
  ++away;
  entry->second.lapse = lapses_.emplace(until, Lapse{.code = code, .payer = payer});
}

void Invitations::forget_lapsed(base::Time now) {
  while (!lapses_.empty() && lapses_.begin()->first <= now) withdraw(std::string(lapses_.begin()->second.code));
}

void Invitations::clear() {
  standing_.clear();
  lapses_.clear();
  away_.clear();
}

void Invitations::end_absence(Standing& standing) {
  if (!standing.lapse) return;
  const auto away = away_.find((*standing.lapse)->second.payer);
  if (--away->second == 0) away_.erase(away);
  lapses_.erase(*standing.lapse);
  standing.lapse.reset();
}

}  // namespace rensa::play
