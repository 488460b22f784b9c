#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for registrations: people ask for an account by themselves, and get its token at once. Where the account
// waits for approval, the token is valid from then on.

inline constexpr std::int64_t kMaxWaitingRegistrations = 1'000;

struct NewRegistration {
  std::string name;
  std::string payer;       // who asks: the guests of an address
  std::string made;        // ISO 8601, UTC
  std::string day_before;  // a day before `made`
  bool has_to_wait = false;
  std::int64_t most_of_payer = 1;  // in this day
  std::int64_t most = 1;           // in this day, of all payers together
};

struct Registered {
  std::int64_t registration = 0;
  std::int64_t account = 0;  // 0: it waits for approval
  std::string token;         // its text, of which only the hash is stored
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

  // Refuses the names that Accounts::create_token() refuses, names like that of a waiting registration, and
  // registrations beyond the limits and beyond kMaxWaitingRegistrations.
  virtual void register_account(NewRegistration registration, Completion<Registered> done) = 0;
  // Makes the account. The answer is its number; nullopt if no such registration waits. Refuses a name that is taken or
  // refused by now.
  virtual void approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) = 0;
  // The answer is false if no such registration waits.
  virtual void dismiss_registration(std::int64_t id, Completion<bool> done) = 0;
  // In the order of their ids.
  virtual void list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) = 0;
};

}  // namespace rensa::storage
