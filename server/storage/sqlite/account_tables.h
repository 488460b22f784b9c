#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/accounts.h"
#include "server/storage/audit.h"
#include "server/storage/registration_rules.h"
#include "server/storage/registrations.h"
#include "server/storage/reports.h"
#include "server/storage/restrictions.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/token_cache.h"

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

// The statements whose rows read_token_row() reads: of this version, of versions in which a token had no number of its
// last change, of those without registrations, and of those in which an account had only the role of its token.
extern const char* const kSelectTokens;
extern const char* const kSelectTokensWithoutChanges;
extern const char* const kSelectTokensWithoutRegistrations;
extern const char* const kSelectTokensWithoutRoles;
TokenRow read_token_row(const Statement::Rows& rows);
// The statement for the waiting registrations, and the reading of its rows.
extern const char* const kSelectWaiting;
std::vector<WaitingRegistration> read_waiting(Statement& select);
// The same for the rows of restrictions, and of reports: of this version, and of earlier ones.
extern const char* const kSelectRestrictions;
extern const char* const kSelectEarlierRestrictions;
std::vector<Restriction> read_restrictions(Statement& select);
extern const char* const kSelectReports;
extern const char* const kSelectEarlierReports;
std::vector<Report> read_reports(Statement& select, const ReportQuery& query);

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
  // Returns the tokens that have changed since this version; nullopt: none has.
  std::optional<TokenList> list_since(std::uint64_t version);
  // Returns the valid token with this hash within the open transaction.
  std::optional<TokenRow> find(const TokenHash& hash) { return index().find(hash); }
  // Returns true if a token has this hash, also one that is revoked.
  bool has_hash(const TokenHash& hash);
  std::int64_t count_unapproved();
  bool revoke(std::int64_t id);
  bool set_role(std::int64_t id, const RoleGrant& grant);
  std::optional<Restriction> rename(const Renaming& renaming);
  // Adds a restriction of a name. Throws TokenNameError if an account has it.
  std::int64_t refuse_name(const Restriction& restriction);

 private:
  std::uint64_t current_version();
  std::optional<TokenList> changes_since(std::uint64_t version);
  // Returns the tokens as they are in the open transaction. Precondition: it has not changed them yet.
  const TokenIndex& index();

  Database& database_;
  RestrictionTable restrictions_;
  TokenIndex index_;
  Statement insert_;
  Statement select_changed_;
  Statement count_of_hash_;
  Statement count_unapproved_;
  Statement select_version_;
  Statement revoke_;
  Statement grant_;
  Statement rename_;
};

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
};

// The registrations of accounts: those that wait, and all of the last day.
class RegistrationTable {
 public:
  explicit RegistrationTable(Database& database);

  Registered add(const NewRegistration& registration);
  // Returns the account.
  std::optional<std::int64_t> approve(std::int64_t id);
  // Returns the number of dismissed registrations.
  std::int64_t dismiss(const Dismissal& dismissal);
  std::vector<WaitingRegistration> waiting();

 private:
  // Returns the answer to an earlier registration of the same hash; nullopt: there was none.
  std::optional<Registered> earlier_answer(const NewRegistration& registration, const TokenHash& hash);
  std::vector<TakenRegistration> taken();

  Database& database_;
  TokenTable tokens_;
  AuditTable audit_;
  Statement delete_old_;
  Statement select_taken_;
  Statement insert_;
  Statement select_waiting_;
  Statement select_one_;
  Statement select_of_hash_;
  Statement end_wait_;
};

// The table of reports.
class ReportTable {
 public:
  explicit ReportTable(Database& database);

  std::int64_t add(const Report& report);
  bool close(std::int64_t id, const ReportClosure& closure);
  std::vector<Report> list(const ReportQuery& query);

 private:
  std::vector<OpenReport> open_reports();

  Database& database_;
  Statement insert_;
  Statement select_same_;
  Statement count_of_reporter_;
  Statement select_open_;
  Statement delete_;
  Statement delete_old_;
  Statement close_;
  Statement select_;
};

}  // namespace rensa::storage
