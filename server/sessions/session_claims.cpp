#include <utility>

#include "server/sessions/session_service.h"

namespace rensa::sessions {

// The part of the session service that lets clients in when many come at once. A client that claims a seat is let in
// before all others. Until it has taken a seat over, it can do nothing else: others do not see what it offers, and its
// first other request is that of a newcomer.

// A client that is not admitted yet pays as the account of its token, if the token is known.
std::string SessionService::arrival_payer_of(const ClientSession& client) const {
  const auto token = tokens_.is_loaded() ? tokens_.find(client.hello.token) : std::nullopt;
  return token ? storage::subject_of_account(token->id) : client.payer;
}

// Returns the farewell to a client that has to come back later, because too many come at once.
proto::Error SessionService::come_back_later(Arrival arrival, const std::string& payer) {
  const auto wait = arrivals_.wait_of(arrival, payer, dependencies_.now());
  ++counts_.told_to_come_back;
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
  proto::Error error = make_error(proto::ErrorCode::busy,
                                  "too many clients come at once: come back in " + std::to_string(seconds) + " s");
  error.retry_after_milliseconds = static_cast<std::uint32_t>(wait.count());
  return error;
}

void SessionService::add_claim(net::ConnectionId connection, ClientSession& client) {
  const auto oldest = seat_claims_.add(client.payer, connection, settings_.max_seat_claims_per_payer);
  if (oldest) decide_claim(*oldest);
  decide_claim_later(connection, settings_.claim_within);
}

void SessionService::end_claim(net::ConnectionId connection, ClientSession& client) {
  client.has_to_resume = false;
  seat_claims_.remove(client.payer, connection);
  publish_offers(connection, client);
}

// Call after each Resume of a client that claims a seat. If it has failed, the client may have other seats. But it may
// also wait for others to use its offers, without any other request. So it becomes a newcomer, if there is a place.
void SessionService::on_resumed(net::ConnectionId connection, ClientSession& client) {
  if (lobby_.is_in_match(client.player)) {
    arrivals_.charge_player(client.payer, dependencies_.now());
    return end_claim(connection, client);
  }
  if (let_in_as_newcomer(connection, client) || std::exchange(client.has_failed_to_resume, true)) return;
  decide_claim_later(connection, settings_.claim_again_within);
}

bool SessionService::let_in_as_newcomer(net::ConnectionId connection, ClientSession& client) {
  if (!arrivals_.let_in(Arrival::newcomer, client.payer, dependencies_.now())) return false;
  end_claim(connection, client);
  return true;
}

bool SessionService::let_in_or_disconnect(net::ConnectionId connection, ClientSession& client) {
  if (let_in_as_newcomer(connection, client)) return true;
  client.has_to_resume = false;
  seat_claims_.remove(client.payer, connection);
  disconnect(connection, client, come_back_later(Arrival::newcomer, client.payer), net::CloseReason::done);
  return false;
}

// Does nothing if the client has proved its claim, or has gone.
void SessionService::decide_claim(net::ConnectionId connection) {
  const auto entry = client_sessions_.find(connection);
  if (entry == client_sessions_.end() || !is_receiving_) return;
  ClientSession& client = entry->second;
  if (client.has_to_resume && !client.is_closing) let_in_or_disconnect(connection, client);
}

void SessionService::decide_claim_later(net::ConnectionId connection, std::chrono::milliseconds delay) {
  dependencies_.post_later(delay, [this, connection] { decide_claim(connection); });
}

}  // namespace rensa::sessions
