#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/storage/sql.h"
#include "server/storage/store.h"

namespace rensa::storage {

// Matches, games and records as they come out of a database.
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

}  // namespace rensa::storage
