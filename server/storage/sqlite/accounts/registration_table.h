#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/storage/registration_rules.h"
#include "server/storage/registrations.h"
#include "server/storage/sqlite/accounts/audit_table.h"
#include "server/storage/sqlite/accounts/token_table.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// The statement for the waiting registrations, and the reading of its rows.
extern const char* const kSelectWaiting;
std::vector<WaitingRegistration> read_waiting(Statement& select);

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

}  // namespace rensa::storage
