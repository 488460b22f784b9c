#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/storage/accounts.h"
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

// Reads 64 digits 0-9 and a-f.
std::optional<TokenHash> token_hash_from_hex(std::string_view text);
std::string hex_of(const TokenHash& hash);
// nullopt: the text does not have the length of a token, or OpenSSL cannot compute the hash.
std::optional<TokenHash> hash_of_token(std::string_view text);

// Throws StoreException for a role that a token is not made for: an account gets it afterwards.
void check_token_role(Role role);
// Throws TokenNameError for a name that a token may not have.
void check_token_name(std::string_view name);
// The sentence for a name that a valid token of the role has already.
std::string name_taken_message(std::string_view name, Role role);
// `alike`, here and below: the valid tokens with names that look like `name`.
// Throws TokenNameError if one of them has another name.
void check_no_name_looks_alike(const std::string& name, std::span<const TokenRow> alike);
// Throws TokenNameError also if a valid token has the name itself, with any role. The token with the number `except`
// may have it; 0: none may. A person who chooses a name must not get that of an administrator.
void check_no_other_has_name(const std::string& name, std::span<const TokenRow> alike, std::int64_t except);
// Throws TokenNameError if a valid token has a name that shall be refused, or one that looks like it.
void check_no_account_has_name(std::span<const TokenRow> alike);
// Throws TokenNameError if the new name of an account looks like the old one.
void check_new_name_differs(const std::string& name, const std::string& old_name);
// Returns the restriction of the old name.
Restriction restriction_of_old_name(const Renaming& renaming, const std::string& old_name);
// Throws TokenNameError if the name is refused now.
void check_name_is_not_refused(const std::string& name, std::span<const Restriction> restrictions);

}  // namespace rensa::storage
