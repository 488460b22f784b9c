#pragma once

#include <cstdint>
#include <span>

#include "server/storage/game_reader.h"

namespace rensa::storage {

// Puts one game with its record into a database, in whatever transaction is open.
class GameSaver {
 public:
  explicit GameSaver(Database& database);

  // The number of its record, the same for the same game again. Throws StoreError and may then leave half of it: the
  // transaction has to be undone.
  std::uint64_t save(const MatchRow& match, const GameRow& game, std::span<const std::uint8_t> record);

 private:
  void save_match(const MatchRow& match);
  std::uint64_t same_game(const GameRow& stored, GameRow game, std::span<const std::uint8_t> record);

  Database& database_;
  GameReader reader_;
  Statement insert_match_;
  Statement insert_game_;
  Statement insert_record_;
};

}  // namespace rensa::storage
