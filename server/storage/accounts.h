#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/completion.h"
#include "server/storage/restrictions.h"
#include "server/storage/roles.h"

namespace rensa::storage {

// The contract for accounts: players, organisers, moderators and administrators that the server knows by a token.

using TokenHash = std::array<std::uint8_t, 32>;

struct TokenRow {
  std::int64_t id = 0;
  std::string name;  // of the player that the token stands for
  Role role = Role::worker;
  std::string created{};  // ISO 8601, UTC
  bool revoked = false;
  std::vector<std::string> tournaments{};  // that an organiser may manage (see RoleGrant)
  // An unapproved account: a person has registered it, and neither approval nor a role was given to it.
  bool is_unapproved = false;

  RoleGrant grant() const { return {.role = role, .tournaments = tournaments}; }

  bool operator==(const TokenRow&) const = default;
};

struct HashedToken {
  TokenRow row;
  TokenHash hash{};

  bool operator==(const HashedToken&) const = default;
};

// Tokens, also revoked ones, in the order of their ids.
struct TokenList {
  std::uint64_t version = 0;  // is larger after each change of a token, by any process; never 0
  std::vector<HashedToken> tokens;
};

struct Renaming {
  std::int64_t account = 0;
  std::string name;   // the new one
  std::string made;   // ISO 8601, UTC
  std::string until;  // the old name is refused until then; ISO 8601, UTC
  std::string why{};
  bool is_of_role = false;  // the account has one
};

// All calls return at once and may be made from any thread.
class Accounts {
 public:
  virtual ~Accounts() = default;

  // The answer is the text of the token. Only its hash is stored, so the text can be shown only now. Refuses a name
  // that is not plain (base::is_plain_name), one that a valid token of this role has already, and one that is refused
  // now (Restriction::Kind::name). The role is worker or administrator; set_role() gives others.
  virtual void create_token(const std::string& name, Role role, Completion<std::string> done) = 0;
  // The answer has the tokens that have changed since `version`; nullopt: none has. Version 0 gets a list of all.
  virtual void list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) = 0;
  // The answer is false if there is no such token.
  virtual void revoke_token(std::int64_t id, Completion<bool> done) = 0;
  // Gives the account of a token another role. Refuses what why_not_grantable() refuses. The answer is false if there
  // is no valid token with this number.
  virtual void set_role(std::int64_t id, RoleGrant grant, Completion<bool> done) = 0;
  // Gives the account of a token another name, and refuses the old one for a time, in one step. The answer is the
  // restriction of the old name; nullopt: there is no valid token with this number. Refuses the names that
  // create_token() refuses, one that looks like the old name or that any other account has, an old name that another
  // account has, too, and one more restriction than kMaxRestrictions.
  virtual void rename_account(Renaming renaming, Completion<std::optional<Restriction>> done) = 0;
};

}  // namespace rensa::storage
