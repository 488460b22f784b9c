#pragma once

#include <future>
#include <gtest/gtest.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/storage/store.h"
#include "server/storage/token.h"

namespace rensa::storage::test {

// Makes a call and waits for its answer, which must come on another thread or within the call.
template <typename Value, typename Call>
StoreResult<Value> wait_for(Call call) {
  // The other thread may still be in set_value() when this one goes on, so the promise belongs to it, too.
  const auto promise = std::make_shared<std::promise<StoreResult<Value>>>();
  std::future<StoreResult<Value>> future = promise->get_future();
  call([promise](StoreResult<Value> answer) { promise->set_value(std::move(answer)); });
  return future.get();
}

// An executor that runs each answer at once, on the thread of the store.
inline Executor run_at_once() {
  return [](const std::function<void()>& answer) { answer(); };
}

// Calls a store like functions that wait. A failure of the store fails the test.
class WaitingStore {
 public:
  explicit WaitingStore(Store& store) : store_(store) {}

  std::vector<GameRow> games(const GamesQuery& query) const {
    return ask<std::vector<GameRow>>([&](auto done) { store_.list_games(query, done); });
  }
  std::vector<GameRow> games_of_match(std::uint64_t match) const {
    return ask<std::vector<GameRow>>([&](auto done) { store_.list_games_of_match(match, done); });
  }
  std::optional<GameRow> game(std::uint64_t record) const {
    return ask<std::optional<GameRow>>([&](auto done) { store_.find_game(record, done); });
  }
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t record) const {
    return ask<std::optional<std::vector<std::uint8_t>>>([&](auto done) { store_.read_record(record, done); });
  }
  std::string create_token(const std::string& name, Role role) const {
    return ask<std::string>([&](auto done) { store_.create_token(name, role, done); });
  }
  // Returns the sentence of the error.
  std::string refusal_of_token(const std::string& name, Role role) const {
    const auto token = wait_for<std::string>([&](auto done) { store_.create_token(name, role, done); });
    if (token) return "";
    EXPECT_EQ(token.error().kind, StoreError::Kind::refused);
    return token.error().message;
  }
  // Returns the valid token with this text.
  std::optional<TokenRow> find_token(const std::string& text) const {
    const auto list = tokens_since(0);
    if (!list) return std::nullopt;
    for (const HashedToken& token : list->tokens) {
      if (!token.row.revoked && token.hash == hash_of_token(text)) return token.row;
    }
    return std::nullopt;
  }
  std::optional<TokenList> tokens_since(std::uint64_t version) const {
    return ask<std::optional<TokenList>>([&](auto done) { store_.list_tokens_since(version, done); });
  }
  std::vector<TokenRow> tokens() const {
    const auto list = tokens_since(0);
    std::vector<TokenRow> rows;
    for (const HashedToken& token : list->tokens) rows.push_back(token.row);
    return rows;
  }
  bool revoke_token(std::int64_t id) const {
    return ask<bool>([&](auto done) { store_.revoke_token(id, done); });
  }
  bool set_role(std::int64_t id, const RoleGrant& grant) const {
    return ask<bool>([&](auto done) { store_.set_role(id, grant, done); });
  }
  void append_audit_entry(const AuditEntry& entry) const {
    ask<Success>([&](auto done) { store_.append_audit_entry(entry, done); });
  }
  std::optional<Restriction> rename_account(const Renaming& renaming) const {
    return ask<std::optional<Restriction>>([&](auto done) { store_.rename_account(renaming, done); });
  }
  std::vector<AuditEntry> audit_entries(const AuditQuery& query = {}) const {
    return ask<std::vector<AuditEntry>>([&](auto done) { store_.list_audit_entries(query, done); });
  }
  std::int64_t add_restriction(const Restriction& restriction) const {
    return ask<std::int64_t>([&](auto done) { store_.add_restriction(restriction, done); });
  }
  bool lift_restriction(std::int64_t id) const {
    return ask<bool>([&](auto done) { store_.lift_restriction(id, done); });
  }
  Registered register_account(const NewRegistration& registration) const {
    return ask<Registered>([&](auto done) { store_.register_account(registration, done); });
  }
  std::optional<std::int64_t> approve_registration(std::int64_t id) const {
    return ask<std::optional<std::int64_t>>([&](auto done) { store_.approve_registration(id, done); });
  }
  std::int64_t dismiss_registration(std::int64_t id) const {
    return ask<std::int64_t>([&](auto done) { store_.dismiss_registration({.registration = id}, done); });
  }
  std::vector<WaitingRegistration> waiting_registrations() const {
    return ask<std::vector<WaitingRegistration>>([&](auto done) { store_.list_waiting_registrations(done); });
  }
  std::int64_t add_report(const Report& report) const {
    return ask<std::int64_t>([&](auto done) { store_.add_report(report, done); });
  }
  bool close_report(std::int64_t id, const ReportClosure& closure) const {
    return ask<bool>([&](auto done) { store_.close_report(id, closure, done); });
  }
  std::vector<Report> reports(const ReportQuery& query = {}) const {
    return ask<std::vector<Report>>([&](auto done) { store_.list_reports(query, done); });
  }
  std::optional<RestrictionList> restrictions_since(std::uint64_t version) const {
    return ask<std::optional<RestrictionList>>([&](auto done) { store_.list_restrictions_since(version, done); });
  }
  IdBlock reserve_ids(IdKind kind, std::uint64_t count) const {
    return ask<IdBlock>([&](auto done) { store_.reserve_ids(kind, count, done); });
  }

 private:
  template <typename Value, typename Call>
  Value ask(Call call) const {
    auto answer = wait_for<Value>(std::move(call));
    if (answer) return *std::move(answer);
    ADD_FAILURE() << answer.error().message;
    return {};
  }

  Store& store_;
};

}  // namespace rensa::storage::test
