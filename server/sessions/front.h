#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "server/base/time.h"
#include "server/sessions/advisers.h"
#include "server/sessions/budgets.h"
#include "server/sessions/host.h"
#include "server/net/connections.h"
#include "server/play/hall.h"
#include "server/sessions/session.h"
#include "server/storage/store.h"

namespace rensa::sessions {

// Where connections, sessions, the hall and the store meet: bytes become messages here, messages bytes, and finished
// games rows. All of it on one thread; what the store says on its own is posted there.

struct Surroundings {
  net::Connections& connections;
  storage::Store& store;
  std::function<base::Time()> now;
  // ISO 8601, UTC: for the rows of the store.
  std::function<std::string()> date;
  // Runs something on the thread of all this, soon or after a while. May be called from any thread.
  std::function<void(std::function<void()>)> post;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  std::function<void(const std::string&)> log;
};

struct FrontSettings {
  play::HallSettings hall;
  std::size_t congested_bytes = 64 * 1024;  // queued for a spectator, beyond which states are left out
  std::chrono::milliseconds save_again_after{1000};
  std::chrono::milliseconds advice_within{10'000};  // an answer to a question is worth waiting for
  bool guests_over_tcp = true;                      // may play without a token there
  net::MessageRate rate{200'000, 400'000};          // of all connections of a token, and of all guests of an address
  net::MessageRate guests_matches{1, 60};  // that people without a token may ask for, all of an address together
};

// What is counted here, for metrics.
struct FrontTally {
  std::uint64_t sessions_opened = 0;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t refused = 0;  // at the gate, or for what they said
  std::uint64_t saves_failed = 0;
};

class Front final : public net::Receiver, private play::Outlet, private sessions::Gate {
 public:
  Front(const FrontSettings& settings, Surroundings surroundings);

  void opened(net::ConnectionId connection, const net::Peer& peer) override;
  void received(net::ConnectionId connection, std::string_view message) override;
  void refused(net::ConnectionId connection, net::CloseReason reason) override;
  void closed(net::ConnectionId connection, std::string_view why) override;

  // Asks a player that is here what it would do in a position, in two steps: a place for the question first, so that
  // nobody looks for a position without need. As in Advisers; who waits for long hears that it is late.
  std::optional<proto::QuestionId> reserve_question(const std::string& player, const std::string& asker,
                                                    Advisers::Done done);
  void put(const proto::Question& question);
  bool drop(proto::QuestionId question) { return advisers_.drop(question); }
  std::vector<std::string> advisers() const { return advisers_.names(); }
  // Who arranges matches here, and outlives all of them; at most one.
  void set_host(Host& host) { host_ = &host; }
  play::Hall& hall() { return hall_; }
  const play::Hall& hall() const { return hall_; }
  const FrontTally& tally() const { return tally_; }
  // Ends a match, and says in the log by whose wish; nullopt: there is no such match.
  std::optional<play::Abandoned> abandon(proto::MatchId match, const std::string& who);
  // Closes the connections whose token has been revoked meanwhile. To be called now and then.
  void show_out_revoked();
  void tell(base::SessionId session, const proto::ServerMessage& message) override;
  // That it has been told, and that have not left yet.
  std::size_t queued_bytes(base::SessionId session) const;
  // Games whose record is not on disk yet.
  std::size_t unsaved() const { return unsaved_; }

 private:
  struct Visitor {
    sessions::Session session;
    proto::Encoding encoding;
    net::Transport transport;
    std::string address;
    std::string payer;  // in the budgets
    bool is_rationed;   // what it asks for counts in `matches_`
    std::optional<std::int64_t> token;
    bool only_plays = false;  // came by a ticket of the host
    proto::Hello hello;       // for the host
  };

  void tell_all(std::span<const base::SessionId> sessions, const proto::ServerMessage& message) override;
  bool is_congested(base::SessionId session) const override;
  void save(play::FinishedGame game) override;
  play::Secret draw_secret() override;
  std::string date() const override { return around_.date(); }
  std::optional<play::Precedent> precedent(std::uint64_t record) const override;
  sessions::Admission admit(const proto::Hello& hello) override;

  struct Unsaved {
    play::FinishedGame game;
    std::string date;  // of its end
  };
  void store_game(std::shared_ptr<const Unsaved> unsaved);
  void hand_on(net::ConnectionId connection, const Visitor& visitor, const proto::ClientMessage& order);
  bool is_guest(base::SessionId session) const;
  void restore_name(base::SessionId session, const proto::Resume& resumed);
  void rename(base::SessionId session, const std::string& name);
  bool has_token_for(const std::string& name) const;
  void send(net::ConnectionId connection, const Visitor& visitor, const proto::ServerMessage& message);
  void charge_token(Visitor& visitor, std::int64_t token);
  void announce(net::ConnectionId connection, Visitor& visitor, const std::string& name);
  bool may_ask(const Visitor& visitor, const proto::ClientMessage& order);
  void show_out(net::ConnectionId connection, const Visitor& visitor, proto::Error why, net::CloseReason reason);
  sessions::Admission admit_token(const std::string& token);
  sessions::Admission admit_guest(const std::string& name);
  bool is_free(const std::string& name) const;
  std::string free_name(const std::string& stem, std::uint64_t number) const;

  FrontSettings settings_;
  Surroundings around_;
  FrontTally tally_;
  std::unordered_map<net::ConnectionId, Visitor> visitors_;
  Visitor* greeted_ = nullptr;  // whose Hello is being looked at
  Host* host_ = nullptr;
  Budgets budgets_;
  Budgets matches_;
  Advisers advisers_;
  std::string outgoing_;  // keeps its memory from one message to the next
  std::uint64_t guests_ = 0;
  std::size_t unsaved_ = 0;
  play::Hall hall_;
};

}  // namespace rensa::sessions
