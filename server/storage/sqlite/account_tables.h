#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/accounts.h"
#include "server/storage/audit.h"
#include "server/storage/registrations.h"
#include "server/storage/reports.h"
#include "server/storage/restrictions.h"
#include "server/storage/sqlite/sql.h"

namespace rensa::storage {

// Access to the tables about accounts: one class for each use of them, which holds the prepared statements.

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

// The statements whose rows read_token_row() reads: of this version, of versions in which nobody registered, and of
// those in which no account had a role but that of its token.
extern const char* const kSelectTokens;
extern const char* const kSelectTokensWithoutRegistrations;
extern const char* const kSelectTokensWithoutRoles;
TokenRow read_token_row(const Statement::Rows& rows);

// The tokens: their names and roles, and the hashes that they are recognised by.
class TokenTable {
 public:
  explicit TokenTable(Database& database);

  std::string create(const std::string& name, Role role);
  // Throws TokenNameError unless a person may choose the name.
  void check_chosen_name(const std::string& name);
  struct NewToken {
    std::string name;
    Role role = Role::worker;
    TokenHash hash{};
    bool is_unapproved = false;
  };
  // Returns the account. Throws TokenNameError.
  std::int64_t insert(const NewToken& token);
  // Returns nullopt if the tokens have this version.
  std::optional<TokenList> list_since(std::uint64_t version);
  // Returns all of them within the open transaction.
  std::vector<HashedToken> list();
  bool revoke(std::int64_t id);
  bool set_role(std::int64_t id, const RoleGrant& grant);
  std::optional<Restriction> rename(const Renaming& renaming);
  // Adds a restriction of a name. Throws TokenNameError if an account has it.
  std::int64_t refuse_name(const Restriction& restriction);

 private:
  std::uint64_t current_version();

  Database& database_;
  RestrictionTable restrictions_;
  Statement insert_;
  Statement select_all_;
  Statement select_version_;
  Statement revoke_;
  Statement grant_;
  Statement rename_;
};

// The registrations of accounts: those that wait, and all of the last day.
class RegistrationTable {
 public:
  explicit RegistrationTable(Database& database);

  Registered add(const NewRegistration& registration);
  // Returns the account.
  std::optional<std::int64_t> approve(std::int64_t id);
  bool dismiss(std::int64_t id);
  std::vector<WaitingRegistration> waiting();

 private:
  Database& database_;
  TokenTable tokens_;
  Statement delete_old_;
  Statement count_;
  Statement insert_;
  Statement select_waiting_;
  Statement select_one_;
  Statement end_wait_;
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
  Statement select_of_tournament_;
};

// The table of reports.
class ReportTable {
 public:
  explicit ReportTable(Database& database);

  std::int64_t add(const Report& report);
  bool close(std::int64_t id, const ReportClosure& closure);
  std::vector<Report> list(const ReportQuery& query);

 private:
  Database& database_;
  Statement insert_;
  Statement select_same_;
  Statement count_of_reporter_;
  Statement count_open_;
  Statement delete_of_busiest_;
  Statement delete_old_;
  Statement close_;
  Statement select_;
};

}  // namespace rensa::storage
