#include "server/storage/memory_store.h"

#include <algorithm>
#include <utility>

namespace rensa::storage {

MemoryStore::~MemoryStore() { release_all(); }

void MemoryStore::save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                            std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back({match, game, std::move(record), std::move(done), std::move(failed)});
  }
  if (saving_ == Saving::at_once) release_all();
}

bool MemoryStore::release_one() {
  std::unique_lock lock(mutex_);
  if (waiting_.empty()) return false;
  const SaveJob job = std::move(waiting_.front());
  waiting_.pop_front();
  SaveResult result = store(job);
  lock.unlock();
  if (result.error.empty()) {
    job.done(result.record);
  } else {
    job.failed(std::move(result.error));
  }
  return true;
}

void MemoryStore::release_all() {
  while (release_one()) {
  }
}

std::size_t MemoryStore::waiting_count() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void MemoryStore::fail_saves(std::string sentence) {
  const std::lock_guard lock(mutex_);
  save_error_ = std::move(sentence);
}

MemoryStore::SaveResult MemoryStore::store(const SaveJob& job) {
  if (!save_error_.empty()) return {.error = save_error_};
  if (auto error = why_not_storable(job.match, job.game)) return {.error = std::move(*error)};
  const auto match = matches_.find(job.match.match);
  if (match != matches_.end() && match->second != job.match) return {.error = match_conflict(job.match)};
  const auto stored = std::find_if(games_.begin(), games_.end(), [&](const StoredGame& other) {
    return other.row.match == job.game.match && other.row.game == job.game.game;
  });
  GameRow row = job.game;
  row.record = stored == games_.end() ? games_.size() + 1 : stored->row.record;
  if (stored == games_.end()) {
    matches_.emplace(job.match.match, job.match);
    games_.push_back({row, job.record});
  } else if (stored->row != row || stored->record != job.record) {
    return {.error = game_conflict(job.game)};
  }
  return {.record = row.record};
}

std::vector<GameRow> MemoryStore::games(const GamesQuery& page) {
  const std::lock_guard lock(mutex_);
  std::vector<GameRow> rows;
  for (auto game = games_.rbegin(); game != games_.rend() && std::ssize(rows) < page.limit; ++game) {
    if (page.before == 0 || game->row.record < page.before) rows.push_back(game->row);
  }
  return rows;
}

std::vector<GameRow> MemoryStore::games_of_match(std::uint64_t match) {
  const std::lock_guard lock(mutex_);
  std::vector<GameRow> rows;
  for (const StoredGame& game : games_) {
    if (game.row.match == match) rows.push_back(game.row);
  }
  std::sort(rows.begin(), rows.end(), [](const GameRow& a, const GameRow& b) { return a.game < b.game; });
  return rows;
}

std::optional<GameRow> MemoryStore::game(std::uint64_t record) {
  const std::lock_guard lock(mutex_);
  if (record == 0 || record > games_.size()) return std::nullopt;
  return games_[record - 1].row;
}

std::optional<std::vector<std::uint8_t>> MemoryStore::record(std::uint64_t record) {
  const std::lock_guard lock(mutex_);
  if (record == 0 || record > games_.size()) return std::nullopt;
  return games_[record - 1].record;
}

std::uint64_t MemoryStore::last_match() {
  const std::lock_guard lock(mutex_);
  return matches_.empty() ? 0 : matches_.rbegin()->first;
}

std::string MemoryStore::create_token(const std::string& name, Role role) {
  check_token_name(name);
  const std::lock_guard lock(mutex_);
  for (const StoredToken& token : tokens_) {
    if (token.row.name == name && token.row.role == role && !token.row.revoked) {
      throw TokenNameError(name_taken_message(name, role));
    }
  }
  std::string text = random_token(role);
  tokens_.push_back({.row = {.id = std::ssize(tokens_) + 1, .name = name, .role = role, .created = utc_now()},
                     .hash = hash_of_token(text).value()});
  return text;
}

std::optional<TokenRow> MemoryStore::find_token(const std::string& text) {
  const std::lock_guard lock(mutex_);
  const auto hash = hash_of_token(text);
  for (const StoredToken& token : tokens_) {
    if (token.hash == hash && !token.row.revoked) return token.row;
  }
  return std::nullopt;
}

bool MemoryStore::has_token_for(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return std::any_of(tokens_.begin(), tokens_.end(),
                     [&](const StoredToken& token) { return token.row.name == name && !token.row.revoked; });
}

std::vector<TokenRow> MemoryStore::tokens() {
  const std::lock_guard lock(mutex_);
  std::vector<TokenRow> rows;
  for (const StoredToken& token : tokens_) rows.push_back(token.row);
  return rows;
}

bool MemoryStore::revoke_token(std::int64_t id) {
  const std::lock_guard lock(mutex_);
  if (id < 1 || id > std::ssize(tokens_)) return false;
  tokens_[static_cast<std::size_t>(id) - 1].row.revoked = true;
  return true;
}

}  // namespace rensa::storage
