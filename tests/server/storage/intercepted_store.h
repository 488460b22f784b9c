#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "server/storage/store.h"
#include "server/storage/tournaments.h"

namespace rensa::storage::test {

// Stores in front of others, which answer late, in another order, or with failures. Whole servers can be made with
// them, too.

enum class Failure : std::uint8_t {
  none,
  before,  // the operation is not carried out
  after,   // it is carried out, but the answer is lost
};

struct Interceptor {
  // Is called for each operation with its name, such as "save_game".
  std::function<Failure(const std::string& operation)> failure = [](const std::string&) { return Failure::none; };
  // Is called with what is about to be appended to a journal, before failure() is called for it.
  std::function<void(const JournalAppend&)> appending = [](const JournalAppend&) {};
  // Is called with the name of each operation that has been carried out, before deliver() is given its answer.
  std::function<void(const std::string& operation)> carried_out = [](const std::string&) {};
  // Is given each answer, and has to run it exactly once on the thread of the loop, not within the call.
  std::function<void(std::function<void()> answer)> deliver;
  StoreError error{.message = "The disk is on fire."};
};

class Interception {
 protected:
  explicit Interception(const Interceptor& interceptor) : interceptor_(interceptor) {}

  template <typename Value, typename Call>
  void pass(const std::string& operation, Completion<Value> done, Call call) {
    const Failure failure = interceptor_.failure(operation);
    const StoreError& error = interceptor_.error;
    if (failure == Failure::before) return interceptor_.deliver([done, error] { done(error); });
    call([&interceptor = interceptor_, operation, done, failure, error](StoreResult<Value> answer) {
      interceptor.carried_out(operation);
      interceptor.deliver(
          [done, answer = failure == Failure::after ? StoreResult<Value>(error) : std::move(answer)] { done(answer); });
    });
  }

  const Interceptor& interceptor_;
};

class InterceptedStore final : public Store, private Interception {
 public:
  // `interceptor` outlives it.
  InterceptedStore(std::unique_ptr<Store> store, const Interceptor& interceptor)
      : Interception(interceptor), store_(std::move(store)) {}

  Store& store() { return *store_; }

  void create_token(const std::string& name, Role role, Completion<std::string> done) override {
    pass<std::string>("create_token", std::move(done),
                      [&](auto answer) { store_->create_token(name, role, std::move(answer)); });
  }
  void list_tokens_since(std::uint64_t version, Completion<std::optional<TokenList>> done) override {
    pass<std::optional<TokenList>>("list_tokens_since", std::move(done),
                                   [&](auto answer) { store_->list_tokens_since(version, std::move(answer)); });
  }
  void revoke_token(std::int64_t id, Completion<bool> done) override {
    pass<bool>("revoke_token", std::move(done), [&](auto answer) { store_->revoke_token(id, std::move(answer)); });
  }
  void set_role(std::int64_t id, RoleGrant grant, Completion<bool> done) override {
    pass<bool>("set_role", std::move(done),
               [&](auto answer) { store_->set_role(id, std::move(grant), std::move(answer)); });
  }
  void append_audit_entry(AuditEntry entry, Completion<Success> done) override {
    pass<Success>("append_audit_entry", std::move(done),
                  [&](auto answer) { store_->append_audit_entry(std::move(entry), std::move(answer)); });
  }
  void list_audit_entries(const AuditQuery& query, Completion<std::vector<AuditEntry>> done) override {
    pass<std::vector<AuditEntry>>("list_audit_entries", std::move(done),
                                  [&](auto answer) { store_->list_audit_entries(query, std::move(answer)); });
  }
  void rename_account(Renaming renaming, Completion<std::optional<Restriction>> done) override {
    pass<std::optional<Restriction>>("rename_account", std::move(done), [&](auto answer) {
      store_->rename_account(std::move(renaming), std::move(answer));
    });
  }
  void register_account(NewRegistration registration, Completion<Registered> done) override {
    pass<Registered>("register_account", std::move(done),
                     [&](auto answer) { store_->register_account(std::move(registration), std::move(answer)); });
  }
  void approve_registration(std::int64_t id, Completion<std::optional<std::int64_t>> done) override {
    pass<std::optional<std::int64_t>>("approve_registration", std::move(done),
                                      [&](auto answer) { store_->approve_registration(id, std::move(answer)); });
  }
  void dismiss_registration(Dismissal dismissal, Completion<std::int64_t> done) override {
    pass<std::int64_t>("dismiss_registration", std::move(done),
                       [&](auto answer) { store_->dismiss_registration(dismissal, std::move(answer)); });
  }
  void list_waiting_registrations(Completion<std::vector<WaitingRegistration>> done) override {
    pass<std::vector<WaitingRegistration>>("list_waiting_registrations", std::move(done),
                                           [&](auto answer) { store_->list_waiting_registrations(std::move(answer)); });
  }
  void add_report(Report report, Completion<std::int64_t> done) override {
    pass<std::int64_t>("add_report", std::move(done),
                       [&](auto answer) { store_->add_report(std::move(report), std::move(answer)); });
  }
  void close_report(std::int64_t id, ReportClosure closure, Completion<bool> done) override {
    pass<bool>("close_report", std::move(done),
               [&](auto answer) { store_->close_report(id, std::move(closure), std::move(answer)); });
  }
  void list_reports(const ReportQuery& query, Completion<std::vector<Report>> done) override {
    pass<std::vector<Report>>("list_reports", std::move(done),
                              [&](auto answer) { store_->list_reports(query, std::move(answer)); });
  }
  void add_restriction(Restriction restriction, Completion<std::int64_t> done) override {
    pass<std::int64_t>("add_restriction", std::move(done),
                       [&](auto answer) { store_->add_restriction(std::move(restriction), std::move(answer)); });
  }
  void lift_restriction(std::int64_t id, Completion<bool> done) override {
    pass<bool>("lift_restriction", std::move(done),
               [&](auto answer) { store_->lift_restriction(id, std::move(answer)); });
  }
  void list_restrictions_since(std::uint64_t version, Completion<std::optional<RestrictionList>> done) override {
    pass<std::optional<RestrictionList>>("list_restrictions_since", std::move(done), [&](auto answer) {
      store_->list_restrictions_since(version, std::move(answer));
    });
  }
  void save_game(GameToSave game, Completion<std::uint64_t> done) override {
    pass<std::uint64_t>("save_game", std::move(done),
                        [&](auto answer) { store_->save_game(std::move(game), std::move(answer)); });
  }
  void list_games(const GamesQuery& query, Completion<std::vector<GameRow>> done) override {
    pass<std::vector<GameRow>>("list_games", std::move(done),
                               [&](auto answer) { store_->list_games(query, std::move(answer)); });
  }
  void list_games_of_match(std::uint64_t match, Completion<std::vector<GameRow>> done) override {
    pass<std::vector<GameRow>>("list_games_of_match", std::move(done),
                               [&](auto answer) { store_->list_games_of_match(match, std::move(answer)); });
  }
  void find_game(std::uint64_t record, Completion<std::optional<GameRow>> done) override {
    pass<std::optional<GameRow>>("find_game", std::move(done),
                                 [&](auto answer) { store_->find_game(record, std::move(answer)); });
  }
  void read_record(std::uint64_t record, Completion<std::optional<std::vector<std::uint8_t>>> done) override {
    pass<std::optional<std::vector<std::uint8_t>>>(
        "read_record", std::move(done), [&](auto answer) { store_->read_record(record, std::move(answer)); });
  }
  void delete_guest_games(const GuestGameLimits& limits, Completion<GuestGameCounts> done) override {
    pass<GuestGameCounts>("delete_guest_games", std::move(done),
                          [&](auto answer) { store_->delete_guest_games(limits, std::move(answer)); });
  }
  void reserve_ids(IdKind kind, std::uint64_t count, Completion<IdBlock> done) override {
    pass<IdBlock>("reserve_ids", std::move(done),
                  [&](auto answer) { store_->reserve_ids(kind, count, std::move(answer)); });
  }

  void check_files(Completion<Success> done) override {
    pass<Success>("check_files", std::move(done), [&](auto answer) { store_->check_files(std::move(answer)); });
  }

 private:
  const std::unique_ptr<Store> store_;
};

class InterceptedTournaments final : public Tournaments, private Interception {
 public:
  // `interceptor` outlives it.
  InterceptedTournaments(std::unique_ptr<Tournaments> tournaments, const Interceptor& interceptor)
      : Interception(interceptor), tournaments_(std::move(tournaments)) {}

  Tournaments& tournaments() { return *tournaments_; }

  void list_tournaments(Completion<std::vector<std::string>> done) override {
    pass<std::vector<std::string>>("list_tournaments", std::move(done),
                                   [&](auto answer) { tournaments_->list_tournaments(std::move(answer)); });
  }
  void create_tournament(NewTournament tournament, Completion<bool> done) override {
    pass<bool>("create_tournament", std::move(done),
               [&](auto answer) { tournaments_->create_tournament(std::move(tournament), std::move(answer)); });
  }
  void open_tournament(const std::string& name, Completion<std::optional<OpenTournament>> done) override {
    pass<std::optional<OpenTournament>>("open_tournament", std::move(done),
                                        [&](auto answer) { tournaments_->open_tournament(name, std::move(answer)); });
  }
  void append_to_journal(const std::string& name, JournalAppend append, Completion<Success> done) override {
    interceptor_.appending(append);
    pass<Success>("append_to_journal", std::move(done),
                  [&](auto answer) { tournaments_->append_to_journal(name, std::move(append), std::move(answer)); });
  }
  void read_journal(const std::string& name, ByteRange range, Completion<std::string> done) override {
    pass<std::string>("read_journal", std::move(done),
                      [&](auto answer) { tournaments_->read_journal(name, range, std::move(answer)); });
  }
  void read_game(const std::string& name, const std::string& game,
                 Completion<std::optional<std::vector<std::uint8_t>>> done) override {
    pass<std::optional<std::vector<std::uint8_t>>>(
        "read_game", std::move(done), [&](auto answer) { tournaments_->read_game(name, game, std::move(answer)); });
  }
  void set_paused(const std::string& name, bool is_paused, Completion<Success> done) override {
    pass<Success>("set_paused", std::move(done),
                  [&](auto answer) { tournaments_->set_paused(name, is_paused, std::move(answer)); });
  }

  void remove_tournament(const std::string& name, Completion<Success> done) override {
    pass<Success>("remove_tournament", std::move(done),
                  [&](auto answer) { tournaments_->remove_tournament(name, std::move(answer)); });
  }
  void check_files(Completion<std::vector<LostTournament>> done) override {
    pass<std::vector<LostTournament>>("check_files", std::move(done),
                                      [&](auto answer) { tournaments_->check_files(std::move(answer)); });
  }

 private:
  const std::unique_ptr<Tournaments> tournaments_;
};

}  // namespace rensa::storage::test
