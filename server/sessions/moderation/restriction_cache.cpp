#include "server/sessions/moderation/restriction_cache.h"

#include "server/base/name_skeleton.h"

namespace rensa::sessions {

void RestrictionCache::refresh(Refreshed done) {
  store_.list_restrictions_since(
      version_,
      [this, done = std::move(done)](const storage::StoreResult<std::optional<storage::RestrictionList>>& list) {
        if (!list) return done(list.error());
        if (*list && (*list)->version > version_) {
          version_ = (*list)->version;
          by_subject_.clear();
          by_skeleton_.clear();
          for (const storage::Restriction& one : (*list)->restrictions) {
            const bool is_name = one.kind == storage::Restriction::Kind::name;
            (is_name ? by_skeleton_[base::skeleton_of(one.subject)] : by_subject_[one.subject]).push_back(one);
          }
        }
        done(std::nullopt);
      });
}

std::optional<storage::Restriction> RestrictionCache::find(storage::Restriction::Kind kind,
                                                           const std::string& subject) const {
  const bool is_name = kind == storage::Restriction::Kind::name;
  const Restrictions& candidates = is_name ? by_skeleton_ : by_subject_;
  if (candidates.empty()) return std::nullopt;  // a skeleton takes longer than all the rest
  const auto restrictions = candidates.find(is_name ? base::skeleton_of(subject) : subject);
  if (restrictions == candidates.end()) return std::nullopt;
  const std::string now = date_();
  std::optional<storage::Restriction> last;
  for (const storage::Restriction& one : restrictions->second) {
    if (one.kind == kind && one.until > now && (!last || one.until > last->until)) last = one;
  }
  return last;
}

}  // namespace rensa::sessions
