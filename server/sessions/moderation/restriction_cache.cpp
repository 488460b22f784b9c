#include "server/sessions/moderation/restriction_cache.h"

#include "server/base/name_skeleton.h"

namespace rensa::sessions {

namespace {

std::string key_of(storage::Restriction::Kind kind, const std::string& subject) {
  return kind == storage::Restriction::Kind::name ? base::skeleton_of(subject) : subject;
}

}  // namespace

void RestrictionCache::refresh(Refreshed done) {
  store_.list_restrictions_since(
      version_,
      [this, done = std::move(done)](const storage::StoreResult<std::optional<storage::RestrictionList>>& list) {
        if (!list) return done(list.error());
        if (*list && (*list)->version > version_) {
          version_ = (*list)->version;
          by_subject_.clear();
          for (const storage::Restriction& one : (*list)->restrictions) {
            by_subject_[key_of(one.kind, one.subject)].push_back(one);
          }
        }
        done(std::nullopt);
      });
}

std::optional<storage::Restriction> RestrictionCache::find(storage::Restriction::Kind kind,
                                                           const std::string& subject) const {
  if (is_empty()) return std::nullopt;
  const auto restrictions = by_subject_.find(key_of(kind, subject));
  if (restrictions == by_subject_.end()) return std::nullopt;
  const std::string now = date_();
  std::optional<storage::Restriction> last;
  for (const storage::Restriction& one : restrictions->second) {
    if (one.kind == kind && one.until > now && (!last || one.until > last->until)) last = one;
  }
  return last;
}

}  // namespace rensa::sessions
