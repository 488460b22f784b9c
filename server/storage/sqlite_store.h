#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/game_writer.h"
#include "server/storage/store.h"

namespace rensa::storage {

struct SqliteOptions {
  // A server is the only one on its file. A command of an operator may run beside a server.
  enum class Use : std::uint8_t { server, command };

  std::filesystem::path file;  // made where it is missing, with its directory
  Use use = Use::server;
  SaveLimits limits{};
  std::chrono::milliseconds busy_timeout{5000};  // for the lock of another process that writes
};

// A store in one SQLite file. It has two connections: the writer thread saves games with one of them, and all other
// calls share the other behind a mutex. Only save_game may be called on a thread that must not wait for a disk.
class SqliteStore final : public Store {
 public:
  // Throws StoreError for a file without access, of another program or of a newer version, for a damaged file, and for
  // a file that another server uses.
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

  SaveCounts save_counts() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace rensa::storage
