#include "server/storage/token_cache.h"

#include <utility>

#include "server/base/name_skeleton.h"
#include "server/storage/token.h"

namespace rensa::storage {

void TokenCache::refresh(Refreshed done) {
  waiting_.push_back(std::move(done));
  if (!is_reading_) read();
}

void TokenCache::read() {
  is_reading_ = true;
  accounts_.list_tokens_since(
      version_, [this, answered = std::exchange(waiting_, {})](const StoreResult<std::optional<TokenList>>& list) {
        is_reading_ = false;
        if (list && *list) take_over(**list);
        const auto error = list ? std::nullopt : std::optional(list.error());
        for (const Refreshed& done : answered) done(error);
        if (!waiting_.empty() && !is_reading_) read();
      });
}

void TokenCache::take_over(const TokenList& list) {
  version_ = list.version;
  valid_.clear();
  hashes_.clear();
  accounts_by_skeleton_.clear();
  revoked_.clear();
  unapproved_.clear();
  for (const HashedToken& token : list.tokens) {
    if (token.row.is_unapproved) unapproved_.insert(token.row.id);
    if (token.row.revoked) {
      revoked_.insert(token.row.id);
    } else {
      valid_.emplace(token.hash, token.row);
      hashes_.emplace(token.row.id, token.hash);
      accounts_by_skeleton_.emplace(base::skeleton_of(token.row.name), token.row.id);
    }
  }
}

bool TokenCache::has_name_like(const std::string& name) const {
  return accounts_by_skeleton_.contains(base::skeleton_of(name));
}

std::vector<TokenRow> TokenCache::accounts_with_name_like(const std::string& name) const {
  std::vector<TokenRow> accounts;
  const auto [first, last] = accounts_by_skeleton_.equal_range(base::skeleton_of(name));
  for (auto entry = first; entry != last; ++entry) accounts.push_back(*find_account(entry->second));
  return accounts;
}

std::optional<TokenRow> TokenCache::find_account(std::int64_t id) const {
  const auto hash = hashes_.find(id);
  return hash == hashes_.end() ? std::nullopt : std::optional(valid_.at(hash->second));
}

std::optional<TokenRow> TokenCache::find(const std::string& text) const {
  const auto hash = hash_of_token(text);
  if (!hash) return std::nullopt;
  const auto token = valid_.find(*hash);
  return token == valid_.end() ? std::nullopt : std::optional(token->second);
}

}  // namespace rensa::storage
