#pragma once

#include <vector>

#include "server/storage/audit.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// The audit log.
class AuditTable {
 public:
  explicit AuditTable(Database& database);

  void append(const AuditEntry& entry);
  // The same within the open transaction.
  void insert(const AuditEntry& entry);
  std::vector<AuditEntry> list(const AuditQuery& query);

 private:
  Database& database_;
  Statement insert_;
  Statement delete_old_;
  Statement select_;
  Statement select_of_actor_;
  Statement select_with_target_;
};

}  // namespace rensa::storage
