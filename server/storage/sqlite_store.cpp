#include "server/storage/sqlite_store.h"

#include <mutex>
#include <optional>
#include <utility>

#include "server/storage/data_file.h"
#include "server/storage/game_writer.h"
#include "server/storage/schema.h"
#include "server/storage/tables.h"

namespace rensa::storage {
namespace {

// A connection to a database; it brings the schema up to date.
struct Connection {
  Connection(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout) : database(file, busy_timeout) {
    bring_up_to_date(database);
  }
  Database database;
};

std::optional<ServerLock> lock_for(SqliteOptions::Use use, const std::filesystem::path& file) {
  if (use == SqliteOptions::Use::command) return std::nullopt;
  return std::optional<ServerLock>(std::in_place, file);
}

}  // namespace

// The writer is the last member, so it is destroyed first, and finishes the queued games.
struct SqliteStore::Parts {
  explicit Parts(const SqliteOptions& options)
      : file(make_file(options.file)),
        lock(lock_for(options.use, file)),
        write_connection(file, options.busy_timeout),
        read_connection(file, options.busy_timeout),
        games(read_connection.database),
        tokens(read_connection.database),
        writer(write_connection.database, options.limits) {}

  std::filesystem::path file;
  std::optional<ServerLock> lock;
  Connection write_connection;
  Connection read_connection;
  std::mutex mutex;  // of the read connection
  GameReader games;
  TokenTable tokens;
  GameWriter writer;
};

SqliteStore::SqliteStore(const SqliteOptions& options) : parts_(std::make_unique<Parts>(options)) {}

SqliteStore::~SqliteStore() = default;

void SqliteStore::save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                            std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) {
  parts_->writer.push({match, game, std::move(record), std::move(done), std::move(failed)});
}

std::vector<GameRow> SqliteStore::games(const Page& page) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->games.games(page);
}

std::vector<GameRow> SqliteStore::games_of_match(std::uint64_t match) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->games.games_of_match(match);
}

std::optional<GameRow> SqliteStore::game(std::uint64_t record) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->games.game(record);
}

std::optional<std::vector<std::uint8_t>> SqliteStore::record(std::uint64_t record) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->games.record(record);
}

std::uint64_t SqliteStore::last_match() {
  const std::lock_guard lock(parts_->mutex);
  return parts_->games.last_match();
}

std::string SqliteStore::create_token(const std::string& name, Role role) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->tokens.create(name, role);
}

std::optional<TokenRow> SqliteStore::find_token(const std::string& text) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->tokens.find(text);
}

bool SqliteStore::has_token_for(const std::string& name) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->tokens.has_name(name);
}

std::vector<TokenRow> SqliteStore::tokens() {
  const std::lock_guard lock(parts_->mutex);
  return parts_->tokens.all();
}

bool SqliteStore::revoke_token(std::int64_t id) {
  const std::lock_guard lock(parts_->mutex);
  return parts_->tokens.revoke(id);
}

SaveCounts SqliteStore::save_counts() const { return parts_->writer.counts(); }

}  // namespace rensa::storage
