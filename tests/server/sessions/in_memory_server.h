#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "proto/codec.h"
#include "server/sessions/session_service.h"
#include "server/storage/memory/memory_store.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::tests {

// A store in memory, with calls for tests that wait for their answers. The store that the service uses answers when the
// posted calls run.
class InMemoryStore {
 public:
  // `post` is given the answers. The store keeps games until they are released.
  explicit InMemoryStore(storage::Executor post)
      : interceptor_{.deliver = std::move(post)},
        contract_(std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::when_released,
                                                         storage::test::run_at_once()),
                  interceptor_) {
    interceptor_.failure = [this](const std::string& operation) {
      return fails_ && fails_(operation) ? storage::test::Failure::before : storage::test::Failure::none;
    };
  }

  storage::Store& contract() { return contract_; }
  // From now on the operations for which `fails` returns true fail with this sentence.
  void fail(std::function<bool(const std::string& operation)> fails, const std::string& sentence) {
    fails_ = std::move(fails);
    interceptor_.error = {.message = sentence};
  }
  // From now on every operation is refused with this sentence, so that trying again does not help.
  void refuse(const std::string& sentence) {
    fails_ = [](const std::string&) { return true; };
    interceptor_.error = {.kind = storage::StoreError::Kind::refused, .message = sentence};
  }
  void stop_failing() { fails_ = {}; }
  void store_waiting_games() { memory().store_waiting_games(); }

  std::string create_token(const std::string& name, storage::Role role) { return waiting().create_token(name, role); }
  std::optional<storage::TokenRow> find_token(const std::string& text) { return waiting().find_token(text); }
  bool revoke_token(std::int64_t id) { return waiting().revoke_token(id); }
  bool set_role(std::int64_t id, const storage::RoleGrant& grant) { return waiting().set_role(id, grant); }
  bool rename_account(std::int64_t id, const std::string& name) {
    return waiting()
        .rename_account({.account = id, .name = name, .made = "2026-01-02T03:04:05Z", .until = "2026-01-02T03:04:05Z"})
        .has_value();
  }
  std::int64_t add_report(const storage::Report& report) { return waiting().add_report(report); }
  std::vector<storage::Report> reports() { return waiting().reports({.state = std::nullopt, .limit = 10'000}); }
  std::int64_t add_restriction(const storage::Restriction& one) { return waiting().add_restriction(one); }
  bool lift_restriction(std::int64_t id) { return waiting().lift_restriction(id); }
  std::vector<storage::Restriction> restrictions() { return waiting().restrictions_since(0)->restrictions; }
  void append_audit_entry(const storage::AuditEntry& entry) { waiting().append_audit_entry(entry); }
  std::vector<storage::AuditEntry> audit_entries() { return waiting().audit_entries({.limit = 1'000}); }
  std::optional<std::vector<std::uint8_t>> record(std::uint64_t number) { return waiting().record(number); }
  std::optional<storage::GameRow> game(std::uint64_t number) { return waiting().game(number); }
  std::vector<storage::GameRow> games_of_match(std::uint64_t match) { return waiting().games_of_match(match); }

 private:
  storage::MemoryStore& memory() { return dynamic_cast<storage::MemoryStore&>(contract_.store()); }
  storage::test::WaitingStore waiting() { return storage::test::WaitingStore(contract_.store()); }

  std::function<bool(const std::string&)> fails_;
  storage::test::Interceptor interceptor_;
  storage::test::InterceptedStore contract_;
};

// A session service with connections that keep the sent messages, a store in memory, and a clock and posted calls that
// the test controls.
class InMemoryServer final : public net::Connections {
 public:
  explicit InMemoryServer(const sessions::SessionServiceSettings& settings = {})
      : store([this](std::function<void()> answer) { posted.push_back(std::move(answer)); }),
        service(settings, dependencies()) {
    run_posted();
  }

  // The dependencies of a service on this server: of `service`, and of others that a test starts on the same store.
  sessions::Dependencies dependencies() {
    return {
        .connections = *this,
        .store = store.contract(),
        .now = [this] { return now; },
        .date = [this] { return minute + std::to_string(10 + dates_++ % 50) + "Z"; },
        .post_later = [this](std::chrono::milliseconds,
                             std::function<void()> what) { posted_later.push_back(std::move(what)); },
        .post = [this](std::function<void()> what) { posted.push_back(std::move(what)); },
        .run_in_background =
            [this](std::function<void()> what) { holds_background ? background.push_back(std::move(what)) : what(); },
        .log = [this](const std::string& line) { lines.push_back(line); }};
  }

  void send(net::ConnectionId connection, std::string_view message) override { sent[connection].emplace_back(message); }
  void send(net::ConnectionId connection, const net::SharedMessage& message) override {
    shared[connection].push_back(message);
    send(connection, std::string_view(*message));
  }
  std::size_t queued_bytes(net::ConnectionId) const override { return 0; }
  void set_payer(net::ConnectionId connection, const std::string& payer) override { payers[connection] = payer; }
  void close(net::ConnectionId connection, net::CloseReason reason) override { closed[connection] = reason; }

  net::ConnectionId connect(net::Transport transport, const std::string& protocol = "",
                            const std::string& address = "127.0.0.1", const std::string& ticket = "") {
    const net::ConnectionId connection{++connections_};
    encodings_[connection] = protocol == "rensa.v1.json" ? proto::Encoding::json : proto::Encoding::binary;
    service.opened(connection, {.transport = transport, .address = address, .protocol = protocol, .ticket = ticket});
    return connection;
  }
  void say(net::ConnectionId connection, const proto::ClientMessage& message) {
    service.received(connection, proto::encode(message, encodings_.at(connection)));
    if (answers_at_once) run_posted();
  }
  net::ConnectionId enter(const std::string& name, const std::string& token = "") {
    const net::ConnectionId connection = connect(net::Transport::tcp);
    proto::Hello hello;
    hello.name = name;
    hello.token = token;
    say(connection, hello);
    return connection;
  }

  template <typename Message>
  std::optional<Message> last(net::ConnectionId connection) {
    std::optional<Message> found;
    for (const std::string& bytes : sent[connection]) {
      const auto message = proto::server_message_of(bytes, encodings_.at(connection));
      if (!message) continue;
      if (const auto* wanted = std::get_if<Message>(&*message)) found = *wanted;
    }
    return found;
  }

  // Gives the service all answers of the store.
  void run_posted() {
    while (!posted.empty()) {
      const auto what = std::move(posted.front());
      posted.pop_front();
      what();
    }
  }
  // Runs all calls that wait for a time.
  void run_posted_later() {
    const auto calls = std::exchange(posted_later, {});
    for (const auto& call : calls) call();
    run_posted();
  }
  // Lets the store save all games, and runs all posted calls.
  void settle() {
    store.store_waiting_games();
    run_posted();
    send_spectator_updates();
  }
  void send_spectator_updates() {
    while (service.lobby().spectators().has_updates()) service.lobby().spectators().send_some_updates();
  }

  // Plays a game that one player resigns at once.
  proto::MatchId play_short_game() {
    const net::ConnectionId one = enter("one");
    const net::ConnectionId two = enter("two");
    say(one, proto::QuickMatch{});
    say(two, proto::QuickMatch{});
    const proto::MatchId match = last<proto::MatchStart>(one)->match;
    say(one, proto::Leave{match, duel::Seat::one});
    settle();
    return match;
  }

  // Returns the number of times that the service has asked for the date.
  int date_count() const { return dates_; }

  base::Time now = base::Time(std::chrono::hours(1));
  std::string minute = "2026-01-02T03:04:";  // of the dates
  std::deque<std::function<void()>> posted;
  std::vector<std::function<void()>> posted_later;
  bool holds_background = false;  // true: background tasks wait until the test runs them
  std::vector<std::function<void()>> background;
  std::vector<std::string> lines;
  std::map<net::ConnectionId, std::vector<std::string>> sent;
  std::map<net::ConnectionId, std::vector<net::SharedMessage>> shared;  // the shared messages in `sent`
  std::map<net::ConnectionId, net::CloseReason> closed;
  std::map<net::ConnectionId, std::string> payers;  // that were set
  bool answers_at_once = true;                      // false: the store answers when the test runs the posted calls
  InMemoryStore store;
  sessions::SessionService service;

 private:
  std::uint64_t connections_ = 0;
  int dates_ = 0;  // makes all dates different
  std::map<net::ConnectionId, proto::Encoding> encodings_;
};

}  // namespace rensa::tests
