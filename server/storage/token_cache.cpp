#include "server/storage/token_cache.h"

#include <algorithm>
#include <utility>

#include "server/base/name_skeleton.h"
#include "server/storage/token.h"

namespace rensa::storage {

void TokenIndex::take_over(const TokenList& list) {
  version_ = list.version;
  for (const HashedToken& token : list.tokens) {
    remove(token.row.id);
    add(token);
  }
}

void TokenIndex::add(const HashedToken& token) {
  const std::int64_t id = token.row.id;
  if (token.row.is_unapproved) unapproved_.insert(id);
  if (token.row.revoked) {
    revoked_.insert(id);
    return;
  }
  Account account{.row = token.row, .hash = token.hash, .skeleton = base::skeleton_of(token.row.name)};
  by_hash_.emplace(account.hash, id);
  by_skeleton_.emplace(account.skeleton, id);
  accounts_.emplace(id, std::move(account));
}

void TokenIndex::remove(std::int64_t id) {
  unapproved_.erase(id);
  revoked_.erase(id);
  const auto account = accounts_.find(id);
  if (account == accounts_.end()) return;
  by_hash_.erase(account->second.hash);
  const auto [first, last] = by_skeleton_.equal_range(account->second.skeleton);
  by_skeleton_.erase(std::find_if(first, last, [id](const auto& entry) { return entry.second == id; }));
  accounts_.erase(account);
}

std::optional<TokenRow> TokenIndex::find(const TokenHash& hash) const {
  const auto id = by_hash_.find(hash);
  return id == by_hash_.end() ? std::nullopt : find_account(id->second);
}

std::optional<TokenRow> TokenIndex::find_account(std::int64_t id) const {
  const auto account = accounts_.find(id);
  return account == accounts_.end() ? std::nullopt : std::optional(account->second.row);
}

std::vector<TokenRow> TokenIndex::with_name_like(const std::string& name) const {
  std::vector<TokenRow> tokens;
  const auto [first, last] = by_skeleton_.equal_range(base::skeleton_of(name));
  for (auto entry = first; entry != last; ++entry) tokens.push_back(accounts_.at(entry->second).row);
  std::ranges::sort(tokens, {}, &TokenRow::id);
  return tokens;
}

void TokenCache::refresh(Refreshed done) {
  waiting_.push_back(std::move(done));
  if (!is_reading_) read();
}

void TokenCache::read() {
  is_reading_ = true;
  accounts_.list_tokens_since(
      version(), [this, answered = std::exchange(waiting_, {})](const StoreResult<std::optional<TokenList>>& list) {
        is_reading_ = false;
        if (list && *list) index_.take_over(**list);
        const auto error = list ? std::nullopt : std::optional(list.error());
        for (const Refreshed& done : answered) done(error);
        if (!waiting_.empty() && !is_reading_) read();
      });
}

std::optional<TokenRow> TokenCache::find(const std::string& text) const {
  const auto hash = hash_of_token(text);
  return hash ? index_.find(*hash) : std::nullopt;
}

}  // namespace rensa::storage
