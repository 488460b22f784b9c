#include "server/storage/schema.h"

#include <array>
#include <chrono>
#include <thread>

namespace rensa::storage {
namespace {

// Step n takes a database from version n to n + 1. A published step never changes; a correction is a new step.
constexpr std::array<const char*, 1> kSteps = {
    R"sql(
      CREATE TABLE matches (
        match INTEGER PRIMARY KEY CHECK (match > 0),
        player1 TEXT NOT NULL,
        player2 TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        clock TEXT NOT NULL,
        started TEXT NOT NULL
      ) STRICT;

      -- AUTOINCREMENT: the number of a game that was deleted is never given to another game.
      CREATE TABLE games (
        record INTEGER PRIMARY KEY AUTOINCREMENT,
        match INTEGER NOT NULL REFERENCES matches,
        game INTEGER NOT NULL CHECK (game > 0),
        player1 TEXT NOT NULL,
        player2 TEXT NOT NULL,
        ruleset TEXT NOT NULL,
        winner INTEGER CHECK (winner IN (1, 2)),
        cause TEXT NOT NULL,
        frames INTEGER NOT NULL CHECK (frames >= 0),
        score1 INTEGER NOT NULL,
        score2 INTEGER NOT NULL,
        ended TEXT NOT NULL,
        UNIQUE (match, game)
      ) STRICT;

      -- A table of their own, so that lists of games need not read past the records.
      CREATE TABLE records (
        record INTEGER PRIMARY KEY REFERENCES games,
        bytes BLOB NOT NULL
      ) STRICT;

      CREATE TABLE tokens (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('worker', 'administrator')),
        created TEXT NOT NULL,
        revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1))
      ) STRICT;
      CREATE UNIQUE INDEX valid_names ON tokens (role, name) WHERE revoked = 0;
    )sql",
};
constexpr std::int64_t kVersion = kSteps.size();
constexpr std::int64_t kApplicationId = 0x52454E53;  // "RENS"

std::int64_t integer_of(Database& database, const char* sql) {
  Statement statement(database, sql);
  auto rows = statement.run();
  rows.next();
  return rows.integer(0);
}

// The version of the schema; 0 for an empty database. Throws unless this program can use the database. Has to be called
// in a transaction, since another process may make the tables between two of its queries.
std::int64_t known_version(Database& database) {
  const std::int64_t version = integer_of(database, "PRAGMA user_version");
  const bool ours = integer_of(database, "PRAGMA application_id") == kApplicationId;
  const bool empty = integer_of(database, "SELECT count(*) FROM sqlite_schema") == 0;
  if (!ours && (version != 0 || !empty)) throw StoreError(database.name() + " is a database of another program.");
  if (version < 0 || version > kVersion) {
    throw StoreError(database.name() + " was written by a newer Rensa: its schema is version " +
                     std::to_string(version) + ", this program knows " + std::to_string(kVersion) + ".");
  }
  return version;
}

std::int64_t version_now(Database& database) {
  Transaction transaction(database, Transaction::Access::read);
  const std::int64_t version = known_version(database);
  transaction.commit();
  return version;
}

// With a write-ahead log, readers and the writer do not wait for each other.
void use_write_ahead_log(Database& database) {
  Statement statement(database, "PRAGMA journal_mode = WAL");
  auto rows = statement.run();
  if (!rows.next() || rows.text(0) != "wal") {
    throw StoreError(database.name() + " lies where it cannot have a write-ahead log.");
  }
}

// Retries, since SQLite does not wait when several processes make one file at once.
void use_write_ahead_log_when_free(Database& database) {
  const auto deadline = std::chrono::steady_clock::now() + database.busy_timeout();
  for (;;) {
    try {
      return use_write_ahead_log(database);
    } catch (const SqlError& error) {
      if (!error.is_busy() || std::chrono::steady_clock::now() >= deadline) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

void bring_up_to_date(Database& database) {
  const bool current = version_now(database) == kVersion;  // before anything is changed
  use_write_ahead_log_when_free(database);
  if (current) return;

  Transaction transaction(database, Transaction::Access::write);
  // Another process may have migrated it since.
  for (std::int64_t version = known_version(database); version < kVersion; ++version) {
    database.execute(kSteps[static_cast<std::size_t>(version)]);
  }
  database.execute(("PRAGMA user_version = " + std::to_string(kVersion)).c_str());
  database.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  transaction.commit();
}

}  // namespace rensa::storage
