#pragma once

#include <array>
#include <cstdint>
#include <limits>
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
  bool is_between_guests = false;                   // true: no player has an account, so the game may be deleted
};

// The limits of the games between guests. Games of tournaments and of accounts have none.
struct GuestGameLimits {
  std::string kept_since{};  // games that ended before this time are deleted; empty: none is because of its time
  std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max();  // of all together, by guest_game_bytes()
};

struct GuestGameCounts {
  std::uint64_t deleted = 0;  // by this call
  std::uint64_t games = 0;    // that are left
  std::uint64_t bytes = 0;    // of these
  bool has_more = false;      // true: more games exceed the limits, so call again
};

// A game between guests counts as its record and this much for its rows.
inline constexpr std::uint64_t kGuestRowBytes = 1'000;
std::uint64_t guest_game_bytes(const GameToSave& save);

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
  // The answer is nullopt if there is no such record, or if the folder of a tournament keeps it.
  virtual void read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) = 0;
  // Deletes games between guests that exceed the limits, with their records: those that ended first come first, and
  // one call deletes at most kDeletedGuestGames, so that games that are saved meanwhile do not wait long. A number of
  // a deleted game is given to no other.
  virtual void delete_guest_games(const GuestGameLimits& limits, Completion<GuestGameCounts> done) = 0;
};

inline constexpr int kDeletedGuestGames = 50;

// For implementations. Returns a sentence that says why no store may store this game; nullopt: every store may.
std::optional<std::string> why_not_storable(const MatchRow& match, const GameRow& game);

// A game between guests, as the decision about its deletion needs it.
struct GuestGame {
  std::uint64_t record = 0;
  std::string ended;
  std::uint64_t bytes = 0;
};
// Returns how many games exceed the limits, counted from the first. `first_games` are the games between guests that
// ended first, in the order of their times and numbers; `bytes` are those of all games between guests.
std::size_t count_beyond(const GuestGameLimits& limits, const std::vector<GuestGame>& first_games, std::uint64_t bytes);

// The sentences for a match or a game that is stored already with other content.
std::string match_conflict(const MatchRow& match);
std::string game_conflict(const GameRow& game);

}  // namespace rensa::storage
