#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rensa::storage {

// What has to survive: accounts, tokens, finished games and their records. One interface; sqlite_store.h is the back
// end, memory_store.h its stand-in for the tests of other parts. Plain values go in and come out, so that nobody else
// knows a database.

enum class Role : std::uint8_t { worker, administrator };

struct TokenRow {
  std::int64_t id = 0;
  std::string name;  // of the player that it speaks for
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
  std::uint64_t record = 0;  // its number here; 0: not stored yet
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

struct Page {
  std::uint64_t before = 0;  // records with a smaller number only; 0: from the newest on
  int limit = 50;            // less than 1: none
};

// May be called from any thread. Reading blocks for as long as the database takes; writing is handed to one writer
// thread, which commits what has come together at once. Where no `failed` takes the sentence, an error is a StoreError
// (store_error.h). The destructor finishes what has been handed over, with its answers.
class Store {
 public:
  virtual ~Store() = default;

  // On disk when `done` is called, with the number that the game's record has got; an error ends as `failed` with a
  // sentence. Either is called on the writer's thread and must not throw: post it to where it belongs. The same game of
  // the same match again is the same record, so a caller that is not sure may save again; with other content it fails.
  // The number in `game.record` is not looked at.
  virtual void save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                         std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) = 0;

  virtual std::vector<GameRow> games(const Page& page) = 0;
  virtual std::vector<GameRow> games_of_match(std::uint64_t match) = 0;
  virtual std::optional<GameRow> game(std::uint64_t record) = 0;
  virtual std::optional<std::vector<std::uint8_t>> record(std::uint64_t record) = 0;
  // The largest number that any stored match has; 0: none. New matches are numbered from there.
  virtual std::uint64_t last_match() = 0;

  // The token's text, which is shown this once: only its hash is stored. Throws TokenRefused for a name that is not 1
  // to 32 bytes of UTF-8 without control characters, or that a token of this role has which is not revoked: a name
  // speaks for one player, and one that is to be replaced is revoked first.
  virtual std::string create_token(const std::string& name, Role role) = 0;
  virtual std::optional<TokenRow> find_token(const std::string& text) = 0;  // nullopt: unknown or revoked
  // Whether a token that is not revoked speaks for this name.
  virtual bool has_token_for(const std::string& name) = 0;
  virtual std::vector<TokenRow> tokens() = 0;
  virtual bool revoke_token(std::int64_t id) = 0;  // false: there is none; true as well if it was revoked before
};

}  // namespace rensa::storage
