#pragma once

#include <array>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>

#include "server/base/log_line.h"
#include "server/base/types.h"
#include "server/live_matches/match_recorder.h"
#include "server/lobby/lobby.h"
#include "server/net/connections.h"
#include "server/sessions/advisers.h"
#include "server/sessions/arrival_budget.h"
#include "server/sessions/game_saver.h"
#include "server/sessions/invitation_codes.h"
#include "server/sessions/moderation/recent_matches.h"
#include "server/sessions/moderation/restriction_cache.h"
#include "server/sessions/moderation/seat_history.h"
#include "server/sessions/queue_sources.h"
#include "server/sessions/rate_budgets.h"
#include "server/sessions/seat_claims.h"
#include "server/sessions/session_log.h"
#include "server/sessions/session_protocol.h"
#include "server/sessions/tournament_host.h"
#include "server/storage/id_reserve.h"
#include "server/storage/store.h"
#include "server/storage/token_cache.h"

namespace rensa::sessions {

// The sessions of all clients. It decodes messages and passes them to the lobby, encodes the answers, and saves
// finished games in the store. All calls are made on one thread, also those of the store's answers. A session that
// needs an answer of the store waits for it, while all others go on.

// The parts that a SessionService uses; all of them must outlive it.
struct Dependencies {
  net::Connections& connections;
  storage::Store& store;
  std::function<base::Time()> now;
  // Returns the date for rows of the store: ISO 8601, UTC.
  std::function<std::string()> date;
  // Runs a function on the thread of the service after a delay.
  std::function<void(std::chrono::milliseconds, std::function<void()>)> post_later;
  // Runs a function soon on the thread of the service, never within the call. May be called from any thread.
  storage::Executor post;
  // Runs a function on another thread, so that no match waits for it.
  std::function<void(std::function<void()>)> run_in_background;
  std::function<void(const base::LogLine&)> log;
  // Writes the log of running matches; null: matches are not logged.
  live_matches::MatchRecorder* match_recorder = nullptr;
};

// How people get accounts by themselves.
struct RegistrationSettings {
  enum class Mode : std::uint8_t { off, open, approval };
  Mode mode = Mode::off;
  int per_day = 3;  // of an address
};

struct SessionServiceSettings {
  lobby::LobbySettings lobby;
  std::size_t congested_bytes = 64 * 1024;           // that wait for a spectator; beyond them, it is sent no states
  std::chrono::milliseconds save_again_after{1000};  // the pause after the first failure to save a game
  std::chrono::milliseconds advice_within{10'000};   // the time in which an adviser must answer
  bool lists_arranged_games = true;                  // the store lists the games of tournaments, too
  bool guests_over_tcp = true;                       // false: workers need a token
  // Challenges to players that are asked whether they accept, by each payer.
  net::MessageRate challenges{1, 30};
  net::MessageRate guests_matches{1, 60};   // of match requests by people without a token, for each address
  net::MessageRate arrivals{1'000, 2'000};  // of clients that are let in, all together; 0: no limit
  // Clients of a payer that were let in because they claim a seat, and that have not proved it yet.
  std::size_t max_seat_claims_per_payer = 1'000;
  std::chrono::milliseconds claim_within{10'000};       // the time in which such a client has to prove its claim
  std::chrono::milliseconds claim_again_within{1'000};  // the same after it has failed to do so
  RegistrationSettings registration{};
};

// Counts for metrics.
struct SessionCounts {
  std::uint64_t sessions_opened = 0;
  std::uint64_t messages_in = 0;
  std::uint64_t messages_out = 0;
  std::uint64_t bytes_out = 0;
  std::uint64_t refused = 0;            // not admitted, or closed because of their messages
  std::uint64_t not_entered = 0;        // closed without having entered
  std::uint64_t told_to_come_back = 0;  // of these: too many clients came at once
  std::uint64_t saves_failed = 0;
};

class SessionService final : public net::Receiver, private lobby::LobbyOutput, private AdmissionPolicy {
 public:
  SessionService(const SessionServiceSettings& settings, Dependencies dependencies);

  void opened(net::ConnectionId connection, const net::Peer& peer) override;
  net::Payment received(net::ConnectionId connection, std::string_view message) override;
  void refused(net::ConnectionId connection, net::CloseReason reason) override;
  void closed(net::ConnectionId connection, std::string_view why) override;

  // Asks an adviser for its choice in a position. The question is reserved first, so that the position is read only if
  // an adviser can take it. A question that waits for too long ends with NoAdvice::timed_out.
  std::optional<base::QuestionId> reserve_question(const std::string& player, const std::string& asker,
                                                   Advisers::AdviceCallback done);
  void send_question(base::QuestionId question, const match::Terms& terms, const duel::View& view);
  bool cancel_question(base::QuestionId question) { return advisers_.cancel_question(question); }
  std::vector<std::string> advisers() const { return advisers_.names(); }
  // Matches that run keep the settings with which they began.
  void change_settings(const SessionServiceSettings& settings);
  // Sets the host that arranges matches here. It must outlive all of its matches.
  void set_tournament_host(TournamentHost& host) { tournament_host_ = &host; }
  // The function returns the account of the author of a program of a tournament, by its name; nullopt: it is not known.
  using AuthorOfProgram = std::function<std::optional<std::int64_t>(const std::string& name)>;
  void use_authors(AuthorOfProgram author_of_program) { author_of_program_ = std::move(author_of_program); }
  std::optional<std::int64_t> author_of_program(const std::string& name) const {
    return author_of_program_ ? author_of_program_(name) : std::nullopt;
  }
  // Codes of invitations are made with this key from now on, which is that of earlier processes.
  void use_invitation_key(std::string key) { invitation_codes_ = InvitationCodes(std::move(key)); }
  lobby::Lobby& lobby() { return lobby_; }
  const lobby::Lobby& lobby() const { return lobby_; }
  const SessionCounts& counts() const { return counts_; }
  // Ends a match and logs the name of the person who wanted it. Returns nullopt if there is no such match.
  std::optional<match::AbandonResult> abandon(base::MatchId match, const std::string& requester);
  // Finds the valid token with this text, as the store knows it when it is asked.
  void find_token(const std::string& text, storage::Completion<std::optional<storage::TokenRow>> done);
  // These two answer at once, as of the last refresh_from_store().
  std::optional<storage::TokenRow> known_account(const std::string& token) const { return tokens_.find(token); }
  // Returns the accounts with this name or one that looks like it, each if its token is valid.
  std::vector<storage::TokenRow> accounts_like(const std::string& name) const {
    return tokens_.index().with_name_like(name);
  }
  bool has_account_like(const std::string& name) const { return tokens_.has_name_like(name); }
  // Returns the account if its token is valid, as the store knew it when find_token() or refresh_from_store() was
  // called.
  std::optional<storage::TokenRow> find_account(std::int64_t account) const { return tokens_.find_account(account); }
  // Learns which tokens other processes have made and revoked, and closes all connections with a revoked one. Tries
  // again what the store could not do, and notices if its files were removed or replaced. Call it regularly.
  void refresh_from_store();
  // Returns true once the store has answered what every session needs: the tokens, and numbers for matches.
  bool is_ready() const { return tokens_.is_loaded() && restrictions_.is_loaded() && !match_ids_.is_empty(); }
  void send(base::SessionId session, TournamentMessage message);
  // Returns the player with this name; nullopt: none is connected.
  std::optional<RecentMatches::SeatPlayer> find_player(const std::string& name) const;
  // Returns the ban of an account that holds now.
  std::optional<storage::Restriction> ban_of(std::int64_t account) const {
    return restrictions_.find(storage::Restriction::Kind::ban, storage::subject_of_account(account));
  }
  // Returns the ban of everyone at a network, or in its neighbourhood, that holds now.
  std::optional<storage::Restriction> ban_of_everyone(const std::string& network) const {
    return find_restriction_of_everyone(storage::Restriction::Kind::ban, network);
  }
  // Returns the ban of the guests of a network or its neighbourhood, or of everyone there, that holds now.
  std::optional<storage::Restriction> ban_of_guests(const std::string& network) const {
    return find_restriction_of_guests(storage::Restriction::Kind::ban, network);
  }
  const RegistrationSettings& registration_settings() const { return settings_.registration; }
  // Returns the reason why a person of this payer cannot register the name now, as far as the server knows it without
  // its store; nullopt: there is none.
  std::optional<std::string> why_name_is_taken(const std::string& name, const std::string& payer) const;
  // Returns the account of the valid token with this hash.
  std::optional<storage::TokenRow> find_account_of_hash(const storage::TokenHash& hash) const {
    return tokens_.index().find(hash);
  }
  const RecentMatches& recent_matches() const { return recent_matches_; }
  // Returns the time of now as the store writes it.
  std::string date_of_now() const { return dependencies_.date(); }
  // Returns the number of bytes that wait to be sent to the session.
  std::size_t queued_bytes(base::SessionId session) const;
  // Returns the number of games that are not on disk yet.
  std::size_t unsaved_game_count() const { return saver_.unsaved_count(); }
  // Returns the number of games that have ended since the start, and how many of the first ones are not on disk yet.
  std::uint64_t ended_game_count() const { return saver_.game_count(); }
  std::size_t unsaved_count_of_first(std::uint64_t games) const { return saver_.unsaved_count_of_first(games); }
  // Returns a number that no match has or will have; nullopt: the store has not given any yet.
  std::optional<base::MatchId> take_match_id() {
    return match_ids_.is_empty() ? std::nullopt : std::optional(base::MatchId{match_ids_.take()});
  }
  // Matches that begin from now on have larger numbers than this one. is_ready() is false until there are some.
  void skip_match_ids(base::MatchId last) { match_ids_.skip_to(static_cast<std::uint64_t>(last)); }
  // From now on this recorder is given the events of all matches; null: none is.
  void set_match_recorder(live_matches::MatchRecorder* recorder) { dependencies_.match_recorder = recorder; }
  // Returns true while the events of running matches cannot be logged. No match between players begins meanwhile.
  bool is_match_log_failing() const {
    return dependencies_.match_recorder != nullptr && dependencies_.match_recorder->is_failing();
  }
  // Returns true if the match goes on after the next start.
  bool does_match_survive(base::MatchId match) const {
    return dependencies_.match_recorder != nullptr && !dependencies_.match_recorder->is_failing() &&
           dependencies_.match_recorder->is_logged(match);
  }
  // Returns true if all running matches of players go on after the next start. Games of a tournament's programs are
  // played again.
  bool do_matches_survive() const {
    return dependencies_.match_recorder != nullptr && !dependencies_.match_recorder->has_unlogged_matches();
  }
  // Learns the players of a match of an earlier process. Their accounts are known, and guests are known when they have
  // come back. Does nothing if the match does not run.
  void remember_restored_match(base::MatchId match);
  // From now on messages of clients and the ends of their connections are ignored, so that the running matches stay as
  // they are for the next server.
  void stop_receiving() { is_receiving_ = false; }
  // Returns true while games cannot be saved.
  bool is_store_failing() const { return saver_.is_failing() || is_store_lost_; }

 private:
  struct ClientSession {
    SessionProtocol protocol;
    proto::Encoding encoding;
    net::Transport transport;
    std::string address;
    std::string network;    // the part of the address that shares limits
    std::string ticket;     // of the program for which its socket was opened; empty: anybody may connect there
    lobby::Payer payer;     // shares the server's time, the capacity for matches, and rate budgets
    std::string subject;    // of bans and mutes of this client
    bool has_match_budget;  // its match requests count in match_budgets_
    base::PlayerId player;  // in the lobby, once the session has entered
    proto::Hello hello;     // kept until the tournament host is told of the arrival
    // The token and the client id, under which connections_by_client_ has the connection; empty: it has no client id.
    std::string client_key{};
    // The first request waits for a record of the store, and the others came after it.
    std::deque<proto::ClientMessage> kept_requests{};
    bool is_reading_record = false;  // for the first request, or for one that was withdrawn
    bool is_closing = false;         // the connection is being closed, so that answers of the store come too late
    // It was let in because it claims a seat, and has not taken one over yet. Until then, its offers have no effect.
    bool has_to_resume = false;
    bool has_failed_to_resume = false;
    bool has_withdrawn_offer = false;  // for arranged matches
    bool is_logged = false;            // the log tells that it has entered

    // Returns true if it was admitted by a ticket of the tournament host.
    bool plays_arranged_only() const { return player.kind == base::PlayerId::Kind::program; }
    SeatHolder person() const { return {.subject = subject, .network = network}; }
    // Returns the network, or the name of the player if it is a program of a tournament or an account that has no
    // address.
    std::string log_source() const {
      const bool has_address = network != net::kUnixPeerAddress || base::is_guest(player);
      return plays_arranged_only() || !has_address ? base::name_of(player) : network;
    }
  };

  // The snapshot of the lobby; null: no player with this encoding has asked for it.
  struct EncodedSnapshot {
    std::uint64_t version = 0;
    net::SharedMessage binary{};
    net::SharedMessage json{};
  };

  // A message to a player of a match whose start is not on disk yet, or to such a player after it.
  struct WaitingMessage {
    base::PlayerId player{};
    std::variant<match::MatchMessage, proto::ServerMessage> message;
  };

  static base::SessionId session_of(net::ConnectionId connection) {
    return base::SessionId{static_cast<std::uint64_t>(connection)};
  }
  static net::ConnectionId connection_of(base::SessionId session) {
    return net::ConnectionId{static_cast<std::uint64_t>(session)};
  }

  void send(base::PlayerId player, match::MatchMessage&& message) override;
  void send(base::PlayerId player, lobby::LobbyMessage&& message) override;
  void send_snapshot(base::PlayerId player) override;
  void send_to_all(std::span<const base::PlayerId> players, match::SpectatorMessage& message) override;
  bool is_congested(base::PlayerId player) const override;
  void record_event(base::MatchId match, const match::MatchEvent& event) override;
  std::optional<std::string> why_no_new_match() const override;
  bool is_new_match_waiting(base::MatchId match) const override { return unlogged_matches_.contains(match); }
  void save(match::FinishedGame game) override;
  match::SecretSeed draw_secret_seed() override;
  std::string draw_invitation_code(const std::string& client_id) override {
    return invitation_codes_.make(draw_secret_seed().seed, client_id);
  }
  bool is_invitation_code_of(const std::string& code, const std::string& client_id) const override {
    return invitation_codes_.is_made_for(code, client_id);
  }
  std::string date() const override { return dependencies_.date(); }
  std::optional<match::QueueSource> queue_source(std::uint64_t record) const override;
  std::optional<Admission> admit(const proto::Hello& hello) override;

  void react(net::ConnectionId connection, ClientSession& client, SessionReaction reaction);
  void handle_request(net::ConnectionId connection, ClientSession& client, const proto::ClientMessage& request);
  void dispatch_kept(net::ConnectionId connection, ClientSession& client);
  std::optional<std::uint64_t> record_to_read(const proto::ClientMessage& request) const;
  void read_record_for(net::ConnectionId connection, std::uint64_t record);
  void log_store_error(const storage::StoreError& problem) const;
  void on_files_checked(const storage::StoreResult<storage::Success>& answer);
  void dispatch(net::ConnectionId connection, ClientSession& client, const proto::ClientMessage& request);
  void recognise_guest(net::ConnectionId connection, ClientSession& client, const proto::Resume& resumed);
  void restore_guest_name(base::PlayerId player, const proto::Resume& resumed);
  void rename(base::PlayerId player, const std::string& name);
  void count_and_log_end(net::ConnectionId connection, const ClientSession& client, std::string_view why);
  bool has_token_for(const std::string& name) const;
  void send(net::ConnectionId connection, const ClientSession& client, const proto::ServerMessage& message);
  void send_outgoing(net::ConnectionId connection);
  void begin_logged_match(base::MatchId match);
  // Returns the list of messages that are sent once the start of the player's newest match is on disk; null: the
  // player waits for no start.
  std::vector<WaitingMessage>* waiting_messages_of(base::PlayerId player);
  void send_shared(net::ConnectionId connection, const net::SharedMessage& message);
  void become_payer(ClientSession& client, std::string payer);
  void become_account(ClientSession& client, const storage::TokenRow& account);
  void replace_earlier_connection(net::ConnectionId connection, ClientSession& client);
  void publish_offers(net::ConnectionId connection, ClientSession& client);
  void announce_arrival(net::ConnectionId connection, ClientSession& client, const std::string& name);
  bool may_challenge(const ClientSession& client, const proto::ClientMessage& request);
  bool may_request_match(const ClientSession& client, const proto::ClientMessage& request);
  void disconnect(net::ConnectionId connection, ClientSession& client, proto::Error why, net::CloseReason reason);
  void admit_after_refresh(net::ConnectionId connection);
  void decide(net::ConnectionId connection, const std::function<Admission(ClientSession&)>& admission);
  std::optional<storage::Restriction> find_restriction(storage::Restriction::Kind kind, const SeatHolder& person) const;
  std::optional<storage::Restriction> find_restriction_of_everyone(storage::Restriction::Kind kind,
                                                                   const std::string& network) const;
  std::optional<storage::Restriction> find_restriction_of_guests(storage::Restriction::Kind kind,
                                                                 const std::string& network) const;
  bool is_author_restricted(const ClientSession& client) const;
  bool has_role(const SeatHolder& person) const;
  // `present`: the person that has the seat, or wants it.
  bool is_seat_restricted(storage::Restriction::Kind kind, base::MatchId match, duel::Seat seat,
                          const SeatHolder& present) const;
  bool may_resume(const ClientSession& client, const proto::Resume& wanted) const;
  bool may_not_comment(const ClientSession& client, const proto::Decide& decide) const {
    return is_muted(client) || is_author_restricted(client) ||
           is_seat_restricted(storage::Restriction::Kind::mute, decide.match, decide.seat, client.person());
  }
  // Returns the refusal of a client that is banned.
  std::optional<proto::Error> why_banned(const ClientSession& client) const;
  bool is_muted(const ClientSession& client) const {
    return find_restriction(storage::Restriction::Kind::mute, client.person()).has_value();
  }
  // Returns true for guests, and for unapproved accounts.
  bool counts_as_guest(base::PlayerId player) const;
  bool is_name_refused(const std::string& name) const {
    return restrictions_.find(storage::Restriction::Kind::name, name).has_value();
  }
  void remember_match(base::MatchId match, const std::array<match::MatchPlayer, 2>& players);
  void remember_taken_seat(base::MatchId match, const match::SeatTaken& taken);
  SeatHolder holder_of(base::PlayerId player) const;
  // Closes connections with a revoked token, and gives players the new names of their accounts.
  void apply_token_changes();
  // Closes the connections of banned clients, and gives guests with a refused name another one.
  void apply_restrictions();
  static constexpr const char* kWhySeatIsClosed = "a player that has had this seat is banned, so the seat is closed";
  void close_banned_seat(const SeatHistory::SeatOfMatch& seat);
  Admission admit_token(ClientSession& client);
  Admission admit_guest(const ClientSession& client, const std::string& name);
  static Admission refuse_for_store();
  std::string arrival_payer_of(const ClientSession& client) const;
  proto::Error come_back_later(Arrival arrival, const std::string& payer);
  void add_claim(net::ConnectionId connection, ClientSession& client);
  void end_claim(net::ConnectionId connection, ClientSession& client);
  bool let_in_as_newcomer(net::ConnectionId connection, ClientSession& client);
  bool let_in_or_disconnect(net::ConnectionId connection, ClientSession& client);
  void decide_claim(net::ConnectionId connection);
  void decide_claim_later(net::ConnectionId connection, std::chrono::milliseconds delay);
  void on_resumed(net::ConnectionId connection, ClientSession& client);
  bool is_free(const std::string& name) const;
  std::string make_free_name(const std::string& stem, std::uint64_t number);
  std::string make_guest_name();

  SessionServiceSettings settings_;
  Dependencies dependencies_;
  SessionCounts counts_;
  SessionLog session_log_;
  using ClientSessions = std::unordered_map<net::ConnectionId, ClientSession>;
  ClientSessions client_sessions_;
  std::unordered_map<base::PlayerId, ClientSessions::value_type*> players_;   // that are in the lobby
  std::unordered_map<std::string, net::ConnectionId> connections_by_client_;  // of sessions with a token
  net::ConnectionId handled_{};        // the connection whose message is being handled, or was the last
  AuthorOfProgram author_of_program_;  // may be empty
  TournamentHost* tournament_host_ = nullptr;
  RateBudgets match_budgets_;
  RateBudgets challenge_budgets_;
  ArrivalBudget arrivals_;
  SeatClaims seat_claims_;
  EncodedSnapshot snapshot_;
  // New matches whose start is not on disk yet: in the log, and in the journal of a tournament. No player is told of a
  // match that could be lost.
  std::map<base::MatchId, std::vector<WaitingMessage>> unlogged_matches_;
  InvitationCodes invitation_codes_;
  Advisers advisers_;
  std::string outgoing_;  // reused for each message, so that its memory is kept
  std::uint64_t guest_count_ = 0;
  bool is_receiving_ = true;
  bool is_store_lost_ = false;  // its files were removed or replaced when they were checked last
  storage::TokenCache tokens_;
  std::uint64_t applied_token_version_ = 0;  // of the tokens whose changes the sessions have
  RestrictionCache restrictions_;
  std::pair<std::uint64_t, std::uint64_t> applied_restriction_versions_{};  // of the restrictions, and of the tokens
  RecentMatches recent_matches_;
  SeatHistory seat_history_;
  storage::IdReserve match_ids_;
  QueueSources queue_sources_;
  GameSaver saver_;
  lobby::Lobby lobby_;
};

}  // namespace rensa::sessions
