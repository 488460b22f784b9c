#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/completion.h"

namespace rensa::storage {

// The contract for finished games and their records.

struct MatchRow {
  std::uint64_t match = 0;
  std::array<std::string, 2> players;
  std::string ruleset;
  std::string clock;  // "real", "virtual", "turns"
  std::string started;

  bool operator==(const MatchRow&) const = default;
};

struct GameRow {
  std::uint64_t record = 0;  // the number of its record; 0: not stored yet
  std::uint64_t match = 0;
  int game = 1;
  std::array<std::string, 2> players;
  std::string ruleset;
  std::optional<int> winner;  // seat 1 or 2; none: a draw, or void
  std::string cause;
  int frames = 0;
  std::array<std::int64_t, 2> scores{};
  std::string ended;
  // The tournament that arranged the game, and the name of the game there; empty: none arranged it.
  std::string tournament{};
  std::string tournament_game{};

  bool operator==(const GameRow&) const = default;
};

struct GameToSave {
  MatchRow match;
  GameRow game;                                     // its `record` is ignored
  std::optional<std::vector<std::uint8_t>> record;  // nullopt: it is kept elsewhere, in the folder of a tournament
};

// The games of a page. An empty text does not restrict them.
struct GamesQuery {
  std::uint64_t before = 0;  // only records with a smaller number; 0: from the newest on
  int limit = 50;            // below 1: none
  std::string player{};      // in any seat
  std::string ruleset{};
  std::string tournament{};
  // Games that ended at `from` or later, and before `to`. The beginning of a date is enough: "2026-01-31".
  std::string from{};
  std::string to{};

  bool operator==(const GamesQuery&) const = default;
};

// Returns true if the game is one of those that the query wants, apart from its limit.
bool matches(const GamesQuery& query, const GameRow& game);

// All calls return at once and may be made from any thread.
class Games {
 public:
  virtual ~Games() = default;

  // The answer is the number of the game's record, once the game is on disk. A game that is saved again with the same
  // content gets the same record; with other content it is refused.
  virtual void save_game(GameToSave game, Completion<std::uint64_t> done) = 0;
  // The newest games come first.
  virtual void list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) = 0;
  virtual void list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) = 0;
  virtual void find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) = 0;
  // The answer is nullopt if there is no such record, or if it is kept elsewhere.
  virtual void read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) = 0;
};

// For implementations. Returns a sentence that says why no store may store this game; nullopt: every store may.
std::optional<std::string> why_not_storable(const MatchRow& match, const GameRow& game);

// The sentences for a match or a game that is stored already with other content.
std::string match_conflict(const MatchRow& match);
std::string game_conflict(const GameRow& game);

}  // namespace rensa::storage
