#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/storage/restrictions.h"

namespace rensa::sessions {

// The restrictions of a store, kept in memory. refresh() takes over what any process has changed. Used on the thread of
// the event loop.
class RestrictionCache {
 public:
  // `store` outlives it. `date` returns the time of now as the store writes it.
  RestrictionCache(storage::Restrictions& store, std::function<std::string()> date)
      : store_(store), date_(std::move(date)) {}
  RestrictionCache(const RestrictionCache&) = delete;
  RestrictionCache& operator=(const RestrictionCache&) = delete;

  // Is called with the error, if there is one.
  using Refreshed = std::function<void(const std::optional<storage::StoreError>&)>;
  void refresh(Refreshed done);
  // False until the first refresh has succeeded.
  bool is_loaded() const { return version_ != 0; }
  bool is_empty() const { return by_subject_.empty(); }

  // Returns the ban or mute of this subject that holds now and ends last; nullopt: there is none. For names, the
  // subject is any name, and the restriction may be that of a name that looks like it.
  std::optional<storage::Restriction> find(storage::Restriction::Kind kind, const std::string& subject) const;

 private:
  storage::Restrictions& store_;
  const std::function<std::string()> date_;
  std::uint64_t version_ = 0;
  std::unordered_map<std::string, std::vector<storage::Restriction>> by_subject_;  // names by their skeletons
};

}  // namespace rensa::sessions
