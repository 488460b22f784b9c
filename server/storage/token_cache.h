#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/storage/accounts.h"

namespace rensa::storage {

// Tokens in memory, by their hashes, accounts and names. Takes over only what has changed, since the skeleton of a name
// takes long to find.
class TokenIndex {
 public:
  // Adds these tokens. Each one replaces an earlier form of itself.
  void take_over(const TokenList& list);
  // Of the tokens that were taken over last; 0: none were.
  std::uint64_t version() const { return version_; }

  // Returns the valid token with this hash.
  std::optional<TokenRow> find(const TokenHash& hash) const;
  // Returns the valid token of an account.
  std::optional<TokenRow> find_account(std::int64_t id) const;
  // Returns the valid tokens that have this name, or one that looks like it, in the order of their ids.
  std::vector<TokenRow> with_name_like(const std::string& name) const;
  bool is_revoked(std::int64_t id) const { return revoked_.contains(id); }
  // Returns true for an unapproved account (TokenRow), also if its token is revoked.
  bool is_unapproved(std::int64_t id) const { return unapproved_.contains(id); }

 private:
  struct Account {
    TokenRow row;
    TokenHash hash{};
    std::string skeleton;
  };
  void add(const HashedToken& token);
  void remove(std::int64_t id);

  std::uint64_t version_ = 0;
  std::unordered_map<std::int64_t, Account> accounts_;  // with valid tokens
  std::map<TokenHash, std::int64_t> by_hash_;
  std::unordered_multimap<std::string, std::int64_t> by_skeleton_;
  std::unordered_set<std::int64_t> revoked_;
  std::unordered_set<std::int64_t> unapproved_;
};

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
  bool is_loaded() const { return version() != 0; }
  // Is another one after each change of a token.
  std::uint64_t version() const { return index_.version(); }

  // Returns the valid token with this text.
  std::optional<TokenRow> find(const std::string& text) const;
  // Returns the valid token of an account.
  std::optional<TokenRow> find_account(std::int64_t id) const { return index_.find_account(id); }
  // Returns true if a valid token has this name, or one that looks like it.
  bool has_name_like(const std::string& name) const { return !index_.with_name_like(name).empty(); }
  const TokenIndex& index() const { return index_; }

 private:
  void read();

  Accounts& accounts_;
  TokenIndex index_;
  bool is_reading_ = false;
  std::vector<Refreshed> waiting_;  // for a read that has not begun
};

}  // namespace rensa::storage
