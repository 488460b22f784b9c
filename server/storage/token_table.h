#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/sql.h"
#include "server/storage/store.h"

namespace rensa::storage {

// The tokens of a database: who has one, and the hash that it is recognised by.
class TokenTable {
 public:
  explicit TokenTable(Database& database);

  std::string create(const std::string& name, Role role);
  std::optional<TokenRow> find(const std::string& text);
  bool speak_for(const std::string& name);
  std::vector<TokenRow> all();
  bool revoke(std::int64_t id);

 private:
  Database& database_;
  Statement insert_;
  Statement by_hash_;
  Statement by_name_;
  Statement all_;
  Statement revoke_;
};

}  // namespace rensa::storage
