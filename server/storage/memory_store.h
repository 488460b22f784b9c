#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/save_job.h"
#include "server/storage/store.h"
#include "server/storage/token.h"

namespace rensa::storage {

// A store that forgets, for the tests of those who use one; the tests of the store hold it to the same contract.
class MemoryStore final : public Store {
 public:
  // Games are stored and told of within save_game, or wait there until a test lets them through: only so can it be seen
  // that nobody is told of a game before it is on disk. Either way the answer comes on the thread that lets them.
  enum class Saving : std::uint8_t { at_once, when_pumped };

  explicit MemoryStore(Saving saving) : saving_(saving) {}
  ~MemoryStore() override;

  // Stores and answers the next one that waits; false: there is none.
  bool pump_one();
  void pump();
  std::size_t waiting() const;
  // From now on every game fails with this sentence when its turn comes; empty: no longer.
  void break_down(std::string sentence);

  void save_game(const MatchRow& match, const GameRow& game, std::vector<std::uint8_t> record,
                 std::function<void(std::uint64_t)> done, std::function<void(std::string)> failed) override;

  std::vector<GameRow> games(const Page& page) override;
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
  struct Answer {
    std::uint64_t record = 0;
    std::string fault{};  // empty: stored
  };

  Answer store(const SaveJob& job);

  const Saving saving_;
  mutable std::mutex mutex_;  // never held while somebody is called
  std::deque<SaveJob> waiting_;
  std::string broken_;
  std::map<std::uint64_t, MatchRow> matches_;
  std::vector<StoredGame> games_;    // record n at n - 1
  std::vector<StoredToken> tokens_;  // id n at n - 1
};

}  // namespace rensa::storage
