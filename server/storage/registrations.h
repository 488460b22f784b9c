#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/accounts.h"
#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for registrations: people ask for an account by themselves, and get its token at once. If the account
// waits for approval, the token is valid from the approval on.

inline constexpr std::int64_t kMaxWaitingRegistrations = 1'000;
// Of one neighbourhood (restrictions.h) in a day.
inline constexpr std::int64_t kMaxRegistrationsOfNeighbourhood = 30;
// Accounts with valid tokens.
inline constexpr std::int64_t kMaxUnapprovedAccounts = 100'000;

struct NewRegistration {
  std::string name;
  std::string payer;            // the guests of the address that asks
  std::string made;             // ISO 8601, UTC
  std::string day_before;       // a day before `made`
  std::string day_after;        // a day after it
  std::string waiting_since{};  // registrations that have waited for longer are deleted
  bool has_to_wait = false;
  std::int64_t most_of_payer = 1;   // within a day
  std::int64_t most = 1;            // within a day, of all payers together
  std::optional<TokenHash> hash{};  // of the token that the person has drawn; nullopt: the store draws one
};

struct Registered {
  std::int64_t registration = 0;
  std::int64_t account = 0;  // 0: it waits for approval
  std::string token;         // only its hash is stored; empty: the person has drawn it
};

struct Dismissal {
  std::int64_t registration = 0;
  bool of_all = false;  // also of all others that wait from the same neighbourhood
};

struct WaitingRegistration {
  std::int64_t id = 0;
  std::string name;
  std::string payer;
  std::string made;
  bool operator==(const WaitingRegistration&) const = default;
};

// All calls return at once and may be made from any thread.
class Registrations {
 public:
  virtual ~Registrations() = default;

  // Adds an entry to the audit log, too. Refuses the names that Accounts::create_token() refuses, names like that of a
  // waiting registration, and registrations beyond the limits here and above. The same hash and name again get the same
  // answer, in case the first one was lost.
  virtual void register_account(NewRegistration registration, Completion<Registered> done) = 0;
  // Makes the account. The answer is its number; nullopt if no such registration waits. Refuses a name that is taken or
  // refused by now.
  virtual void approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) = 0;
  // The answer is the number of registrations that are dismissed; 0: no such registration waits.
  virtual void dismiss_registration(Dismissal dismissal, Completion<std::int64_t> done) = 0;
  // In the order of their ids.
  virtual void list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) = 0;
};

}  // namespace rensa::storage
