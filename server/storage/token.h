#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/storage/store.h"

namespace rensa::storage {

// Tokens as text and as what is kept of them. 256 random bits need neither salt nor a slow hash: there is no guessing,
// and a lookup by hash tells no more of the text by its duration than whether it is known.

using TokenHash = std::array<std::uint8_t, 32>;

// "rw_" for workers, "ra_" for administrators, so that a token that has got into a log or a commit is recognised, and
// 43 characters of URL-safe base64. Throws StoreError if there is no chance to be had.
std::string random_token(Role role);

// nullopt: not of the shape of a token.
std::optional<TokenHash> hash_of_token(std::string_view text);

// Throws TokenRefused.
void check_token_name(std::string_view name);
std::string name_taken(std::string_view name, Role role);

std::string_view text_of(Role role);
std::optional<Role> role_from(std::string_view text);

std::string utc_now();  // "2026-01-31T23:59:59Z"

}  // namespace rensa::storage
