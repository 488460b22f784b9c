#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/storage/accounts.h"
#include "server/storage/registrations.h"
#include "server/storage/restrictions.h"

namespace rensa::storage {

// The text of tokens, and the hashes that are stored. 256 random bits cannot be guessed, so they need neither salt nor
// a slow hash. The duration of a lookup by hash reveals only if a text is known.

// A name that a token may not have, or that another token has.
class TokenNameError : public StoreException {
 public:
  explicit TokenNameError(const std::string& message) : StoreException(message, StoreError::Kind::refused) {}
};

// "rw_" for workers or "ra_" for administrators, so that a token in a log or a commit is recognised, and 43 characters
// of URL-safe base64. Throws StoreException if the system gives no random numbers.
std::string random_token(Role role);

// nullopt: the text does not have the length of a token, or OpenSSL cannot compute the hash.
std::optional<TokenHash> hash_of_token(std::string_view text);

// Throws StoreException for a role that a token is not made for: an account gets it afterwards.
void check_token_role(Role role);
// Throws TokenNameError for a name that a token may not have.
void check_token_name(std::string_view name);
// Throws StoreException unless so many registrations leave room for another one.
struct RegistrationCounts {
  std::int64_t of_payer = 0;  // in the day before it
  std::int64_t all = 0;       // in the day before it, of all payers
  std::int64_t waiting = 0;
};
void check_room_for(const NewRegistration& registration, const RegistrationCounts& counts);
// Throws TokenNameError if the name looks like that of a waiting registration.
void check_name_is_not_awaited(const std::string& name, std::span<const WaitingRegistration> waiting);
// The sentence for a name that a valid token of the role has already.
std::string name_taken_message(std::string_view name, Role role);
// Throws TokenNameError if the name looks like another one, which a valid token has.
void check_no_name_looks_alike(const std::string& name, std::span<const HashedToken> tokens);
// Throws TokenNameError also if a valid token has the name itself, with any role. The token with the number `except`
// may have it; 0: none may. A person who chooses a name must not get that of an administrator.
void check_no_other_has_name(const std::string& name, std::span<const HashedToken> tokens, std::int64_t except);
// Throws TokenNameError if the name is refused now.
void check_name_is_not_refused(const std::string& name, std::span<const Restriction> restrictions);

}  // namespace rensa::storage
