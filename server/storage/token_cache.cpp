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
  skeletons_.clear();
  revoked_.clear();
  for (const HashedToken& token : list.tokens) {
    if (token.row.revoked) {
      revoked_.insert(token.row.id);
    } else {
      valid_.emplace(token.hash, token.row);
      hashes_.emplace(token.row.id, token.hash);
      skeletons_.insert(base::skeleton_of(token.row.name));
    }
  }
}

bool TokenCache::has_name_like(const std::string& name) const { return skeletons_.contains(base::skeleton_of(name)); }

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
