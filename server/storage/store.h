#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace rensa::storage {

// Storage of tokens, finished games and their records. `Store` is the interface; sqlite_store.h implements it in a
// file, and memory_store.h in memory. Only plain values cross it, so that no other part knows a database.

// The message is one sentence for people.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The store works, but does not accept this name for a token. The caller has to choose another one.
class TokenNameError : public StoreError {
 public:
  using StoreError::StoreError;
};

enum class Role : std::uint8_t { worker, administrator };

struct TokenRow {
  std::int64_t id = 0;
  std::string name;  // of the player that the token stands for
  Role role = Role::worker;
  std::string created;  // ISO 8601, UTC
  bool revoked = false;

  bool operator==(const TokenRow&) const = default;
};

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

  bool operator==(const GameRow&) const = default;
};

struct GamesQuery {
  std::uint64_t before = 0;  // only records with a smaller number; 0: from the newest on
  int limit = 50;            // below 1: none
};

// The methods may be called from any thread. A read blocks for as long as the database takes. A write is handed to one
// writer thread, which commits all writes that have come together. Errors are thrown as StoreError, except by
// save_game. The destructor finishes all writes and reports their results.
class Store {
 public:
  virtual ~Store() = default;

  // Calls `done` with the number of the game's record once the game is on disk, or `failed` with a sentence. Either is
  // called on the writer thread and must not throw, so it should post the result to its own thread. A game that is
  // saved again with the same content gets the same record; with other content it fails. `game.record` is ignored.
  virtual void save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                         std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) = 0;

  virtual std::vector<GameRow> games(const GamesQuery& page) = 0;
  virtual std::vector<GameRow> games_of_match(std::uint64_t match) = 0;
  virtual std::optional<GameRow> game(std::uint64_t record) = 0;
  virtual std::optional<std::vector<std::uint8_t>> record(std::uint64_t record) = 0;
  // The largest number of a stored match; 0: none is stored. New matches are numbered from there.
  virtual std::uint64_t last_match() = 0;

  // Returns the text of the token. Only its hash is stored, so the text can be shown only now. Throws TokenNameError
  // for a name that is not 1 to 32 bytes of UTF-8 without control characters, and for a name that a valid token of this
  // role has already.
  virtual std::string create_token(const std::string& name, Role role) = 0;
  virtual std::optional<TokenRow> find_token(const std::string& text) = 0;  // nullopt: unknown or revoked
  // Returns true if a valid token has this name.
  virtual bool has_token_for(const std::string& name) = 0;
  virtual std::vector<TokenRow> tokens() = 0;
  virtual bool revoke_token(std::int64_t id) = 0;  // false: there is no such token
};

// The current time as rows have it: "2026-01-31T23:59:59Z".
std::string utc_now();

// The following is for implementations of Store.

// The arguments of a call of save_game.
struct SaveJob {
  MatchRow match;
  GameRow game;
  std::vector<std::uint8_t> record;
  std::function<void(std::uint64_t)> done;
  std::function<void(std::string)> failed;
};

// Returns a sentence that says why no store may store this game; nullopt: every store may.
std::optional<std::string> why_not_storable(const MatchRow& match, const GameRow& game);

// The sentences for a match or a game that is stored already with other content.
std::string match_conflict(const MatchRow& match);
std::string game_conflict(const GameRow& game);

}  // namespace rensa::storage
