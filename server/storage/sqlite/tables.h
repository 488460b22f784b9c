#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/storage/games.h"
#include "server/storage/ids.h"
#include "server/storage/sqlite/database/sql.h"

namespace rensa::storage {

// Access to the tables of a database: one class for each use of them, which holds the prepared statements.

// Reads pages of games.
class GamePages {
 public:
  explicit GamePages(Database& database);

  std::vector<GameRow> read(const GamesQuery& query);

 private:
  std::int64_t first_ended_from(const std::string& time);

  Statement select_first_ended_from_;
  Statement select_of_player_;
  Statement select_of_tournament_;
  Statement select_of_ruleset_;
  Statement select_any_;
};

// Reads matches, games and records.
class GameReader {
 public:
  explicit GameReader(Database& database);

  std::vector<GameRow> games_of_match(std::uint64_t match);
  std::optional<GameRow> game(std::uint64_t record);
  std::optional<GameRow> game_of_match(std::uint64_t match, int game);
  std::optional<MatchRow> match(std::uint64_t match);
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t record);

 private:
  Statement select_games_of_match_;
  Statement select_by_record_;
  Statement select_by_match_and_game_;
  Statement select_match_;
  Statement select_record_bytes_;
};

// Inserts one game with its record, within the open transaction.
class GameInserter {
 public:
  explicit GameInserter(Database& database);

  // Returns the number of its record, which is the same for the same game again. Throws StoreException and may then
  // have inserted a part of it: the transaction has to be rolled back.
  std::uint64_t insert(const GameToSave& save);

 private:
  struct NewestInTime {
    std::int64_t record = 0;
    std::string ended;
  };

  void insert_match(const MatchRow& match);
  std::optional<NewestInTime> newest_in_time();
  // Returns true if a new game with this time is late (see the schema). A few games whose clock was wrong do not make
  // all later ones late: they are marked as unordered instead.
  bool is_late(const std::string& ended);
  // Throws unless the stored game has the same content.
  std::uint64_t check_same_game(const GameRow& stored, const GameToSave& save);

  Database& database_;
  GameReader reader_;
  Statement insert_match_;
  Statement insert_game_;
  Statement select_newest_in_time_;
  Statement count_late_since_;
  Statement count_in_time_after_;
  Statement mark_unordered_;
  Statement mark_late_;
  Statement insert_record_;
  Statement add_guest_game_;
};

// Returns the largest number that a record has had; 0: there was no record.
std::uint64_t last_record_in(Database& database);

// The numbers that are reserved.
class IdTable {
 public:
  explicit IdTable(Database& database);

  // The block is on disk when the call returns.
  IdBlock reserve(IdKind kind, std::uint64_t count);

 private:
  Statement reserve_;
};

// Throws StoreException unless the database is of a version that wrote no checksums.
void check_earlier_version(Database& database);
// Brings a database that no other process knows to the tables of this version.
void upgrade_tables_of_copy(Database& database);

// Returns the version of the database. Throws StoreException as upgrade_schema() does.
std::int64_t schema_version(Database& database);
// Returns true if upgrade_schema() would change the tables. Throws StoreException as that does.
bool has_earlier_schema(Database& database);

// Brings the database to the tables of this version, or throws StoreException. A database of another program or of a
// newer version is left unchanged.
void upgrade_schema(Database& database);

}  // namespace rensa::storage
