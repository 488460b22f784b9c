#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/storage/accounts.h"
#include "server/storage/sqlite/accounts/restriction_table.h"
#include "server/storage/sqlite/database/sql.h"
#include "server/storage/token_cache.h"

namespace rensa::storage {

// The SELECT of this version, of versions in which a token had no number of its last change, of those without
// registrations, and of those in which an account had only the role of its token. read_token_row() reads their rows.
extern const char* const kSelectTokens;
extern const char* const kSelectTokensWithoutChanges;
extern const char* const kSelectTokensWithoutRegistrations;
extern const char* const kSelectTokensWithoutRoles;
TokenRow read_token_row(const Statement::Rows& rows);
// Returns the hash in this column. Throws StoreException if it has a wrong length.
TokenHash read_token_hash(const Statement::Rows& rows, int column);

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

}  // namespace rensa::storage
