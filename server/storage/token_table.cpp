#include "server/storage/token_table.h"

#include <span>

#include "server/storage/token.h"

namespace rensa::storage {
namespace {

TokenRow token_in(const Statement::Rows& rows) {
  const auto role = role_from(rows.text(2));
  if (!role) throw StoreError("A token in the database has a role that is none.");
  return {.id = rows.integer(0),
          .name = rows.text(1),
          .role = *role,
          .created = rows.text(3),
          .revoked = rows.integer(4) != 0};
}

}  // namespace

TokenTable::TokenTable(Database& database)
    : database_(database),
      insert_(database, "INSERT INTO tokens (hash, name, role, created) VALUES (?, ?, ?, ?)"),
      by_hash_(database, "SELECT id, name, role, created, revoked FROM tokens WHERE hash = ? AND revoked = 0"),
      by_name_(database, "SELECT 1 FROM tokens WHERE name = ? AND revoked = 0"),
      all_(database, "SELECT id, name, role, created, revoked FROM tokens ORDER BY id"),
      revoke_(database, "UPDATE tokens SET revoked = 1 WHERE id = ?") {}

std::string TokenTable::create(const std::string& name, Role role) {
  check_token_name(name);
  std::string text = random_token(role);
  const TokenHash hash = hash_of_token(text).value();
  try {
    insert_.write(std::span<const std::uint8_t>(hash), name, text_of(role), utc_now());
  } catch (const SqlError& error) {
    // Two hashes of random texts do not clash: it is the name.
    if (error.is_unique_clash()) throw TokenRefused(name_taken(name, role));
    throw;
  }
  return text;
}

std::optional<TokenRow> TokenTable::find(const std::string& text) {
  const auto hash = hash_of_token(text);
  if (!hash) return std::nullopt;
  auto rows = by_hash_.run(std::span<const std::uint8_t>(*hash));
  if (!rows.next()) return std::nullopt;
  return token_in(rows);
}

bool TokenTable::speak_for(const std::string& name) { return by_name_.run(name).next(); }

std::vector<TokenRow> TokenTable::all() {
  std::vector<TokenRow> tokens;
  auto rows = all_.run();
  while (rows.next()) tokens.push_back(token_in(rows));
  return tokens;
}

bool TokenTable::revoke(std::int64_t id) {
  revoke_.write(id);
  return database_.changes() > 0;
}

}  // namespace rensa::storage
