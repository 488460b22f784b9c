#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/storage/game_writer.h"
#include "server/storage/sql.h"
#include "server/storage/store.h"
#include "server/storage/tables.h"

namespace rensa::storage {

// The file of a database, and the lock of the server that uses it. Both functions throw StoreError.

// Makes the file (mode 0600) and its directory (0700) where they are missing; existing ones keep their modes. Returns
// the path without symbolic links, so that one file has one name.
std::filesystem::path create_database_file(const std::filesystem::path& file);

// While it lives, no other server can lock this file. Commands that an operator runs beside a server take no lock.
class ServerLock {
 public:
  explicit ServerLock(const std::filesystem::path& file);
  ~ServerLock();
  ServerLock(const ServerLock&) = delete;
  ServerLock& operator=(const ServerLock&) = delete;

 private:
  int descriptor_;
};

struct SqliteOptions {
  // A server is the only one on its file. A command of an operator may run beside a server.
  enum class Use : std::uint8_t { server, command };

  std::filesystem::path file;  // made where it is missing, with its directory
  Use use = Use::server;
  SaveLimits limits{};
  std::chrono::milliseconds busy_timeout{5000};  // for the lock of another process that writes
};

// A store in one SQLite file. It has two connections: the writer thread saves games with one of them, and all other
// calls share the other behind a mutex. Only save_game may be called on a thread that must not wait for a disk.
class SqliteStore final : public Store {
 public:
  // Throws StoreError for a file without access, of another program or of a newer version, for a damaged file, and for
  // a file that another server uses.
  explicit SqliteStore(const SqliteOptions& options);

  void save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                 std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) override {
    writer_.push({match, game, std::move(record), std::move(done), std::move(failed)});
  }
  SaveCounts save_counts() const { return writer_.counts(); }

  std::vector<GameRow> games(const GamesQuery& page) override {
    const std::lock_guard lock(mutex_);
    return games_.games(page);
  }
  std::vector<GameRow> games_of_match(std::uint64_t match) override {
    const std::lock_guard lock(mutex_);
    return games_.games_of_match(match);
  }
  std::optional<GameRow> game(std::uint64_t record) override {
    const std::lock_guard lock(mutex_);
    return games_.game(record);
  }
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t record) override {
    const std::lock_guard lock(mutex_);
    return games_.record(record);
  }
  std::uint64_t last_match() override {
    const std::lock_guard lock(mutex_);
    return games_.last_match();
  }

  std::string create_token(const std::string& name, Role role) override {
    const std::lock_guard lock(mutex_);
    return tokens_.create(name, role);
  }
  std::optional<TokenRow> find_token(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    return tokens_.find(text);
  }
  bool has_token_for(const std::string& name) override {
    const std::lock_guard lock(mutex_);
    return tokens_.has_name(name);
  }
  std::vector<TokenRow> tokens() override {
    const std::lock_guard lock(mutex_);
    return tokens_.all();
  }
  bool revoke_token(std::int64_t id) override {
    const std::lock_guard lock(mutex_);
    return tokens_.revoke(id);
  }

 private:
  // A connection to a database; it brings the schema up to date.
  struct Connection {
    Connection(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout)
        : database(file, busy_timeout) {
      upgrade_schema(database);
    }
    Database database;
  };

  const std::filesystem::path file_;
  const std::optional<ServerLock> lock_;
  Connection write_connection_;
  Connection read_connection_;
  std::mutex mutex_;  // of the read connection
  GameReader games_;
  TokenTable tokens_;
  GameWriter writer_;  // destroyed first, since it finishes the queued games
};

}  // namespace rensa::storage
