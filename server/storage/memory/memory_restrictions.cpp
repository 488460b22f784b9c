#include "server/storage/memory/memory_restrictions.h"

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace rensa::storage {

std::int64_t MemoryRestrictions::insert(Restriction stored) {
  std::vector<Restriction>& all = list_.restrictions;
  std::vector<std::pair<std::string, std::int64_t>> ended;  // the last ones first
  for (const Restriction& one : all) {
    if (one.until <= stored.made) ended.emplace_back(one.until, one.id);
  }
  std::sort(ended.begin(), ended.end(), std::greater<>());
  if (all.size() - ended.size() >= kMaxRestrictions) throw too_many_restrictions();
  if (ended.size() > kMaxEndedRestrictions) {
    const auto last_kept = ended[kMaxEndedRestrictions - 1];
    std::erase_if(all, [&](const Restriction& one) {
      return one.until <= stored.made && std::pair(one.until, one.id) < last_kept;
    });
  }
  stored.id = ++last_id_;
  all.push_back(std::move(stored));
  ++list_.version;
  return last_id_;
}

bool MemoryRestrictions::lift(std::int64_t id) {
  const bool is_lifted = std::erase_if(list_.restrictions, [id](const Restriction& one) { return one.id == id; }) > 0;
  if (is_lifted) ++list_.version;
  return is_lifted;
}

std::optional<RestrictionList> MemoryRestrictions::list_since(std::uint64_t version) const {
  if (version == list_.version) return std::nullopt;
  return list_;
}

}  // namespace rensa::storage
