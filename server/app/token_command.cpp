#include "server/app/token_command.h"

#include <iostream>

#include "server/storage/sqlite_store.h"

namespace rensa::app {

namespace {

storage::SqliteStore open(const std::string& data) {
  return storage::SqliteStore({.file = data + "/rensa.db", .use = storage::SqliteOptions::Use::command, .limits = {}});
}

}  // namespace

int create_token(const std::string& data, const std::string& name, bool for_administrator) {
  storage::SqliteStore store = open(data);
  std::cout << store.create_token(name, for_administrator ? storage::Role::administrator : storage::Role::worker) << "\n";
  std::cerr << "This token is shown this once: only its hash is kept.\n";
  return 0;
}

int list_tokens(const std::string& data) {
  storage::SqliteStore store = open(data);
  for (const storage::TokenRow& token : store.tokens()) {
    std::cout << token.id << "\t" << (token.role == storage::Role::administrator ? "administrator" : "worker") << "\t"
              << token.name << "\t" << token.created << (token.revoked ? "\trevoked" : "") << "\n";
  }
  return 0;
}

int revoke_token(const std::string& data, std::int64_t id) {
  storage::SqliteStore store = open(data);
  if (store.revoke_token(id)) return 0;
  std::cerr << "rensa-server: there is no token " << id << ": see rensa-server token list\n";
  return 1;
}

}  // namespace rensa::app
