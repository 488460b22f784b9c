#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/accounts.h"
#include "server/storage/audit.h"
#include "server/storage/sqlite/sql.h"

namespace rensa::storage {

// Access to the tables about accounts: one class for each use of them, which holds the prepared statements.

// The tokens: their names and roles, and the hashes that they are recognised by.
class TokenTable {
 public:
  explicit TokenTable(Database& database);

  std::string create(const std::string& name, Role role);
  // Returns nullopt if the tokens have this version.
  std::optional<TokenList> list_since(std::uint64_t version);
  bool revoke(std::int64_t id);
  bool set_role(std::int64_t id, const RoleGrant& grant);

 private:
  std::uint64_t current_version();

  Database& database_;
  Statement insert_;
  Statement select_all_;
  Statement select_version_;
  Statement revoke_;
  Statement grant_;
};

// The audit log.
class AuditTable {
 public:
  explicit AuditTable(Database& database);

  void append(const AuditEntry& entry);
  std::vector<AuditEntry> list(const AuditQuery& query);

 private:
  Database& database_;
  Statement insert_;
  Statement delete_old_;
  Statement select_;
  Statement select_of_actor_;
};

}  // namespace rensa::storage
