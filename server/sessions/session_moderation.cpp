#include <algorithm>
#include <utility>
#include <vector>

#include "server/sessions/session_service.h"

namespace rensa::sessions {

// The part of the session service that applies bans, mutes and refused names.

// A restriction of everyone at an address does not hold for accounts with a role, so that no moderator can shut out an
// administrator. Programs of tournaments, which the server has started itself, are never restricted.
std::optional<storage::Restriction> SessionService::find_restriction(storage::Restriction::Kind kind,
                                                                     const ClientSession& client) const {
  if (restrictions_.is_empty() || client.plays_arranged_only()) return std::nullopt;
  if (auto own = restrictions_.find(kind, client.subject)) return own;
  auto everyone = restrictions_.find(kind, storage::subject_of_everyone(client.network));
  if (!everyone || client.player.kind != base::PlayerId::Kind::account) return everyone;
  const auto account = tokens_.find_account(static_cast<std::int64_t>(client.player.number));
  return account && account->role != storage::Role::worker ? std::nullopt : everyone;
}

std::optional<storage::Restriction> SessionService::ban_of_guests(const std::string& network) const {
  auto ban = restrictions_.find(storage::Restriction::Kind::ban, storage::subject_of_guests(network));
  return ban ? ban : ban_of_everyone(network);
}

std::optional<std::string> SessionService::why_name_is_taken(const std::string& name, const std::string& payer) const {
  const std::vector<base::PlayerId> bearers = lobby_.players_with_name_like(name);
  const bool are_own = std::all_of(bearers.begin(), bearers.end(), [&](const base::PlayerId bearer) {
    const auto entry = players_.find(bearer);
    return entry != players_.end() && entry->second->second.payer.name == payer;
  });
  if (!are_own) return "a player who is connected now has this name, or one that looks like it";
  if (tokens_.has_name_like(name)) return "an account has this name, or one that looks like it";
  if (is_name_refused(name)) return "this name is refused here";
  return std::nullopt;
}

void SessionService::remember_players(const match::MatchCreated& created) {
  RecentMatches::Seats seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const match::MatchPlayer& player = created.seats[seat].player;
    seats[seat].name = player.name;
    if (const auto entry = players_.find(player.id); entry != players_.end()) {
      seats[seat].subject = entry->second->second.subject;
      seats[seat].network = entry->second->second.network;
    }
  }
  recent_matches_.add(created.match, std::move(seats));
}

std::optional<proto::Error> SessionService::why_banned(const ClientSession& client) const {
  const auto ban = find_restriction(storage::Restriction::Kind::ban, client);
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
    if (!token || !players_.contains(client.player) || lobby_.name_of(client.player) == token->name) continue;
    rename(client.player, token->name);
    if (tournament_host_ != nullptr) tournament_host_->renamed(session_of(connection), token->name);
  }
}

// The matches of a banned player go on as if its connection had broken. A role protects an account from some bans, so
// these are applied again when an account has changed.
void SessionService::apply_restrictions() {
  const std::pair versions(restrictions_.version(), tokens_.version());
  if (std::exchange(applied_restriction_versions_, versions) == versions || restrictions_.is_empty()) return;
  for (auto& [connection, client] : client_sessions_) {
    if (client.is_closing) continue;
    if (auto why = why_banned(client)) {
      disconnect(connection, client, *std::move(why), net::CloseReason::violation);
    } else if (base::is_guest(client.player) && players_.contains(client.player) &&
               is_name_refused(lobby_.name_of(client.player))) {
      rename(client.player, make_guest_name());
    }
  }
}

bool SessionService::counts_as_guest(base::PlayerId player) const {
  if (base::is_guest(player)) return true;
  const bool is_account = player.kind == base::PlayerId::Kind::account;
  return is_account && tokens_.index().is_unapproved(static_cast<std::int64_t>(player.number));
}

std::optional<RecentMatches::SeatPlayer> SessionService::find_player(const std::string& name) const {
  for (const base::PlayerId player : lobby_.players_with_name_like(name)) {
    const auto entry = players_.find(player);
    if (entry == players_.end() || lobby_.name_of(player) != name) continue;
    const ClientSession& client = entry->second->second;
    return RecentMatches::SeatPlayer{.name = name, .subject = client.subject, .network = client.network};
  }
  return std::nullopt;
}

}  // namespace rensa::sessions
