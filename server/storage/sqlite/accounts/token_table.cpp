#include "server/storage/sqlite/accounts/token_table.h"

#include <algorithm>
#include <span>
#include <vector>

#include "server/base/utc_time.h"
#include "server/storage/token.h"

namespace rensa::storage {

const char* const kSelectTokens =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), "
    "unapproved AND token IS NULL FROM tokens LEFT JOIN token_roles ON token = id WHERE changed > ? ORDER BY id";
const char* const kSelectTokensWithoutChanges =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), "
    "unapproved AND token IS NULL FROM tokens LEFT JOIN token_roles ON token = id ORDER BY id";
const char* const kSelectTokensWithoutRegistrations =
    "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, coalesce(tournaments, ''), 0 "
    "FROM tokens LEFT JOIN token_roles ON token = id ORDER BY id";
const char* const kSelectTokensWithoutRoles =
    "SELECT id, name, role, created, revoked, hash, '', 0 FROM tokens ORDER BY id";

TokenRow read_token_row(const Statement::Rows& rows) {
  const auto role = role_from_name(rows.text(2));
  if (!role) {
    throw StoreException("A token in the database has an unknown role.", StoreError::Kind::refused);
  }
  return {.id = rows.integer(0),
          .name = rows.text(1),
          .role = *role,
          .created = rows.text(3),
          .revoked = rows.integer(4) != 0,
          .tournaments = split_tournaments(rows.text(6)),
          .is_unapproved = rows.integer(7) != 0};
}

TokenHash read_token_hash(const Statement::Rows& rows, int column) {
  const std::vector<std::uint8_t> bytes = rows.bytes(column);
  TokenHash hash{};
  if (bytes.size() != hash.size()) {
    throw StoreException("A token in the database has no valid hash.", StoreError::Kind::refused);
  }
  std::copy(bytes.begin(), bytes.end(), hash.begin());
  return hash;
}

TokenTable::TokenTable(Database& database)
    : database_(database),
      restrictions_(database),
      insert_(database, "INSERT INTO tokens (hash, name, role, created, unapproved) VALUES (?, ?, ?, ?, ?)"),
      select_changed_(database, kSelectTokens),
      count_of_hash_(database, "SELECT count(*) FROM tokens WHERE hash = ?"),
      count_unapproved_(database,
                        "SELECT count(*) FROM tokens WHERE unapproved = 1 AND revoked = 0 AND id NOT IN (SELECT token "
                        "FROM token_roles)"),
      select_version_(database, "SELECT version FROM token_version"),
      revoke_(database, "UPDATE tokens SET revoked = 1 WHERE id = ?"),
      grant_(database,
             "INSERT INTO token_roles (token, role, tournaments) SELECT id, ?2, ?3 FROM tokens "
             "WHERE id = ?1 AND revoked = 0 "
             "ON CONFLICT (token) DO UPDATE SET role = excluded.role, tournaments = excluded.tournaments"),
      rename_(database, "UPDATE tokens SET name = ?2 WHERE id = ?1 AND revoked = 0") {}

void TokenTable::check_chosen_name(const std::string& name) {
  check_token_name(name);
  check_name_is_not_refused(name, restrictions_.list());
  check_no_other_has_name(name, index().with_name_like(name), 0);
}

std::string TokenTable::create(const std::string& name, Role role) {
  check_token_role(role);
  check_token_name(name);
  Transaction transaction(database_, Transaction::Access::write);
  check_name_is_not_refused(name, restrictions_.list());
  check_no_name_looks_alike(name, index().with_name_like(name));
  std::string text = random_token(role);
  insert({.name = name, .role = role, .hash = hash_of_token(text).value()});
  transaction.commit();
  return text;
}

std::int64_t TokenTable::insert(const NewToken& token) {
  try {
    insert_.write(std::span<const std::uint8_t>(token.hash), token.name, name_of(token.role), base::utc_now(),
                  std::int64_t{token.is_unapproved});
  } catch (const SqlError& error) {
    // Hashes of random texts do not clash, so the name does.
    if (error.is_unique_clash()) throw TokenNameError(name_taken_message(token.name, token.role));
    throw;
  }
  return database_.last_row();
}

std::optional<TokenList> TokenTable::list_since(std::uint64_t version) {
  Transaction transaction(database_, Transaction::Access::read);
  return changes_since(version);  // a transaction that only reads needs no commit
}

std::optional<TokenList> TokenTable::changes_since(std::uint64_t version) {
  TokenList list{.version = current_version(), .tokens = {}};
  if (list.version == version) return std::nullopt;
  auto rows = select_changed_.run(static_cast<std::int64_t>(version));
  while (rows.next()) list.tokens.push_back({.row = read_token_row(rows), .hash = read_token_hash(rows, 5)});
  return list;
}

const TokenIndex& TokenTable::index() {
  if (const auto changes = changes_since(index_.version())) index_.take_over(*changes);
  return index_;
}

bool TokenTable::has_hash(const TokenHash& hash) {
  auto rows = count_of_hash_.run(std::span<const std::uint8_t>(hash));
  return rows.next() && rows.integer(0) > 0;
}

std::int64_t TokenTable::count_unapproved() {
  auto rows = count_unapproved_.run();
  return rows.next() ? rows.integer(0) : 0;
}

std::uint64_t TokenTable::current_version() {
  auto rows = select_version_.run();
  if (!rows.next()) throw StoreException(database_.name() + " is damaged: the version of the tokens is missing.");
  return static_cast<std::uint64_t>(rows.integer(0));
}

bool TokenTable::revoke(std::int64_t id) {
  revoke_.write(id);
  return database_.changes() > 0;
}

bool TokenTable::set_role(std::int64_t id, const RoleGrant& grant) {
  if (const auto why = why_not_grantable(grant)) throw StoreException(*why, StoreError::Kind::refused);
  grant_.write(id, name_of(grant.role), joined_tournaments(grant.tournaments));
  return database_.changes() > 0;
}

std::optional<Restriction> TokenTable::rename(const Renaming& renaming) {
  check_token_name(renaming.name);
  Transaction transaction(database_, Transaction::Access::write);
  const TokenIndex& tokens = index();
  const auto account = tokens.find_account(renaming.account);
  if (!account) return std::nullopt;
  check_name_is_not_refused(renaming.name, restrictions_.list());
  check_new_name_differs(renaming.name, account->name);
  check_no_other_has_name(renaming.name, tokens.with_name_like(renaming.name), renaming.account);
  check_no_other_has_name(account->name, tokens.with_name_like(account->name), renaming.account);
  rename_.write(renaming.account, renaming.name);
  Restriction refused = stored_form(restriction_of_old_name(renaming, account->name));
  refused.id = restrictions_.insert(refused);
  transaction.commit();
  return refused;
}

std::int64_t TokenTable::refuse_name(const Restriction& restriction) {
  Transaction transaction(database_, Transaction::Access::write);
  check_no_account_has_name(index().with_name_like(restriction.subject));
  const std::int64_t id = restrictions_.insert(stored_form(restriction));
  transaction.commit();
  return id;
}

}  // namespace rensa::storage
