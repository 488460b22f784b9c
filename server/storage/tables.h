#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/storage/sql.h"
#include "server/storage/store.h"

namespace rensa::storage {

// Access to the tables of a database: one class for each use of them, which holds the prepared statements.

// Reads matches, games and records.
class GameReader {
 public:
  explicit GameReader(Database& database);

  std::vector<GameRow> games(const Page& page);
  std::vector<GameRow> games_of_match(std::uint64_t match);
  std::optional<GameRow> game(std::uint64_t record);
  std::optional<GameRow> game_of_match(std::uint64_t match, int game);
  std::optional<MatchRow> match(std::uint64_t match);
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t record);
  std::uint64_t last_match();

 private:
  Statement page_;
  Statement of_match_;
  Statement by_record_;
  Statement by_number_;
  Statement match_;
  Statement bytes_;
  Statement last_;
};

// Inserts one game with its record, within the open transaction.
class GameInserter {
 public:
  explicit GameInserter(Database& database);

  // Returns the number of its record, which is the same for the same game again. Throws StoreError and may then have
  // inserted a part of it: the transaction has to be rolled back.
  std::uint64_t insert(const MatchRow& match, const GameRow& game, std::span<const std::uint8_t> record);

 private:
  void insert_match(const MatchRow& match);
  // Throws unless the stored game has the same content.
  std::uint64_t check_same_game(const GameRow& stored, GameRow game, std::span<const std::uint8_t> record);

  Database& database_;
  GameReader reader_;
  Statement insert_match_;
  Statement insert_game_;
  Statement insert_record_;
};

// The tokens: their names and roles, and the hashes that they are recognised by.
class TokenTable {
 public:
  explicit TokenTable(Database& database);

  std::string create(const std::string& name, Role role);
  std::optional<TokenRow> find(const std::string& text);
  bool has_name(const std::string& name);
  std::vector<TokenRow> all();
  bool revoke(std::int64_t id);

 private:
  Database& database_;
  Statement insert_;
  Statement by_hash_;
  Statement by_name_;
  Statement all_;
  Statement revoke_;
};

// Brings the database to the tables of this version, or throws StoreError. A database of another program or of a newer
// version is left unchanged.
void bring_up_to_date(Database& database);

}  // namespace rensa::storage
