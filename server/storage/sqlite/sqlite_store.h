#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/base/task_thread.h"
#include "server/storage/file_identity.h"
#include "server/storage/sqlite/account_tables.h"
#include "server/storage/sqlite/game_writer.h"
#include "server/storage/sqlite/guest_game_table.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/sqlite/tables.h"
#include "server/storage/store.h"

namespace rensa::storage {

// The path without symbolic links, so that one file, its log and its lock have one name each. Throws StoreException.
std::filesystem::path canonical_path(const std::filesystem::path& file);
// Makes a database (mode 0600) and its directory (0700) where they are missing; existing ones keep their modes. The
// file has its name only when it is a complete database on disk, so an empty file is never one that a start has left.
// Returns its canonical path. Throws StoreException.
std::filesystem::path create_database(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout);

struct SqliteOptions {
  // A server is the only one on its file. A command of an operator may run beside a server.
  enum class Use : std::uint8_t { server, command };

  std::filesystem::path file;  // made where it is missing, with its directory
  Use use = Use::server;
  SaveLimits limits{};
  std::chrono::milliseconds busy_timeout{5000};  // for the lock of another process that writes
};

// A store in one SQLite file. The writer thread writes over one connection, and the reader thread reads over another,
// so that neither waits for the other. Tokens are read before everything else that waits.
class SqliteStore final : public Store {
 public:
  // Throws StoreException for a file without access, of another program or of a newer version, for a damaged file, for
  // one that has lost records, and for a file that another server uses.
  SqliteStore(const SqliteOptions& options, Executor executor);

  SaveCounts save_counts() const { return writer_.counts(); }

  void create_token(const std::string& name, Role role, Completion<std::string> done) override;
  void list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) override;
  void revoke_token(std::int64_t id, Completion<bool> done) override;
  void set_role(std::int64_t id, RoleGrant grant, Completion<bool> done) override;
  void rename_account(Renaming renaming, Completion<std::optional<Restriction>> done) override;

  void append_audit_entry(AuditEntry entry, Completion<Success> done) override;
  void list_audit_entries(const AuditQuery& query, Completion<std::vector<AuditEntry>> done) override;

  void add_restriction(Restriction restriction, Completion<std::int64_t> done) override;
  void lift_restriction(std::int64_t id, Completion<bool> done) override;
  void list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) override;

  void register_account(NewRegistration registration, Completion<Registered> done) override;
  void approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) override;
  void dismiss_registration(Dismissal dismissal, Completion<std::int64_t> done) override;
  void list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) override;

  void add_report(Report report, Completion<std::int64_t> done) override;
  void close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) override;
  void list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) override;

  void save_game(GameToSave game, Completion<std::uint64_t> done) override;
  void list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) override;
  void list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) override;
  void find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) override;
  void read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) override;

  void delete_guest_games(const GuestGameLimits& limits, Completion<GuestGameCounts> done) override;

  void reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) override;

  void check_files(Completion<Success> done) override;

 private:
  // The file of the database, which this version can read. No other server uses it while this object exists, unless
  // this process is only a command.
  struct File {
    explicit File(const SqliteOptions& options);
    const std::filesystem::path path;
    std::optional<ServerLock> lock{};
    std::optional<DatabaseFileLock> content_lock{};  // none on a network filesystem
  };
  // A connection to a database; it brings the schema up to date.
  struct Connection {
    Connection(const std::filesystem::path& file, std::chrono::milliseconds busy_timeout)
        : database(file, busy_timeout) {
      upgrade_schema(database);
    }
    Database database;
  };

  template <typename Value>
  void post(Completion<Value> done, StoreResult<Value> result);
  template <typename Value, typename Read>
  std::function<void()> read_task(Completion<Value> done, Read make);
  template <typename Value, typename Read>
  void read(Completion<Value> done, Read make);
  template <typename Value, typename Write>
  void write(Completion<Value> done, Write make);
  // Throws StoreException.
  void require_files() const;

  const Executor executor_;
  const File file_;
  LastRecordKeeper last_record_;
  Connection write_connection_;
  Connection read_connection_;
  GamePages pages_;                        // of the reader thread
  GameReader games_;                       // of the reader thread
  TokenTable tokens_;                      // of the reader thread
  AuditTable audit_;                       // of the reader thread
  TokenTable token_writer_;                // of the writer thread
  AuditTable audit_writer_;                // of the writer thread
  RestrictionTable restrictions_;          // of the reader thread
  RestrictionTable restriction_writer_;    // of the writer thread
  RegistrationTable registrations_;        // of the reader thread
  RegistrationTable registration_writer_;  // of the writer thread
  ReportTable reports_;                    // of the reader thread
  ReportTable report_writer_;              // of the writer thread
  GuestGameTable guest_games_;             // of the writer thread
  IdTable ids_;                            // of the writer thread
  const std::vector<FileIdentity> open_files_;
  GameWriter writer_;
  base::TaskThread reader_;
};

}  // namespace rensa::storage
