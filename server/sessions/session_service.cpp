#include "server/sessions/session_service.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <sys/random.h>
#include <utility>

#include "proto/feature.h"
#include "proto/framing.h"
#include "proto/message.h"
#include "server/match/series.h"
#include "server/sessions/wire/wire_messages.h"

namespace rensa::sessions {

namespace {

// A number is lost with each block that a process has not used up. Thousands of matches may begin before the store has
// reserved the next block.
constexpr std::uint64_t kMatchIdBlock = 8'192;
constexpr std::size_t kMaxKeptRequests = 64;
constexpr std::ptrdiff_t kMaxWaitingMessages = 64;  // to a client, until the start of its match is on disk

// A message of a match by encoding; null: no receiver of it uses the encoding.
struct BytesForClients final : match::EncodedMessage {
  net::SharedMessage binary;
  net::SharedMessage json;
};

// Messages of running matches, answers and withdrawals do not wait for a record that an earlier request of their
// session needs.
bool passes_kept_requests(const proto::ClientMessage& request) {
  return std::holds_alternative<proto::Decide>(request) || std::holds_alternative<proto::Ping>(request) ||
         std::holds_alternative<proto::Leave>(request) || std::holds_alternative<proto::Resume>(request) ||
         std::holds_alternative<proto::Advice>(request);
}

// Returns true if the message withdraws the earlier wishes for matches with any opponent.
bool withdraws_wishes(const proto::ClientMessage& request) {
  const auto* leave = std::get_if<proto::Leave>(&request);
  return leave != nullptr && !leave->match;
}

bool is_wish(const proto::ClientMessage& request) {
  return std::holds_alternative<proto::QuickMatch>(request) || std::holds_alternative<proto::Invite>(request);
}

// Returns the number of the record from which the request wants the pairs; 0: none.
std::uint64_t wanted_record(const proto::ClientMessage& request) {
  if (const auto* challenge = std::get_if<proto::Challenge>(&request)) return challenge->terms.queue_of;
  if (const auto* invite = std::get_if<proto::Invite>(&request)) return invite->terms.queue_of;
  return 0;
}

}  // namespace

SessionService::SessionService(const SessionServiceSettings& settings, Dependencies dependencies)
    : settings_(settings),
      dependencies_(std::move(dependencies)),
      session_log_({.log = dependencies_.log, .now = dependencies_.now, .post_later = dependencies_.post_later}),
      match_budgets_(settings.guests_matches),
      challenge_budgets_(settings.challenges),
      arrivals_(settings.arrivals, draw_secret_seed().seed),
      invitation_codes_(draw_secret_seed().nonce),
      tokens_(dependencies_.store),
      restrictions_(dependencies_.store, dependencies_.date),
      match_ids_(dependencies_.store, storage::IdKind::match, kMatchIdBlock,
                 [this](const storage::StoreError& problem) { log_store_error(problem); }),
      queue_sources_({.games = dependencies_.store,
                      .run_in_background = dependencies_.run_in_background,
                      .post = dependencies_.post}),
      saver_(
          {.games = dependencies_.store,
           .again_after = settings.save_again_after,
           .post_later = dependencies_.post_later,
           .run_in_background = dependencies_.run_in_background,
           .lists_arranged_games = settings.lists_arranged_games,
           .is_guest = [this](base::PlayerId player) { return counts_as_guest(player); },
           .when_logged =
               [this](base::MatchId match, std::function<void()> then) {
                 const auto* recorder = dependencies_.match_recorder;
                 if (recorder == nullptr || !recorder->has(match)) return then();
                 dependencies_.match_recorder->when_durable(std::move(then));
               },
           .failed =
               [this](const storage::GameRow& game, const storage::StoreError& problem) {
                 ++counts_.saves_failed;
                 const bool is_refused = problem.kind == storage::StoreError::Kind::refused;
                 dependencies_.log(base::LogLine(is_refused ? "save_refused" : "save_failed")
                                       .number("match", game.match)
                                       .number("game", game.game)
                                       .text("why", problem.message));
               },
           .announce =
               [this](base::MatchId match, int game, std::uint64_t record) {
                 lobby_.matches().on_game_saved(match, game, record, dependencies_.now());
               },
           .announce_void = [this](base::MatchId match,
                                   int game) { lobby_.matches().on_game_voided(match, game, dependencies_.now()); }}),
      lobby_(settings.lobby, match_ids_, *this) {
  tokens_.refresh([this](const auto& problem) {
    if (problem) log_store_error(*problem);
  });
  restrictions_.refresh([this](const auto& problem) {
    if (problem) log_store_error(*problem);
  });
}

void SessionService::change_settings(const SessionServiceSettings& settings) {
  settings_ = settings;
  lobby_.change_settings(settings.lobby);
  match_budgets_.change_rate(settings.guests_matches);
  challenge_budgets_.change_rate(settings.challenges);
  arrivals_.change_rate(settings.arrivals);
}

void SessionService::opened(net::ConnectionId connection, const net::Peer& peer) {
  ++counts_.sessions_opened;
  const bool is_worker = peer.transport != net::Transport::websocket;
  const SessionLimits limits{.max_message_bytes = static_cast<std::uint32_t>(is_worker ? proto::kMaxWorkerMessageBytes
                                                                                       : proto::kMaxPersonMessageBytes),
                             .violations = 8};
  const bool is_json = peer.protocol == "rensa.v1.json";
  const std::string network = peer.network.empty() ? peer.address : peer.network;
  const std::string payer = storage::subject_of_guests(network);
  challenge_budgets_.join(payer, dependencies_.now());
  if (!is_worker) match_budgets_.join(payer, dependencies_.now());
  client_sessions_.emplace(connection,
                           ClientSession{.protocol = SessionProtocol(limits, *this),
                                         .encoding = is_json ? proto::Encoding::json : proto::Encoding::binary,
                                         .transport = peer.transport,
                                         .address = peer.address,
                                         .network = network,
                                         .ticket = peer.ticket,
                                         .payer = {.name = payer},
                                         .subject = payer,
                                         .has_match_budget = !is_worker,
                                         .player = {.number = static_cast<std::uint64_t>(connection)},
                                         .hello = {}});
}

// Even a match that is resigned at once leaves a record, so match requests without a token are limited.
bool SessionService::may_request_match(const ClientSession& client, const proto::ClientMessage& request) {
  const bool asks = std::holds_alternative<proto::QuickMatch>(request) ||
                    std::holds_alternative<proto::Challenge>(request) ||
                    std::holds_alternative<proto::Accept>(request) || std::holds_alternative<proto::Invite>(request) ||
                    std::holds_alternative<proto::Join>(request);
  return !asks || !client.has_match_budget || match_budgets_.take(client.payer.name, dependencies_.now());
}

// A challenge disturbs the challenged player, which may be a person.
bool SessionService::may_challenge(const ClientSession& client, const proto::ClientMessage& request) {
  const auto* challenge = std::get_if<proto::Challenge>(&request);
  return challenge == nullptr || lobby_.presence().is_open(challenge->opponent) ||
         challenge_budgets_.take(client.payer.name, dependencies_.now());
}

net::Payment SessionService::received(net::ConnectionId connection, std::string_view message) {
  const auto entry = client_sessions_.find(connection);
  if (entry == client_sessions_.end() || !is_receiving_) return net::Payment::by_connection;
  ClientSession& client = entry->second;
  ++counts_.messages_in;
  handled_ = connection;
  const std::uint64_t paid = lobby_.matches().counts().paid_decisions;
  react(connection, client, client.protocol.receive_bytes(message, client.encoding));
  return lobby_.matches().counts().paid_decisions > paid ? net::Payment::by_match : net::Payment::by_connection;
}

void SessionService::react(net::ConnectionId connection, ClientSession& client, SessionReaction reaction) {
  for (const proto::ServerMessage& answer : reaction.answers) {
    // A client that has the answer to a ping has all messages before it, also those that wait. A connection begins with
    // its welcome, which waits for nothing.
    const bool is_first = reaction.entered_name.has_value();
    auto* waiting = reaction.close || is_first ? nullptr : waiting_messages_of(client.player);
    if (waiting != nullptr) {
      const auto is_to_client = [&client](const WaitingMessage& other) { return other.player == client.player; };
      if (std::count_if(waiting->begin(), waiting->end(), is_to_client) >= kMaxWaitingMessages) {
        return disconnect(connection, client,
                          make_error(proto::ErrorCode::rate, "too many messages before the match could begin"),
                          net::CloseReason::violation);
      }
      waiting->push_back({client.player, answer});
    } else {
      send(connection, client, answer);
    }
  }
  if (reaction.entered_name) {
    if (client.player.kind == base::PlayerId::Kind::account) replace_earlier_connection(connection, client);
    players_[client.player] = &*client_sessions_.find(connection);
    client.is_logged =
        session_log_.write_beginning(client.log_source(), base::LogLine("entered")
                                                              .number("session", connection)
                                                              .text("name", *reaction.entered_name)
                                                              .word("player", base::name_of(client.player))
                                                              .word("address", client.address));
    const auto access = client.plays_arranged_only() ? lobby::Access::arranged_matches_only : lobby::Access::full;
    lobby_.enter(client.player, *reaction.entered_name, dependencies_.now(), access);
    lobby_.presence().set_payer(client.player, client.payer);
    // A connection at the socket of a program pays for itself, so that no program takes the time of the others.
    const bool shares_time = !client.payer.is_guest && client.ticket.empty();
    if (shares_time) dependencies_.connections.set_payer(connection, client.payer.name);
    client.has_to_resume ? add_claim(connection, client) : publish_offers(connection, client);
  }
  if (reaction.request) handle_request(connection, client, *reaction.request);
  if (reaction.close) {
    ++counts_.refused;
    client.is_closing = true;
    dependencies_.connections.close(connection, net::CloseReason::violation);
  }
}

void SessionService::handle_request(net::ConnectionId connection, ClientSession& client,
                                    const proto::ClientMessage& request) {
  if (client.is_closing) return;
  const bool needs_seat = client.has_to_resume && !passes_kept_requests(request);
  if (needs_seat && !let_in_or_disconnect(connection, client)) return;
  if (!may_request_match(client, request)) {
    return send(connection, client,
                make_error(proto::ErrorCode::busy, "too many match requests from " + client.payer.name +
                                                       ": wait a few seconds, or ask an administrator for a token"));
  }
  if (!may_challenge(client, request)) {
    return send(
        connection, client,
        make_error(proto::ErrorCode::busy, "too many challenges from " + client.payer.name + ": wait a few seconds"));
  }
  if (withdraws_wishes(request)) std::erase_if(client.kept_requests, is_wish);
  const bool waits = !client.kept_requests.empty();
  if (passes_kept_requests(request) || (!waits && !record_to_read(request))) {
    return dispatch(connection, client, request);
  }
  if (client.kept_requests.size() == kMaxKeptRequests) {
    return send(connection, client,
                make_error(proto::ErrorCode::busy, "your earlier requests still wait for the store: try again later"));
  }
  client.kept_requests.push_back(request);
  if (!waits) dispatch_kept(connection, client);
}

// Handles the kept requests in their order, up to the next one that has to wait for the store.
void SessionService::dispatch_kept(net::ConnectionId connection, ClientSession& client) {
  while (!client.is_reading_record && !client.kept_requests.empty()) {
    if (const auto record = record_to_read(client.kept_requests.front())) {
      client.is_reading_record = true;
      return read_record_for(connection, *record);
    }
    const proto::ClientMessage request = std::move(client.kept_requests.front());
    client.kept_requests.pop_front();
    dispatch(connection, client, request);
  }
}

// Returns the record without which the request cannot be handled; nullopt if it needs none, or if the record is known.
// The requests that accept a challenge or an invitation name no record: it was read for the challenge.
std::optional<std::uint64_t> SessionService::record_to_read(const proto::ClientMessage& request) const {
  const std::uint64_t record = wanted_record(request);
  return record == 0 || queue_sources_.is_known(record) ? std::nullopt : std::optional(record);
}

void SessionService::read_record_for(net::ConnectionId connection, std::uint64_t record) {
  queue_sources_.read(record, [this, connection, record](const std::optional<storage::StoreError>& problem) {
    if (problem) log_store_error(*problem);
    const auto entry = client_sessions_.find(connection);
    if (entry == client_sessions_.end() || entry->second.is_closing) return;
    ClientSession& client = entry->second;
    client.is_reading_record = false;
    // The request may have been withdrawn.
    if (!client.kept_requests.empty() && wanted_record(client.kept_requests.front()) == record) {
      const proto::ClientMessage request = std::move(client.kept_requests.front());
      client.kept_requests.pop_front();
      if (problem) {
        send(connection, client,
             make_error(proto::ErrorCode::busy, "the server cannot read its store now: try again later"));
      } else {
        dispatch(connection, client, request);
      }
    }
    dispatch_kept(connection, client);
  });
}

// Follow and Unfollow go to the tournament host, Advice to the advisers, and all other requests to the lobby.
void SessionService::dispatch(net::ConnectionId connection, ClientSession& client,
                              const proto::ClientMessage& request) {
  const base::SessionId session = session_of(connection);
  if (const auto* advice = std::get_if<proto::Advice>(&request)) return advisers_.on_advice(session, *advice);
  const auto* wanted = std::get_if<proto::Follow>(&request);
  const auto* unwanted = std::get_if<proto::Unfollow>(&request);
  if (wanted == nullptr && unwanted == nullptr) {
    const auto* resume = std::get_if<proto::Resume>(&request);
    const auto* leave = std::get_if<proto::Leave>(&request);
    if (leave != nullptr && leave->arranged) {
      client.has_withdrawn_offer = true;
      if (tournament_host_ != nullptr) tournament_host_->withdrew_offer(session);
    }
    if (resume != nullptr) {
      if (!may_resume(client, *resume)) {
        send(connection, client,
             wire_error({.reason = match::RefusalReason::not_yours, .text = kWhySeatIsClosed, .match = resume->match}));
        if (client.has_to_resume) on_resumed(connection, client);
        return;
      }
      recognise_guest(connection, client, *resume);
    }
    const auto* decide = std::get_if<proto::Decide>(&request);
    if (decide != nullptr && !decide->comment.empty() && may_not_comment(client, *decide)) {
      proto::Decide silent = *decide;
      silent.comment.clear();
      return pass_to_lobby(lobby_.requests(), client.player, silent, dependencies_.now());
    }
    pass_to_lobby(lobby_.requests(), client.player, request, dependencies_.now());
    if (resume != nullptr) {
      restore_guest_name(client.player, *resume);
      if (client.has_to_resume) on_resumed(connection, client);
    }
    return;
  }
  const std::string& tournament = wanted != nullptr ? wanted->tournament : unwanted->tournament;
  std::optional<match::Refusal> why_not;
  if (client.plays_arranged_only()) {
    why_not = match::Refusal{.reason = match::RefusalReason::not_yours,
                             .text = "this connection can only play in its tournament"};
  } else if (tournament_host_ == nullptr) {
    why_not = no_such_tournament(tournament);
  } else {
    why_not = wanted != nullptr ? tournament_host_->follow(session, tournament, wanted->from)
                                : tournament_host_->unfollow(session, tournament);
  }
  if (why_not) send(connection, client, wire_error(*std::move(why_not)));
}

void SessionService::disconnect(net::ConnectionId connection, ClientSession& client, proto::Error why,
                                net::CloseReason reason) {
  ++counts_.refused;
  client.is_closing = true;
  send(connection, client, std::move(why));
  dependencies_.connections.close(connection, reason);
}

void SessionService::refused(net::ConnectionId connection, net::CloseReason reason) {
  const auto entry = client_sessions_.find(connection);
  if (entry == client_sessions_.end()) return;
  ++counts_.refused;
  entry->second.is_closing = true;
  if (reason == net::CloseReason::too_large) {
    send(connection, entry->second, make_error(proto::ErrorCode::too_large, "a message exceeds max_message_bytes"));
  } else {
    send(connection, entry->second, make_error(proto::ErrorCode::rate, "too many messages in too short a time"));
  }
}

void SessionService::closed(net::ConnectionId connection, std::string_view why) {
  const auto entry = client_sessions_.find(connection);
  if (entry == client_sessions_.end() || !is_receiving_) return;
  challenge_budgets_.leave(entry->second.payer.name, dependencies_.now());
  if (entry->second.has_match_budget) match_budgets_.leave(entry->second.payer.name, dependencies_.now());
  seat_claims_.remove(entry->second.payer.name, connection);
  const auto by_client = connections_by_client_.find(entry->second.client_key);
  if (by_client != connections_by_client_.end() && by_client->second == connection) {
    connections_by_client_.erase(by_client);
  }
  count_and_log_end(connection, entry->second, why);
  const base::PlayerId player = entry->second.player;
  players_.erase(player);
  client_sessions_.erase(entry);
  if (tournament_host_ != nullptr) tournament_host_->left(session_of(connection));
  advisers_.remove_adviser(session_of(connection));
  lobby_.leave(player, dependencies_.now());
}

void SessionService::send(net::ConnectionId connection, const ClientSession& client,
                          const proto::ServerMessage& message) {
  proto::encode(message, client.encoding, outgoing_);
  send_outgoing(connection);
}

// Sends the encoded message.
void SessionService::send_outgoing(net::ConnectionId connection) {
  ++counts_.messages_out;
  counts_.bytes_out += outgoing_.size();
  dependencies_.connections.send(connection, std::string_view(outgoing_));
}

void SessionService::send(base::SessionId session, TournamentMessage message) {
  const auto entry = client_sessions_.find(connection_of(session));
  if (entry != client_sessions_.end()) send(entry->first, entry->second, wire_message(std::move(message)));
}

void SessionService::send(base::PlayerId player, match::MatchMessage&& message) {
  if (const auto unlogged = unlogged_matches_.find(message.match); unlogged != unlogged_matches_.end()) {
    return unlogged->second.push_back({player, std::move(message)});
  }
  const auto entry = players_.find(player);
  if (entry == players_.end()) return;
  const auto& [connection, client] = *entry->second;
  encode(std::move(message), client.encoding, outgoing_);
  send_outgoing(connection);
}

void SessionService::send(base::PlayerId player, lobby::LobbyMessage&& message) {
  const auto entry = players_.find(player);
  if (entry == players_.end()) return;
  const auto& [connection, client] = *entry->second;
  send(connection, client, wire_message(std::move(message)));
}

void SessionService::send_snapshot(base::PlayerId player) {
  const auto entry = players_.find(player);
  if (entry == players_.end()) return;
  const auto& [connection, client] = *entry->second;
  if (snapshot_.version != lobby_.snapshot_version()) snapshot_ = {.version = lobby_.snapshot_version()};
  net::SharedMessage& bytes = client.encoding == proto::Encoding::json ? snapshot_.json : snapshot_.binary;
  if (!bytes) {
    proto::encode(wire_message(lobby_.snapshot()), client.encoding, outgoing_);
    bytes = std::make_shared<const std::string>(outgoing_);
  }
  send_shared(connection, bytes);
}

void SessionService::send_shared(net::ConnectionId connection, const net::SharedMessage& message) {
  ++counts_.messages_out;
  counts_.bytes_out += message->size();
  dependencies_.connections.send(connection, message);
}

// The message is encoded once for each encoding, not once for each player.
void SessionService::send_to_all(std::span<const base::PlayerId> players, match::SpectatorMessage& message) {
  if (!message.encoded) message.encoded = std::make_unique<BytesForClients>();
  auto& encoded = static_cast<BytesForClients&>(*message.encoded);
  for (const base::PlayerId player : players) {
    const auto entry = players_.find(player);
    if (entry == players_.end()) continue;
    const auto& [connection, client] = *entry->second;
    const proto::Encoding encoding = client.encoding;
    net::SharedMessage& bytes = encoding == proto::Encoding::json ? encoded.json : encoded.binary;
    if (!bytes) {
      encode(match::MatchMessage(message.message), encoding, outgoing_);
      bytes = std::make_shared<const std::string>(outgoing_);
    }
    send_shared(connection, bytes);
  }
}

std::size_t SessionService::queued_bytes(base::SessionId session) const {
  return dependencies_.connections.queued_bytes(connection_of(session));
}

bool SessionService::is_congested(base::PlayerId player) const {
  const auto entry = players_.find(player);
  return entry != players_.end() &&
         dependencies_.connections.queued_bytes(entry->second->first) > settings_.congested_bytes;
}

std::optional<match::AbandonResult> SessionService::abandon(base::MatchId match, const std::string& requester) {
  const auto abandoned = lobby_.matches().abandon(match, dependencies_.now());
  if (abandoned) dependencies_.log(base::LogLine("abandoned").number("match", match).text("by", requester));
  return abandoned;
}

std::optional<base::QuestionId> SessionService::reserve_question(const std::string& player, const std::string& asker,
                                                                 Advisers::AdviceCallback done) {
  const auto id = advisers_.reserve_question(player, asker, std::move(done));
  if (id) dependencies_.post_later(settings_.advice_within, [this, id] { advisers_.stop_waiting(*id); });
  return id;
}

void SessionService::send_question(base::QuestionId question, const match::Terms& terms, const duel::View& view) {
  const auto adviser = advisers_.mark_sent(question);
  if (!adviser) return;
  const auto entry = client_sessions_.find(connection_of(*adviser));
  if (entry == client_sessions_.end()) return;
  send(entry->first, entry->second, proto::Question{.question = question, .terms = terms, .view = view});
}

void SessionService::save(match::FinishedGame game) {
  if (game.statistics && tournament_host_ != nullptr) return saver_.save(std::move(game), *tournament_host_);
  saver_.save(std::move(game));
}

void SessionService::record_event(base::MatchId match, const match::MatchEvent& event) {
  const auto* created = std::get_if<match::MatchCreated>(&event);
  if (created != nullptr) remember_match(created->match, {created->seats[0].player, created->seats[1].player});
  if (const auto* taken = std::get_if<match::SeatTaken>(&event)) remember_taken_seat(match, *taken);
  if (std::holds_alternative<match::MatchEnded>(event)) seat_history_.end(match);
  live_matches::MatchRecorder* recorder = dependencies_.match_recorder;
  if (recorder == nullptr) return;
  recorder->record(match, event);
  if (created == nullptr || !recorder->is_logged(match)) return;
  unlogged_matches_[match];
  recorder->when_durable([this, match, is_arranged = created->arranged.has_value()] {
    const auto begin = [this, match] { begin_logged_match(match); };
    if (!is_arranged || tournament_host_ == nullptr) return begin();
    tournament_host_->save_start(match, begin);
  });
}

// The messages that wait come first. Nothing that follows from one of them changes the others.
void SessionService::begin_logged_match(base::MatchId match) {
  const std::vector<WaitingMessage> messages = std::move(unlogged_matches_.at(match));
  unlogged_matches_.erase(match);
  for (const WaitingMessage& waiting : messages) {
    if (const auto* message = std::get_if<match::MatchMessage>(&waiting.message)) {
      send(waiting.player, match::MatchMessage(*message));
    } else if (const auto entry = players_.find(waiting.player); entry != players_.end()) {
      send(entry->second->first, entry->second->second, std::get<proto::ServerMessage>(waiting.message));
    }
  }
  lobby_.matches().begin(match, dependencies_.now());
}

std::vector<SessionService::WaitingMessage>* SessionService::waiting_messages_of(base::PlayerId player) {
  const auto is_to_player = [player](const WaitingMessage& waiting) { return waiting.player == player; };
  for (auto entry = unlogged_matches_.rbegin(); entry != unlogged_matches_.rend(); ++entry) {
    if (std::any_of(entry->second.begin(), entry->second.end(), is_to_player)) return &entry->second;
  }
  return nullptr;
}

std::optional<std::string> SessionService::why_no_new_match() const {
  if (!is_match_log_failing()) return std::nullopt;
  return "the server cannot write its log of running matches now";
}

match::SecretSeed SessionService::draw_secret_seed() {
  std::array<std::uint64_t, 3> words{};
  if (getrandom(words.data(), sizeof words, 0) != static_cast<ssize_t>(sizeof words)) {
    throw std::runtime_error("the system gives no random numbers");
  }
  return {.seed = words[0], .nonce = match::hex_of(words[1]) + match::hex_of(words[2])};
}

std::optional<match::QueueSource> SessionService::queue_source(std::uint64_t record) const {
  return queue_sources_.find(record);
}

void SessionService::on_files_checked(const storage::StoreResult<storage::Success>& answer) {
  if (std::exchange(is_store_lost_, !answer) == !answer) return;
  if (!answer) {
    dependencies_.log(base::LogLine("store_lost").text("why", answer.error().message));
  } else {
    dependencies_.log(base::LogLine("store_found_again"));
  }
}

void SessionService::log_store_error(const storage::StoreError& problem) const {
  dependencies_.log(base::LogLine("store_failed").text("why", problem.message));
}

}  // namespace rensa::sessions
