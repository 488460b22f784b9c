#include "server/storage/sqlite/account_tables.h"

#include <algorithm>
#include <limits>
#include <span>

#include "server/base/utc_time.h"
#include "server/storage/token.h"

namespace rensa::storage {

namespace {

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
          .tournaments = split_tournaments(rows.text(6))};
}

TokenHash read_hash(const Statement::Rows& rows, int column) {
  const std::vector<std::uint8_t> bytes = rows.bytes(column);
  TokenHash hash{};
  if (bytes.size() != hash.size()) {
    throw StoreException("A token in the database has no valid hash.", StoreError::Kind::refused);
  }
  std::copy(bytes.begin(), bytes.end(), hash.begin());
  return hash;
}

}  // namespace

TokenTable::TokenTable(Database& database)
    : database_(database),
      insert_(database, "INSERT INTO tokens (hash, name, role, created) VALUES (?, ?, ?, ?)"),
      select_all_(database,
                  "SELECT id, name, coalesce(token_roles.role, tokens.role), created, revoked, hash, "
                  "coalesce(tournaments, '') FROM tokens LEFT JOIN token_roles ON token = id ORDER BY id"),
      select_version_(database, "SELECT version FROM token_version"),
      revoke_(database, "UPDATE tokens SET revoked = 1 WHERE id = ?"),
      grant_(database,
             "INSERT INTO token_roles (token, role, tournaments) SELECT id, ?2, ?3 FROM tokens "
             "WHERE id = ?1 AND revoked = 0 "
             "ON CONFLICT (token) DO UPDATE SET role = excluded.role, tournaments = excluded.tournaments") {}

std::string TokenTable::create(const std::string& name, Role role) {
  check_token_role(role);
  check_token_name(name);
  check_no_name_looks_alike(name, list_since(0)->tokens);
  std::string text = random_token(role);
  const TokenHash hash = hash_of_token(text).value();
  try {
    insert_.write(std::span<const std::uint8_t>(hash), name, name_of(role), base::utc_now());
  } catch (const SqlError& error) {
    // Hashes of random texts do not clash, so the name does.
    if (error.is_unique_clash()) throw TokenNameError(name_taken_message(name, role));
    throw;
  }
  return text;
}

std::optional<TokenList> TokenTable::list_since(std::uint64_t version) {
  Transaction transaction(database_, Transaction::Access::read);
  TokenList list{.version = current_version(), .tokens = {}};
  if (list.version == version) return std::nullopt;
  auto rows = select_all_.run();
  while (rows.next()) list.tokens.push_back({.row = read_token_row(rows), .hash = read_hash(rows, 5)});
  return list;  // a transaction that only reads needs no commit
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

AuditTable::AuditTable(Database& database)
    : database_(database),
      insert_(database,
              "INSERT INTO audit (time, account, actor, role, act, target, why) VALUES (?, ?, ?, ?, ?, ?, ?)"),
      delete_old_(database, "DELETE FROM audit WHERE number <= ?"),
      select_(database,
              "SELECT number, time, account, actor, role, act, target, why FROM audit WHERE number < ? "
              "ORDER BY number DESC LIMIT ?"),
      select_of_actor_(database,
                       "SELECT number, time, account, actor, role, act, target, why FROM audit WHERE number < ? "
                       "AND actor = ? ORDER BY number DESC LIMIT ?") {}

void AuditTable::append(const AuditEntry& entry) {
  const AuditEntry stored = stored_form(entry);
  Transaction transaction(database_, Transaction::Access::write);
  insert_.write(stored.time, stored.account, stored.actor, stored.role, stored.act, stored.target, stored.why);
  delete_old_.write(database_.last_row() - static_cast<std::int64_t>(kMaxAuditEntries));
  transaction.commit();
}

std::vector<AuditEntry> AuditTable::list(const AuditQuery& query) {
  if (query.limit < 1) return {};  // SQLite takes a negative limit as no limit
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  const auto before = static_cast<std::int64_t>(query.before == 0 ? kMost : std::min(query.before, kMost));
  const std::int64_t limit = query.limit;
  auto rows = query.actor.empty() ? select_.run(before, limit) : select_of_actor_.run(before, query.actor, limit);
  std::vector<AuditEntry> entries;
  while (rows.next()) {
    entries.push_back({.account = rows.integer(2),
                       .actor = rows.text(3),
                       .role = rows.text(4),
                       .act = rows.text(5),
                       .target = rows.text(6),
                       .why = rows.text(7),
                       .number = static_cast<std::uint64_t>(rows.integer(0)),
                       .time = rows.text(1)});
  }
  return entries;
}

}  // namespace rensa::storage
