#include <algorithm>
#include <utility>

#include "proto/feature.h"
#include "server/base/plain_text.h"
#include "server/sessions/session_service.h"

namespace rensa::sessions {

// The part of the session service that knows tokens, guests and names.

namespace {

Arrival arrival_of(std::optional<proto::ReturningFeature> returning) {
  if (!returning) return Arrival::newcomer;
  return *returning == proto::ReturningFeature::to_seat ? Arrival::returning_player : Arrival::returning_spectator;
}

// Cuts the text to at most `bytes` bytes, between two characters.
std::string shortened(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

// The session becomes one of the account of this token. From now on its messages count for the account.
void SessionService::become_account(ClientSession& client, std::int64_t token) {
  become_payer(client, "token " + std::to_string(token));
  client.player = {.kind = base::PlayerId::Kind::account, .number = static_cast<std::uint64_t>(token)};
  while (players_.contains(client.player)) ++client.player.client_index;
}

// A client that connects again has lost its earlier connection. The server may not have noticed that yet, and would
// send new matches there. So the earlier session ends before the new one begins.
void SessionService::replace_earlier_connection(net::ConnectionId connection, ClientSession& client) {
  const auto feature = proto::find_client_feature(client.hello.features);
  if (!feature) return;
  client.client_key = std::to_string(client.player.number) + ' ' + feature->id;
  const auto [entry, is_new] = connections_by_client_.try_emplace(client.client_key, connection);
  if (is_new) return;
  const net::ConnectionId earlier = std::exchange(entry->second, connection);
  send(earlier, client_sessions_.at(earlier),
       make_error(proto::ErrorCode::elsewhere, "a newer connection of this client has replaced this one"));
  dependencies_.connections.close(earlier, net::CloseReason::done);
  closed(earlier, "its client has connected again");
}

// Its requests for matches are not limited any more.
void SessionService::become_payer(ClientSession& client, std::string payer) {
  if (client.has_match_budget) match_budgets_.leave(client.payer, dependencies_.now());
  client.has_match_budget = false;
  challenge_budgets_.leave(client.payer, dependencies_.now());
  challenge_budgets_.join(payer, dependencies_.now());
  client.payer = std::move(payer);
}

// A guest that has lost its connection is a new player at first.
void SessionService::recognise_guest(net::ConnectionId connection, ClientSession& client,
                                     const proto::Resume& resumed) {
  const auto earlier = lobby_.recognise_guest(client.player, resumed.match, resumed.seat, resumed.token);
  if (!earlier) return;
  auto node = players_.extract(client.player);
  node.key() = *earlier;
  players_.insert(std::move(node));
  client.player = *earlier;
  dependencies_.log(
      base::LogLine("recognised").number("session", connection).word("player", base::name_of(client.player)));
}

// A guest that reconnects may have a new name, under which its opponent could not challenge it again. It gets back the
// name of its seat. Its old connection, whose loss may not have been noticed yet, gets the new name instead.
void SessionService::restore_guest_name(base::PlayerId player, const proto::Resume& resumed) {
  if (!base::is_guest(player)) return;
  const auto name = lobby_.seat_name(player, resumed.match, resumed.seat);
  const std::string other = lobby_.name_of(player);
  if (!name || *name == other || has_token_for(*name)) return;
  const std::vector<base::PlayerId> bearers = lobby_.players_with_name_like(*name);
  if (!std::all_of(bearers.begin(), bearers.end(), base::is_guest)) return;
  for (const base::PlayerId bearer : bearers) rename(bearer, other);
  rename(player, *name);
}

void SessionService::rename(base::PlayerId player, const std::string& name) {
  const base::SessionId session = session_of(players_.at(player)->first);
  lobby_.rename(player, name);
  advisers_.rename(session, name);
  dependencies_.log(base::LogLine("renamed").number("session", session).text("name", name));
}

// Also returns true if the tokens are not known.
bool SessionService::has_token_for(const std::string& name) const {
  return !tokens_.is_loaded() || tokens_.has_name_like(name);
}

// The name of a guest proves nothing, so only sessions with a token are announced to the tournament host. A guest that
// waits for arranged matches is told that there will be none.
void SessionService::announce_arrival(net::ConnectionId connection, ClientSession& client, const std::string& name) {
  const proto::Hello hello = std::exchange(client.hello, {});
  if (tournament_host_ == nullptr) return;
  if (hello.token.empty()) {
    const auto offer = proto::find_arranged_feature(hello.features);
    if (!offer || offer->bound_only) return;
    dependencies_.log(base::LogLine("arranged_without_token").number("session", connection).text("name", name));
    return send(connection, client,
                make_error(proto::ErrorCode::unexpected,
                           "tournaments arrange matches only for players with a token, and this connection has none: "
                           "no match will begin. An administrator makes a token with rensa-server token"));
  }
  PlayerArrival arrival{.session = session_of(connection),
                        .player = client.player,
                        .name = name,
                        .token = hello.token,
                        .offer = std::nullopt};
  if (const auto offer = proto::find_arranged_feature(hello.features)) {
    arrival.offer = {.matches = offer->matches, .subscription = offer->subscription, .bound_only = offer->bound_only};
  }
  tournament_host_->arrived(arrival);
}

void SessionService::find_token(const std::string& text, storage::Completion<std::optional<storage::TokenRow>> done) {
  tokens_.refresh([this, text, done = std::move(done)](const std::optional<storage::StoreError>& problem) {
    problem ? done(*problem) : done(tokens_.find(text));
  });
}

void SessionService::refresh_from_store() {
  dependencies_.store.check_files([this](const auto& answer) { on_files_checked(answer); });
  match_ids_.refill();
  tokens_.refresh([this](const std::optional<storage::StoreError>& problem) {
    if (problem) return log_store_error(*problem);
    for (auto& [connection, client] : client_sessions_) {
      if (client.is_closing || client.player.kind != base::PlayerId::Kind::account) continue;
      if (!tokens_.is_revoked(static_cast<std::int64_t>(client.player.number))) continue;
      disconnect(connection, client, make_error(proto::ErrorCode::token, "this token has been revoked"),
                 net::CloseReason::violation);
    }
  });
  restrictions_.refresh([this](const std::optional<storage::StoreError>& problem) {
    if (problem) return log_store_error(*problem);
    disconnect_banned();
  });
}

std::optional<proto::Error> SessionService::why_banned(const std::string& payer) const {
  const auto end = restrictions_.end_of(storage::Restriction::Kind::ban, payer);
  if (!end) return std::nullopt;
  return make_error(proto::ErrorCode::token, "you are banned from this server until " + *end);
}

void SessionService::disconnect_banned() {
  if (restrictions_.is_empty()) return;
  for (auto& [connection, client] : client_sessions_) {
    if (client.is_closing) continue;
    if (auto why = why_banned(client.payer)) {
      disconnect(connection, client, *std::move(why), net::CloseReason::violation);
    }
  }
}

std::optional<std::string> SessionService::payer_of(const std::string& name) const {
  for (const auto& [player, entry] : players_) {
    if (lobby_.name_of(player) == name) return entry->second.payer;
  }
  return std::nullopt;
}

std::optional<Admission> SessionService::admit(const proto::Hello& hello) {
  const net::ConnectionId connection = handled_;
  ClientSession& client = client_sessions_.at(connection);
  client.hello = hello;
  if (const auto name = tournament_host_ == nullptr ? std::nullopt : tournament_host_->admit(hello.token)) {
    client.player.kind = base::PlayerId::Kind::program;
    become_payer(client, "programs of tournaments");  // not guests that connect from this machine
    return Admission{.name = *name, .refusal = std::nullopt, .features = {std::string(proto::kArrangedFeature)}};
  }
  const auto returning = proto::find_returning_feature(hello.features);
  if (auto why_not = why_not_now(arrival_of(returning))) {
    return Admission{.name = "", .refusal = *std::move(why_not)};
  }
  client.has_to_resume = returning == proto::ReturningFeature::to_seat;
  if (hello.token.empty() && tokens_.is_loaded()) return admit_guest(client, hello.name);
  admit_after_refresh(connection);
  return std::nullopt;
}

// A token may be new, or may just have been revoked. Before the tokens are known, it is not known which names are free.
void SessionService::admit_after_refresh(net::ConnectionId connection) {
  tokens_.refresh([this, connection](const std::optional<storage::StoreError>& problem) {
    if (problem) log_store_error(*problem);
    decide(connection, [&](ClientSession& client) {
      if (problem) return refuse_for_store();
      return client.hello.token.empty() ? admit_guest(client, client.hello.name) : admit_token(client);
    });
  });
}

// Does nothing if the session has gone, or is being closed.
void SessionService::decide(net::ConnectionId connection, const std::function<Admission(ClientSession&)>& admission) {
  const auto entry = client_sessions_.find(connection);
  if (entry == client_sessions_.end() || entry->second.is_closing) return;
  ClientSession& client = entry->second;
  react(connection, client, client.protocol.decide(admission(client)));
  while (!client.is_closing) {
    const auto early = client.protocol.take_early_message();
    if (!early) return;
    react(connection, client, client.protocol.receive(*early));
  }
}

// Returns the farewell to a client that has to come back later, because too many come at once.
std::optional<proto::Error> SessionService::why_not_now(Arrival arrival) {
  const auto wait = arrivals_.wait_of(arrival, dependencies_.now());
  if (!wait) return std::nullopt;
  ++counts_.told_to_come_back;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(*wait).count();
  proto::Error error = make_error(proto::ErrorCode::busy,
                                  "too many clients come at once: come back in " + std::to_string(seconds) + " s");
  error.retry_after_milliseconds = static_cast<std::uint32_t>(wait->count());
  return error;
}

// Players that take seats over are let in before all others. One that has not done so, because its match is over or
// because it had none, waits like others before it may ask for anything else.
bool SessionService::is_let_in_without_seat(net::ConnectionId connection, ClientSession& client) {
  client.has_to_resume = false;
  if (lobby_.is_in_match(client.player)) return true;
  auto why_not = why_not_now(Arrival::newcomer);
  if (!why_not) return true;
  disconnect(connection, client, *std::move(why_not), net::CloseReason::done);
  return false;
}

Admission SessionService::refuse_for_store() {
  return {.name = "",
          .refusal = make_error(proto::ErrorCode::busy, "the server cannot read its store now: try again later")};
}

Admission SessionService::admit_guest(const ClientSession& client, const std::string& name) {
  if (auto why = why_banned(client.payer)) return {.name = "", .refusal = *std::move(why)};
  if (client.transport != net::Transport::websocket && !settings_.guests_over_tcp) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::token,
                                  "workers need a token here: an administrator makes one with rensa-server token")};
  }
  if (name.empty()) return {.name = make_free_name("guest", ++guest_count_), .refusal = std::nullopt};
  if (!base::is_plain_name(name)) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::name, std::string("a name must have ") + base::kPlainNameRule)};
  }
  // The name may belong to the client's own old connection, if its loss has not been noticed yet.
  return {.name = is_free(name) ? name : make_free_name(name, 2), .refusal = std::nullopt};
}

Admission SessionService::admit_token(ClientSession& client) {
  if (const auto token = tokens_.find(client.hello.token)) {
    if (auto why = why_banned("token " + std::to_string(token->id))) return {.name = "", .refusal = *std::move(why)};
    become_account(client, token->id);
    return {.name = token->name, .refusal = std::nullopt};
  }
  return {.name = "",
          .refusal = make_error(proto::ErrorCode::token, "this token is unknown or revoked: ask an administrator")};
}

// Returns true if no session here and no token has this name, or one that looks like it.
bool SessionService::is_free(const std::string& name) const {
  return lobby_.is_name_free(name) && !has_token_for(name);
}

// Appends a number that makes a free name. Tries some in a row, and then those that no guest has had.
std::string SessionService::make_free_name(const std::string& stem, std::uint64_t number) {
  constexpr int kNearNumbers = 16;
  for (int tries = 1;; number = tries++ < kNearNumbers ? number + 1 : ++guest_count_) {
    const std::string digits = std::to_string(number);
    std::string name = shortened(stem, proto::kMaxNameBytes - 1 - digits.size());
    name += '-';
    name += digits;
    if (is_free(name)) return name;
  }
}

}  // namespace rensa::sessions
