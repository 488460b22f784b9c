#include <algorithm>
#include <utility>
#include <vector>

#include "server/lobby/seats.h"
#include "server/sessions/session_service.h"

namespace rensa::sessions {

// The part of the session service that applies bans, mutes and refused names.

// A restriction of everyone at an address does not hold for accounts with a role, so that no moderator can shut out an
// administrator. One of guests holds for unapproved accounts, too, because anybody can make them. Programs of
// tournaments, which the server has started itself, are never restricted.
std::optional<storage::Restriction> SessionService::find_restriction(storage::Restriction::Kind kind,
                                                                     const SeatHolder& person) const {
  if (restrictions_.is_empty() || person.subject.empty()) return std::nullopt;
  if (auto own = restrictions_.find(kind, person.subject)) return own;
  if (person.network.empty()) return std::nullopt;
  if (has_role(person)) return std::nullopt;
  const auto number = storage::parts_of_subject(person.subject).account;
  const auto account = number ? tokens_.find_account(*number) : std::nullopt;
  const bool is_guest = !number || (account && account->is_unapproved);
  return is_guest ? find_restriction_of_guests(kind, person.network)
                  : find_restriction_of_everyone(kind, person.network);
}

// A restriction of a neighbourhood holds for all of its networks.
std::optional<storage::Restriction> SessionService::find_restriction_of_everyone(storage::Restriction::Kind kind,
                                                                                 const std::string& network) const {
  if (restrictions_.is_empty()) return std::nullopt;
  auto found = restrictions_.find(kind, storage::subject_of_everyone(network));
  return found ? found : restrictions_.find(kind, storage::subject_of_everyone(storage::neighbourhood_of(network)));
}

std::optional<storage::Restriction> SessionService::find_restriction_of_guests(storage::Restriction::Kind kind,
                                                                               const std::string& network) const {
  if (restrictions_.is_empty()) return std::nullopt;
  for (const std::string& place : {network, storage::neighbourhood_of(network)}) {
    if (auto found = restrictions_.find(kind, storage::subject_of_guests(place))) return found;
  }
  return find_restriction_of_everyone(kind, network);
}

// The words of a submitted bot are those of its author.
bool SessionService::is_author_restricted(const ClientSession& client) const {
  if (restrictions_.is_empty() || !client.plays_arranged_only()) return false;
  const std::optional<std::int64_t> author = author_of_program(lobby_.presence().name_of(client.player));
  if (!author) return false;
  const std::string subject = storage::subject_of_account(*author);
  return restrictions_.find(storage::Restriction::Kind::mute, subject).has_value() ||
         restrictions_.find(storage::Restriction::Kind::ban, subject).has_value();
}

bool SessionService::has_role(const SeatHolder& person) const {
  const auto number = storage::parts_of_subject(person.subject).account;
  const auto account = number ? tokens_.find_account(*number) : std::nullopt;
  return account && account->role != storage::Role::worker;
}

// A person that takes over its own seat as another one keeps its restrictions. An account with a role has only those of
// its own, also in a seat that it has had as a guest.
bool SessionService::is_seat_restricted(storage::Restriction::Kind kind, base::MatchId match, duel::Seat seat,
                                        const SeatHolder& present) const {
  if (restrictions_.is_empty() || has_role(present)) return false;
  const std::span<const SeatHolder> holders = seat_history_.holders(match, duel::index_of(seat));
  return std::any_of(holders.begin(), holders.end(),
                     [&](const SeatHolder& holder) { return find_restriction(kind, holder).has_value(); });
}

// Clients without the token of the seat are not told that the seat is closed.
bool SessionService::may_resume(const ClientSession& client, const proto::Resume& wanted) const {
  return !is_seat_restricted(storage::Restriction::Kind::ban, wanted.match, wanted.seat, client.person()) ||
         !lobby::is_seat_token(lobby_.matches(), wanted.match, wanted.seat, wanted.token);
}

std::optional<std::string> SessionService::why_name_is_taken(const std::string& name, const std::string& payer) const {
  const std::vector<base::PlayerId> bearers = lobby_.presence().players_with_name_like(name);
  const bool are_own = std::all_of(bearers.begin(), bearers.end(), [&](const base::PlayerId bearer) {
    const auto entry = players_.find(bearer);
    return entry != players_.end() && entry->second->second.payer.name == payer;
  });
  if (!are_own) return "a player who is connected now has this name, or one that looks like it";
  if (tokens_.has_name_like(name)) return "an account has this name, or one that looks like it";
  if (is_name_refused(name)) return "this name is refused here";
  return std::nullopt;
}

void SessionService::remember_match(base::MatchId match, const std::array<match::MatchPlayer, 2>& players) {
  RecentMatches::Seats seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    seats[seat] = {.name = players[seat].name, .holder = holder_of(players[seat].id)};
  }
  seat_history_.begin(match, {players[0].id, players[1].id}, seats);
  recent_matches_.add(match, std::move(seats));
}

void SessionService::remember_restored_match(base::MatchId match) {
  if (const auto players = lobby::seat_players(lobby_.matches(), match)) remember_match(match, *players);
}

// Guests that are not connected are not known.
SeatHolder SessionService::holder_of(base::PlayerId player) const {
  if (const auto entry = players_.find(player); entry != players_.end()) return entry->second->second.person();
  if (player.kind != base::PlayerId::Kind::account) return {};
  return {.subject = storage::subject_of_account(static_cast<std::int64_t>(player.number)), .network = {}};
}

void SessionService::remember_taken_seat(base::MatchId match, const match::SeatTaken& taken) {
  const std::size_t seat = duel::index_of(taken.seat);
  const SeatHolder holder = holder_of(taken.player);
  seat_history_.take(match, seat, taken.player, holder);
  recent_matches_.take_seat(match, seat, holder);
}

std::optional<proto::Error> SessionService::why_banned(const ClientSession& client) const {
  const auto ban = find_restriction(storage::Restriction::Kind::ban, client.person());
  if (!ban) return std::nullopt;
  return make_error(proto::ErrorCode::token, storage::told_ban(*ban));
}

void SessionService::apply_token_changes() {
  if (std::exchange(applied_token_version_, tokens_.version()) == tokens_.version()) return;
  for (auto& [connection, client] : client_sessions_) {
    if (client.is_closing || client.player.kind != base::PlayerId::Kind::account) continue;
    const auto account = static_cast<std::int64_t>(client.player.number);
    if (tokens_.index().is_revoked(account)) {
      disconnect(connection, client, make_error(proto::ErrorCode::token, "this token has been revoked"),
                 net::CloseReason::violation);
      continue;
    }
    const auto token = tokens_.find_account(account);
    if (!token || !players_.contains(client.player) || lobby_.presence().name_of(client.player) == token->name)
      continue;
    rename(client.player, token->name);
    if (tournament_host_ != nullptr) tournament_host_->renamed(session_of(connection), token->name);
  }
}

// The matches of a banned player go on as if its connection had broken. A role protects an account from some bans, so
// these are applied again when an account has changed. A session that has not entered yet is asked for bans when it is
// admitted: until then it is not known who it is.
void SessionService::apply_restrictions() {
  const std::pair versions(restrictions_.version(), tokens_.version());
  if (std::exchange(applied_restriction_versions_, versions) == versions || restrictions_.is_empty()) return;
  for (auto& [connection, client] : client_sessions_) {
    if (client.is_closing || !players_.contains(client.player)) continue;
    if (auto why = why_banned(client)) {
      disconnect(connection, client, *std::move(why), net::CloseReason::violation);
    } else if (base::is_guest(client.player) && is_name_refused(lobby_.presence().name_of(client.player))) {
      rename(client.player, make_guest_name());
    }
  }
  for (const SeatHistory::SeatOfMatch& seat : seat_history_.seats_that_changed()) close_banned_seat(seat);
}

// A person that is banned may have taken its seat over as another one before. The connection stays, because the present
// player may be an honest one, and has other matches.
void SessionService::close_banned_seat(const SeatHistory::SeatOfMatch& seat) {
  const auto entry = players_.find(seat.player);
  if (entry == players_.end() || entry->second->second.is_closing) return;
  const duel::Seat closed = duel::kSeats[seat.seat];
  const SeatHolder present = entry->second->second.person();
  if (!is_seat_restricted(storage::Restriction::Kind::ban, seat.match, closed, present)) return;
  lobby_.matches().change(seat.match, [&](match::Match& match) {
    match.close_seat(seat.player, closed, kWhySeatIsClosed, dependencies_.now());
  });
}

bool SessionService::counts_as_guest(base::PlayerId player) const {
  if (base::is_guest(player)) return true;
  const bool is_account = player.kind == base::PlayerId::Kind::account;
  return is_account && tokens_.index().is_unapproved(static_cast<std::int64_t>(player.number));
}

std::optional<RecentMatches::SeatPlayer> SessionService::find_player(const std::string& name) const {
  for (const base::PlayerId player : lobby_.presence().players_with_name_like(name)) {
    const auto entry = players_.find(player);
    if (entry == players_.end() || lobby_.presence().name_of(player) != name) continue;
    const ClientSession& client = entry->second->second;
    return RecentMatches::SeatPlayer{.name = name, .holder = client.person()};
  }
  return std::nullopt;
}

}  // namespace rensa::sessions
