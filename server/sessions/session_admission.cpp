#include <algorithm>
#include <utility>

#include "proto/feature.h"
#include "proto/plain_text.h"
#include "server/sessions/session_service.h"

namespace rensa::sessions {

// The part of the session service that knows tokens, guests and names.

namespace {

// Cuts the text to at most `bytes` bytes, between two characters.
std::string shortened(const std::string& text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

}  // namespace

void SessionService::use_token_budget(ClientSession& client, std::int64_t token) {
  const std::string budget_key = "token " + std::to_string(token);
  message_budgets_.join(budget_key, dependencies_.now());
  message_budgets_.leave(client.budget_key, dependencies_.now());
  if (client.has_match_budget) match_budgets_.leave(client.budget_key, dependencies_.now());
  client.budget_key = budget_key;
  client.has_match_budget = false;
  client.player = {.kind = base::PlayerId::Kind::account, .number = static_cast<std::uint64_t>(token)};
}

bool SessionService::is_guest(base::SessionId session) const {
  const auto entry = client_sessions_.find(connection_of(session));
  return entry != client_sessions_.end() && entry->second.player.kind == base::PlayerId::Kind::guest;
}

// A guest that reconnects may have a new name, under which its opponent could not challenge it again. It gets back the
// name of its seat. Its old connection, whose loss may not have been noticed yet, gets the new name instead.
void SessionService::restore_guest_name(base::SessionId session, const proto::Resume& resumed) {
  if (!is_guest(session)) return;
  const auto name = lobby_.seat_name(session, resumed.match, resumed.seat);
  const std::string other = lobby_.name_of(session);
  if (!name || *name == other || has_token_for(*name)) return;
  const std::vector<base::SessionId> bearers = lobby_.sessions_named(*name);
  if (!std::all_of(bearers.begin(), bearers.end(), [this](base::SessionId one) { return is_guest(one); })) return;
  for (const base::SessionId bearer : bearers) rename(bearer, other);
  rename(session, *name);
}

void SessionService::rename(base::SessionId session, const std::string& name) {
  lobby_.rename(session, name);
  advisers_.rename(session, name);
  dependencies_.log("event=renamed session=" + std::to_string(static_cast<std::uint64_t>(session)) + " name=\"" + name +
                    "\"");
}

// Also returns true if the tokens are not known.
bool SessionService::has_token_for(const std::string& name) const {
  return !tokens_.is_loaded() || tokens_.has_name(name);
}

// The name of a guest proves nothing, so only sessions with a token are announced to the tournament host. A guest that
// waits for arranged matches is told that there will be none.
void SessionService::announce_arrival(net::ConnectionId connection, ClientSession& client, const std::string& name) {
  const proto::Hello hello = std::exchange(client.hello, {});
  if (tournament_host_ == nullptr) return;
  if (hello.token.empty()) {
    const auto offer = proto::find_arranged_feature(hello.features);
    if (!offer || offer->bound_only) return;
    dependencies_.log("event=arranged_without_token session=" + std::to_string(static_cast<std::uint64_t>(connection)) +
                      " name=\"" + name + "\"");
    return send(connection, client,
                make_error(proto::ErrorCode::unexpected,
                           "tournaments arrange matches only for players with a token, and this connection has none: "
                           "no match will begin. An administrator makes a token with rensa-server token"));
  }
  PlayerArrival arrival{.session = session_of(connection), .name = name, .token = hello.token, .offer = std::nullopt};
  if (const auto offer = proto::find_arranged_feature(hello.features)) {
    arrival.offer = {.matches = offer->matches, .subscription = offer->subscription, .bound_only = offer->bound_only};
  }
  tournament_host_->arrived(arrival);
}

void SessionService::refresh_from_store() {
  match_ids_.refill();
  tokens_.refresh([this](const std::optional<storage::StoreError>& problem) {
    if (problem) return log_store_error(*problem);
    for (auto& [connection, client] : client_sessions_) {
      if (client.player.kind != base::PlayerId::Kind::account) continue;
      if (!tokens_.is_revoked(static_cast<std::int64_t>(client.player.number))) continue;
      client.player = {.number = static_cast<std::uint64_t>(connection)};
      disconnect(connection, client, make_error(proto::ErrorCode::token, "this token has been revoked"),
                 net::CloseReason::violation);
    }
  });
}

std::optional<Admission> SessionService::admit(const proto::Hello& hello) {
  const net::ConnectionId connection = handled_;
  ClientSession& client = client_sessions_.at(connection);
  client.hello = hello;
  if (const auto name = tournament_host_ == nullptr ? std::nullopt : tournament_host_->admit(hello.token)) {
    client.player.kind = base::PlayerId::Kind::program;
    return Admission{.name = *name, .refusal = std::nullopt, .features = {std::string(proto::kArrangedFeature)}};
  }
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
  while (const auto early = client.protocol.take_early_message()) {
    react(connection, client, client.protocol.receive(*early));
  }
}

Admission SessionService::refuse_for_store() {
  return {.name = "",
          .refusal = make_error(proto::ErrorCode::busy, "the server cannot read its store now: try again later")};
}

Admission SessionService::admit_guest(const ClientSession& client, const std::string& name) {
  if (client.transport != net::Transport::websocket && !settings_.guests_over_tcp) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::token,
                                  "workers need a token here: an administrator makes one with rensa-server token")};
  }
  if (name.empty()) return {.name = make_free_name("guest", ++guest_count_), .refusal = std::nullopt};
  if (!proto::is_plain_name(name)) {
    return {.name = "",
            .refusal = make_error(
                proto::ErrorCode::name,
                "a name must have 1 to 32 bytes of UTF-8: visible characters, with single spaces between them")};
  }
  // The name may belong to the client's own old connection, if its loss has not been noticed yet.
  return {.name = is_free(name) ? name : make_free_name(name, 2), .refusal = std::nullopt};
}

Admission SessionService::admit_token(ClientSession& client) {
  if (const auto token = tokens_.find(client.hello.token)) {
    use_token_budget(client, token->id);
    return {.name = token->name, .refusal = std::nullopt};
  }
  return {.name = "",
          .refusal = make_error(proto::ErrorCode::token, "this token is unknown or revoked: ask an administrator")};
}

// Returns true if no session here and no token has this name.
bool SessionService::is_free(const std::string& name) const {
  return lobby_.is_name_free(name) && !has_token_for(name);
}

// Appends the first number that makes a free name.
std::string SessionService::make_free_name(const std::string& stem, std::uint64_t number) const {
  for (;; ++number) {
    const std::string digits = std::to_string(number);
    std::string name = shortened(stem, proto::kMaxNameBytes - 1 - digits.size());
    name += '-';
    name += digits;
    if (is_free(name)) return name;
  }
}

}  // namespace rensa::sessions
