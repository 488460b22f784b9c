#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/memory/memory_reports.h"
#include "server/storage/memory/memory_restrictions.h"
#include "server/storage/store.h"
#include "server/storage/token.h"

namespace rensa::storage {

// A store in memory, for private servers and for tests. The same tests check it and the SQLite store. Each operation is
// carried out within its call, and its answer is given to the executor.
class MemoryStore final : public Store {
 public:
  // Games are stored within save_game, or wait until a test releases them. A test can then see that no client hears of
  // a game before it is stored.
  enum class Saving : std::uint8_t { at_once, when_released };

  MemoryStore(Saving saving, Executor executor) : saving_(saving), executor_(std::move(executor)) {}
  ~MemoryStore() override;

  // Stores the next game that waits. False: no game waits.
  bool release_one();
  void store_waiting_games();
  std::size_t waiting_count() const;

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
  struct StoredGame {
    GameRow row;
    std::optional<std::vector<std::uint8_t>> record;
    std::optional<std::uint64_t> guest_bytes;  // nullopt: the game is not between guests
  };
  struct WaitingSave {
    GameToSave game;
    Completion<std::uint64_t> done;
  };

  template <typename Value>
  void post(Completion<Value> done, StoreResult<Value> result) {
    executor_([done = std::move(done), result = std::move(result)]() mutable { done(std::move(result)); });
  }
  StoreResult<std::uint64_t> store(GameToSave save);
  std::vector<GuestGame> guest_games() const;  // in the order of their times and numbers
  GuestGameCounts delete_beyond(const GuestGameLimits& limits);
  StoreResult<std::int64_t> add(const Restriction& restriction);
  StoreResult<Registered> add(const NewRegistration& registration);
  StoreResult<std::optional<std::int64_t>> approve(std::int64_t id);
  // Returns the account. Gives the row its number and time. Precondition: the mutex is held.
  std::int64_t add_token(HashedToken token);
  // Precondition of the functions below: the mutex is held.
  void append(const AuditEntry& entry);
  void mark_changed(std::int64_t account) { changed_[account] = ++token_version_; }
  // Returns the valid tokens that have this name, or one that looks like it.
  std::vector<TokenRow> with_name_like(const std::string& name) const;
  // Throws StoreException unless there is room for it.
  void check_room(const NewRegistration& registration) const;
  std::optional<Registered> earlier_answer(const NewRegistration& registration) const;
  StoreResult<bool> grant(std::int64_t id, RoleGrant grant);
  StoreResult<std::optional<Restriction>> rename(const Renaming& renaming);
  StoreResult<std::string> make_token(const std::string& name, Role role);

  const Saving saving_;
  const Executor executor_;
  mutable std::mutex mutex_;  // not held while the executor is called
  std::deque<WaitingSave> waiting_;
  std::map<std::uint64_t, MatchRow> matches_;
  std::map<std::uint64_t, StoredGame> games_;  // by record
  std::uint64_t last_record_ = 0;
  std::vector<HashedToken> tokens_;  // id n is at n - 1; with the roles for which they were made
  std::map<std::int64_t, RoleGrant> granted_roles_;
  std::map<std::int64_t, std::uint64_t> changed_;  // the version with the last change of each token
  std::deque<AuditEntry> audit_;
  MemoryRestrictions restrictions_;
  MemoryReports reports_;
  struct KeptRegistration {
    WaitingRegistration row;
    TokenHash hash{};
    bool waits = false;
  };
  std::vector<KeptRegistration> registrations_;
  std::int64_t last_registration_ = 0;
  std::uint64_t last_audit_number_ = 0;
  std::uint64_t token_version_ = 1;
  std::map<IdKind, std::uint64_t> reserved_;  // the largest number that is reserved
};

}  // namespace rensa::storage
