#include "server/sessions/restriction_cache.h"

#include <utility>

namespace rensa::sessions {

void RestrictionCache::refresh(Refreshed done) {
  store_.list_restrictions_since(
      version_,
      [this, done = std::move(done)](const storage::StoreResult<std::optional<storage::RestrictionList>>& list) {
        if (!list) return done(list.error());
        if (*list && (*list)->version > version_) {
          version_ = (*list)->version;
          by_payer_.clear();
          for (const storage::Restriction& one : (*list)->restrictions) by_payer_[one.subject].push_back(one);
        }
        done(std::nullopt);
      });
}

std::optional<std::string> RestrictionCache::end_of(storage::Restriction::Kind kind, const std::string& payer) const {
  const auto restrictions = by_payer_.find(payer);
  if (restrictions == by_payer_.end()) return std::nullopt;
  const std::string now = date_();
  std::optional<std::string> end;
  for (const storage::Restriction& one : restrictions->second) {
    if (one.kind == kind && one.until > now && (!end || one.until > *end)) end = one.until;
  }
  return end;
}

}  // namespace rensa::sessions
