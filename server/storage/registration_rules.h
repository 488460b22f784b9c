#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "server/storage/audit.h"
#include "server/storage/registrations.h"
#include "server/storage/token.h"

namespace rensa::storage {

// The rules by which stores take registrations, as pure functions.

// A registration that a store has taken.
struct TakenRegistration {
  std::string payer;
  std::string made;
  bool waits = false;
};
struct RegistrationCounts {
  // Registrations of the payer, of its neighbourhood of addresses, of its region, and of all payers.
  struct Shares {
    std::int64_t of_payer = 0;
    std::int64_t of_neighbourhood = 0;
    std::int64_t of_region = 0;
    std::int64_t all = 0;
  };
  Shares recent;   // within a day of the new registration
  Shares waiting;  // also older ones
};
// Counts those of the day before the new registration, and those that seem to be of the day after it: a clock that goes
// back a little lifts no limit, and one that was far ahead does not close the registration.
RegistrationCounts count_for(const NewRegistration& registration, std::span<const TakenRegistration> taken);
// Throws StoreException if these registrations, or so many unapproved accounts, leave no place for another one.
void check_limits(const NewRegistration& registration, const RegistrationCounts& counts, std::int64_t unapproved);

// `payer`: the guests of an address.
std::string neighbourhood_of_payer(const std::string& payer);
// Returns the text for all neighbourhoods that share the first 16 bits of the address, or 32 bits of IPv6. Many of them
// may well belong to one provider, or to one customer of it.
std::string region_of_payer(const std::string& payer);
// Returns the entry of the audit log.
AuditEntry entry_of(const NewRegistration& registration, const Registered& made);
// Throws TokenNameError if a token is registered for another name again.
void check_is_for_this_name(const NewRegistration& registration, const std::string& earlier_name);
// The refusal of a drawn token that an account has had before.
TokenNameError used_token();
// Throws TokenNameError if the name looks like that of a waiting registration.
void check_name_is_not_awaited(const std::string& name, std::span<const WaitingRegistration> waiting);

}  // namespace rensa::storage
