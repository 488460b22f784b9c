#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/save_limits.h"
#include "server/storage/store.h"

namespace rensa::storage {

struct SqliteOptions {
  // Alone on its file, or a command that an operator calls, beside a server or without one.
  enum class Use : std::uint8_t { server, command };

  std::filesystem::path file;  // made, with its directory, where it is missing
  Use use = Use::server;
  SaveLimits limits{};
  std::chrono::milliseconds patience{5000};  // with another process that writes
};

// The store in one SQLite file. Two connections: one that the writer's thread saves games with, and one behind a mutex
// for everything else, tokens included. Only threads that may wait for a disk belong in here; a tick's may call
// save_game, which hands over and returns.
class SqliteStore final : public Store {
 public:
  // Throws StoreError with a sentence: no access, not a database, another program's, a newer version's, damaged, or for
  // a server that another one has the file.
  explicit SqliteStore(const SqliteOptions& options);
  ~SqliteStore() override;
  SqliteStore(const SqliteStore&) = delete;
  SqliteStore& operator=(const SqliteStore&) = delete;

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

  SaveFigures figures() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rensa::storage
