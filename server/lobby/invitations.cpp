#include "server/lobby/invitations.h"

#include <utility>

namespace rensa::lobby {

void Invitations::put(const std::string& code, Invitation invitation) {
  remove(code);
  entries_[code].invitation = std::move(invitation);
}

const Invitation* Invitations::find(const std::string& code) const {
  const auto entry = entries_.find(code);
  return entry == entries_.end() ? nullptr : &entry->second.invitation;
}

bool Invitations::is_hostless(const std::string& code) const {
  const auto entry = entries_.find(code);
  return entry != entries_.end() && entry->second.expiry;
}

void Invitations::remove(const std::string& code) {
  const auto entry = entries_.find(code);
  if (entry == entries_.end()) return;
  remove_expiry(entry->second);
  entries_.erase(entry);
}

void Invitations::keep_without_host(const std::string& code, const std::string& payer, base::Time until) {
  const auto entry = entries_.find(code);
  if (entry == entries_.end()) return;
  remove_expiry(entry->second);
  std::size_t& hostless = hostless_[payer];
  if (entry->second.invitation.client_id.empty() || hostless >= max_hostless_) {
    if (hostless == 0) hostless_.erase(payer);
    entries_.erase(entry);
    return;
  }
  ++hostless;
  entry->second.expiry = expiries_.emplace(until, Expiry{.code = code, .payer = payer});
}

void Invitations::remove_expired(base::Time now) {
  while (!expiries_.empty() && expiries_.begin()->first <= now) remove(std::string(expiries_.begin()->second.code));
}

void Invitations::clear() {
  entries_.clear();
  expiries_.clear();
  hostless_.clear();
}

void Invitations::remove_expiry(Entry& entry) {
  if (!entry.expiry) return;
  const auto hostless = hostless_.find((*entry.expiry)->second.payer);
  if (--hostless->second == 0) hostless_.erase(hostless);
  expiries_.erase(*entry.expiry);
  entry.expiry.reset();
}

}  // namespace rensa::lobby
