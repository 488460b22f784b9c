#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/storage/accounts.h"

namespace rensa::storage {

// The tokens of a store, kept in memory. refresh() takes over what any process has changed, and costs next to nothing
// if nothing has. After it the answers are as right as those of the store: a new token is found, and a revoked one is
// not. Between two calls they may be as old as the last one. Used on the thread of the event loop.
class TokenCache {
 public:
  explicit TokenCache(Accounts& accounts) : accounts_(accounts) {}
  TokenCache(const TokenCache&) = delete;
  TokenCache& operator=(const TokenCache&) = delete;

  // Is called with the error, if there is one.
  using Refreshed = std::function<void(const std::optional<StoreError>&)>;
  // Reads the tokens if they have changed. One that is asked for while another runs begins after it.
  void refresh(Refreshed done);
  // False until the first refresh has succeeded: then nothing is known.
  bool is_loaded() const { return version_ != 0; }
  // Is another one after each change of a token.
  std::uint64_t version() const { return version_; }

  // Returns the valid token with this text.
  std::optional<TokenRow> find(const std::string& text) const;
  // Returns the valid token of an account.
  std::optional<TokenRow> find_account(std::int64_t id) const;
  // Returns true if a valid token has this name, or one that looks like it.
  bool has_name_like(const std::string& name) const;
  bool is_revoked(std::int64_t id) const { return revoked_.contains(id); }

 private:
  void read();
  void take_over(const TokenList& list);

  Accounts& accounts_;
  std::uint64_t version_ = 0;
  std::map<TokenHash, TokenRow> valid_;
  std::unordered_map<std::int64_t, TokenHash> hashes_;  // of the valid tokens, by account
  std::unordered_set<std::string> skeletons_;           // of the names of the valid tokens
  std::set<std::int64_t> revoked_;
  bool is_reading_ = false;
  std::vector<Refreshed> waiting_;  // for a read that has not begun
};

}  // namespace rensa::storage
