#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/store.h"
#include "server/storage/token.h"

namespace rensa::storage {

// A store in memory, for private servers and for tests. The same tests check it and the SQLite store.
class MemoryStore final : public Store {
 public:
  // Games are stored within save_game, or wait until a test releases them. A test can then see that no client hears of
  // a game before it is stored. The result is reported on the thread that stores the game.
  enum class Saving : std::uint8_t { at_once, when_released };

  explicit MemoryStore(Saving saving) : saving_(saving) {}
  ~MemoryStore() override;

  // Stores the next game that waits, and reports its result. False: no game waits.
  bool release_one();
  void release_all();
  std::size_t waiting_count() const;
  // From now on every save fails with this sentence; empty: saves succeed again.
  void fail_saves(std::string sentence);

  void save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                 std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) override;

  std::vector<GameRow> games(const GamesQuery& page) override;
  std::vector<GameRow> games_of_match(std::uint64_t match) override;
  std::optional<GameRow> game(std::uint64_t record) override;
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t record) override;
  std::uint64_t last_match() override;

  std::string create_token(const std::string& name, Role role) override;
  std::optional<TokenRow> find_token(const std::string& text) override;
  bool has_token_for(const std::string& name) override;
  std::vector<TokenRow> tokens() override;
  bool revoke_token(std::int64_t id) override;

 private:
  struct StoredGame {
    GameRow row;
    std::vector<std::uint8_t> record;
  };
  struct StoredToken {
    TokenRow row;
    TokenHash hash;
  };
  struct SaveResult {
    std::uint64_t record = 0;
    std::string error{};  // empty: stored
  };

  SaveResult store(const SaveJob& job);

  const Saving saving_;
  mutable std::mutex mutex_;  // not held during callbacks
  std::deque<SaveJob> waiting_;
  std::string save_error_;
  std::map<std::uint64_t, MatchRow> matches_;
  std::vector<StoredGame> games_;    // record n is at n - 1
  std::vector<StoredToken> tokens_;  // id n is at n - 1
};

}  // namespace rensa::storage
