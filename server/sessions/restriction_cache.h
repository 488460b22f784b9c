#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
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

  using Refreshed = std::function<void(const std::optional<storage::StoreError>&)>;
  void refresh(Refreshed done);
  // False until the first refresh has succeeded.
  bool is_loaded() const { return version_ != 0; }

  // Returns the time until which a payer is restricted in this way; nullopt: it is not.
  std::optional<std::string> end_of(storage::Restriction::Kind kind, const std::string& payer) const;
  bool is_empty() const { return by_payer_.empty(); }

 private:
  storage::Restrictions& store_;
  const std::function<std::string()> date_;
  std::uint64_t version_ = 0;
  std::unordered_map<std::string, std::vector<storage::Restriction>> by_payer_;
};

}  // namespace rensa::sessions
