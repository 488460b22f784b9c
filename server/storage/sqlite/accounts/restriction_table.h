#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/storage/restrictions.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// The SELECT of this version and those of earlier versions, whose rows read_restrictions() reads.
extern const char* const kSelectRestrictions;
extern const char* const kSelectEarlierRestrictions;
std::vector<Restriction> read_restrictions(Statement& select);

// Bans, mutes and refused names.
class RestrictionTable {
 public:
  explicit RestrictionTable(Database& database);

  std::int64_t add(const Restriction& restriction);
  // The same within the open transaction.
  std::int64_t insert(const Restriction& stored);
  bool lift(std::int64_t id);
  // Returns nullopt if the restrictions have this version.
  std::optional<RestrictionList> list_since(std::uint64_t version);
  // Returns all of them within the open transaction.
  std::vector<Restriction> list();

 private:
  std::int64_t number_in(Statement::Rows rows);

  Database& database_;
  Statement insert_;
  Statement delete_;
  Statement delete_ended_;
  Statement count_holding_;
  Statement select_;
  Statement select_version_;
};

}  // namespace rensa::storage
