#include <algorithm>
#include <utility>

#include "proto/feature.h"
#include "server/base/plain_text.h"
#include "server/lobby/seats.h"
#include "server/match/series.h"
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

// Returns a number that no other ticket has, by which the sessions of a program know each other. The ticket is secret,
// so the number does not tell it.
std::uint64_t number_of_ticket(const std::string& ticket) {
  std::uint64_t number = 0;
  const match::Sha256 hash = match::sha256_of(ticket);
  for (std::size_t i = 0; i < sizeof number; ++i) number = number << 8U | hash[i];
  return number;
}

}  // namespace

// The session becomes one of this account. From now on its messages count for the account. Anybody can register many
// accounts, so unapproved accounts count for their address, as guests do.
void SessionService::become_account(ClientSession& client, const storage::TokenRow& account) {
  client.subject = storage::subject_of_account(account.id);
  if (!account.is_unapproved) become_payer(client, client.subject);
  client.player = {.kind = base::PlayerId::Kind::account, .number = static_cast<std::uint64_t>(account.id)};
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
  if (client.has_match_budget) match_budgets_.leave(client.payer.name, dependencies_.now());
  client.has_match_budget = false;
  challenge_budgets_.leave(client.payer.name, dependencies_.now());
  challenge_budgets_.join(payer, dependencies_.now());
  client.payer = {.name = std::move(payer), .is_guest = false};
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
  session_log_.write(
      client.log_source(),
      base::LogLine("recognised").number("session", connection).word("player", base::name_of(client.player)));
}

// A guest that reconnects may have a new name, under which its opponent could not challenge it again. It gets back the
// name of its seat. Its old connection, whose loss may not have been noticed yet, gets the new name instead.
void SessionService::restore_guest_name(base::PlayerId player, const proto::Resume& resumed) {
  if (!base::is_guest(player) || is_muted(players_.at(player)->second)) return;
  const auto name = lobby::seat_name(lobby_.matches(), player, resumed.match, resumed.seat);
  const std::string other = lobby_.presence().name_of(player);
  if (!name || *name == other || has_token_for(*name) || is_name_refused(*name)) return;
  const std::vector<base::PlayerId> bearers = lobby_.presence().players_with_name_like(*name);
  if (!std::all_of(bearers.begin(), bearers.end(), base::is_guest)) return;
  for (const base::PlayerId bearer : bearers) rename(bearer, other);
  rename(player, *name);
}

void SessionService::rename(base::PlayerId player, const std::string& name) {
  const base::SessionId session = session_of(players_.at(player)->first);
  lobby_.presence().rename(player, name);
  advisers_.rename(session, name);
  session_log_.write(players_.at(player)->second.log_source(),
                     base::LogLine("renamed").number("session", session).text("name", name));
}

// Anybody can open and close connections without a word, so such a connection is only counted.
void SessionService::count_and_log_end(net::ConnectionId connection, const ClientSession& client,
                                       std::string_view why) {
  if (!players_.contains(client.player)) ++counts_.not_entered;
  if (client.is_logged) session_log_.write_end(base::LogLine("closed").number("session", connection).text("why", why));
}

// Also returns true if the tokens are not known.
bool SessionService::has_token_for(const std::string& name) const {
  return !tokens_.is_loaded() || tokens_.has_name_like(name);
}

// From now on others can use what the client offers in its Hello: matches, advice, and games of tournaments.
void SessionService::publish_offers(net::ConnectionId connection, ClientSession& client) {
  const std::string name = lobby_.presence().name_of(client.player);
  if (const auto open = proto::find_open_feature(client.hello.features)) {
    lobby_.open_to_challenges(client.player, {.matches = open->matches, .subscription = open->subscription});
  }
  const auto advises = proto::find_advises_feature(client.hello.features);
  if (advises && !client.plays_arranged_only()) advisers_.add_adviser(session_of(connection), name, *advises);
  announce_arrival(connection, client, name);
}

// The name of a guest proves nothing, so only sessions with a token are announced to the tournament host. A guest that
// waits for arranged matches is told that there will be none.
void SessionService::announce_arrival(net::ConnectionId connection, ClientSession& client, const std::string& name) {
  const proto::Hello hello = std::exchange(client.hello, {});
  if (tournament_host_ == nullptr) return;
  if (hello.token.empty()) {
    const auto offer = proto::find_arranged_feature(hello.features);
    if (!offer || offer->bound_only || client.has_withdrawn_offer) return;
    session_log_.write(client.log_source(),
                       base::LogLine("arranged_without_token").number("session", connection).text("name", name));
    return send(connection, client,
                make_error(proto::ErrorCode::unexpected,
                           "tournaments arrange matches only for players with a token, and this connection has none: "
                           "no match will begin. An administrator makes a token with rensa-server token"));
  }
  PlayerArrival arrival{.session = session_of(connection),
                        .player = client.player,
                        .name = name,
                        .token = hello.token,
                        .offer = std::nullopt,
                        .wants_messages = proto::has_feature(hello.features, proto::kMessagesFeature)};
  const auto offer = proto::find_arranged_feature(hello.features);
  if (offer && !client.has_withdrawn_offer) {
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
    apply_token_changes();
  });
  restrictions_.refresh([this](const std::optional<storage::StoreError>& problem) {
    if (problem) return log_store_error(*problem);
    apply_restrictions();
  });
}

std::optional<Admission> SessionService::admit(const proto::Hello& hello) {
  const net::ConnectionId connection = handled_;
  ClientSession& client = client_sessions_.at(connection);
  client.hello = hello;
  const bool may_have_ticket = client.ticket.empty() || client.ticket == hello.token;
  const Entrance entrance = client.ticket.empty() ? Entrance::common : Entrance::socket_of_ticket;
  const auto name =
      may_have_ticket && tournament_host_ != nullptr ? tournament_host_->admit(hello.token, entrance) : std::nullopt;
  if (name) {
    client.player = {.kind = base::PlayerId::Kind::program, .number = number_of_ticket(hello.token)};
    while (players_.contains(client.player)) ++client.player.client_index;
    client.subject.clear();
    become_payer(client,
                 "programs of tournaments");  // not guests that connect from this machine
    return Admission{.name = *name, .refusal = std::nullopt, .features = {std::string(proto::kArrangedFeature)}};
  }
  if (!client.ticket.empty()) {
    return Admission{.name = "",
                     .refusal = make_error(proto::ErrorCode::token,
                                           "only a program that the server has started can enter here, with the "
                                           "token that it was given in RENSA_TOKEN")};
  }
  const auto returning = proto::find_returning_feature(hello.features);
  client.has_to_resume = returning == proto::ReturningFeature::to_seat;
  const Arrival arrival = returning ? Arrival::returning_spectator : Arrival::newcomer;
  const std::string payer = arrival_payer_of(client);
  if (!client.has_to_resume && !arrivals_.let_in(arrival, payer, dependencies_.now())) {
    return Admission{.name = "", .refusal = come_back_later(arrival, payer)};
  }
  if (hello.token.empty() && tokens_.is_loaded() && restrictions_.is_loaded()) return admit_guest(client, hello.name);
  admit_after_refresh(connection);
  return std::nullopt;
}

// A token may be new, or may just have been revoked. Before the tokens are known, it is not known which names are free.
// Before the restrictions are known, it is not known who is banned.
void SessionService::admit_after_refresh(net::ConnectionId connection) {
  const auto admit_or_refuse = [this, connection](const std::optional<storage::StoreError>& problem) {
    if (problem) log_store_error(*problem);
    decide(connection, [&](ClientSession& client) {
      if (problem) return refuse_for_store();
      return client.hello.token.empty() ? admit_guest(client, client.hello.name) : admit_token(client);
    });
  };
  tokens_.refresh([this, admit_or_refuse](const std::optional<storage::StoreError>& problem) {
    if (problem || restrictions_.is_loaded()) return admit_or_refuse(problem);
    restrictions_.refresh(admit_or_refuse);
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

Admission SessionService::refuse_for_store() {
  return {.name = "",
          .refusal = make_error(proto::ErrorCode::busy, "the server cannot read its store now: try again later")};
}

Admission SessionService::admit_guest(const ClientSession& client, const std::string& name) {
  if (auto why = why_banned(client)) return {.name = "", .refusal = *std::move(why)};
  if (client.transport != net::Transport::websocket && !settings_.guests_over_tcp) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::token,
                                  "workers need a token here: an administrator makes one with rensa-server token")};
  }
  // The name of a muted guest would be words, too.
  if (name.empty() || is_muted(client)) return {.name = make_guest_name(), .refusal = std::nullopt};
  if (!base::is_plain_name(name)) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::name, std::string("a name must have ") + base::kPlainNameRule)};
  }
  if (const auto refused = restrictions_.find(storage::Restriction::Kind::name, name)) {
    return {.name = "",
            .refusal = make_error(proto::ErrorCode::name,
                                  "this name is refused here until " + refused->until + ": choose another one")};
  }
  // The name may belong to the client's own old connection, if its loss has not been noticed yet.
  return {.name = is_free(name) ? name : make_free_name(name, 2), .refusal = std::nullopt};
}

Admission SessionService::admit_token(ClientSession& client) {
  if (const auto token = tokens_.find(client.hello.token)) {
    become_account(client, *token);
    if (auto why = why_banned(client)) return {.name = "", .refusal = *std::move(why)};
    return {.name = token->name, .refusal = std::nullopt};
  }
  return {
      .name = "",
      .refusal = make_error(proto::ErrorCode::token,
                            "this token is unknown or revoked, or its registration still waits for approval: ask an "
                            "administrator")};
}

// Returns true if no session here and no token has this name, or one that looks like it.
bool SessionService::is_free(const std::string& name) const {
  return lobby_.presence().is_name_free(name) && !has_token_for(name) && !is_name_refused(name);
}

std::string SessionService::make_guest_name() { return make_free_name("guest", ++guest_count_); }

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
