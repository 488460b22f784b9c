#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "server/storage/restrictions.h"

namespace rensa::storage {

// The restrictions of a store in memory. Used by one thread at a time.
class MemoryRestrictions {
 public:
  // Returns the id. Throws StoreException if there are too many.
  std::int64_t insert(Restriction stored);
  // Returns false if there is no such restriction.
  bool lift(std::int64_t id);
  // Returns nullopt if the restrictions have this version.
  std::optional<RestrictionList> list_since(std::uint64_t version) const;
  std::span<const Restriction> all() const { return list_.restrictions; }

 private:
  RestrictionList list_{.version = 1, .restrictions = {}};
  std::int64_t last_id_ = 0;
};

}  // namespace rensa::storage
