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
  if (auto own = restrictions_.find(kind, client.payer)) return own;
  auto everyone = restrictions_.find(kind, storage::subject_of_everyone(client.network));
  if (!everyone || client.player.kind != base::PlayerId::Kind::account) return everyone;
  const auto account = tokens_.find_account(static_cast<std::int64_t>(client.player.number));
  return account && account->role != storage::Role::worker ? std::nullopt : everyone;
}

std::optional<storage::Restriction> SessionService::ban_of_guests(const std::string& network) const {
  using Kind = storage::Restriction::Kind;
  auto ban = restrictions_.find(Kind::ban, storage::subject_of_guests(network));
  return ban ? ban : restrictions_.find(Kind::ban, storage::subject_of_everyone(network));
}

bool SessionService::may_take_name(const std::string& name, const std::string& payer) const {
  const std::vector<base::PlayerId> bearers = lobby_.players_with_name_like(name);
  return std::all_of(bearers.begin(), bearers.end(), [&](const base::PlayerId bearer) {
    const auto entry = players_.find(bearer);
    return entry != players_.end() && entry->second->second.payer == payer;
  });
}

void SessionService::remember_players(const match::MatchCreated& created) {
  RecentMatches::Seats seats;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    const match::MatchPlayer& player = created.seats[seat].player;
    seats[seat].name = player.name;
    const auto entry = players_.find(player.id);
    const bool is_person_or_worker = entry != players_.end() && !entry->second->second.plays_arranged_only();
    if (is_person_or_worker) seats[seat].subject = entry->second->second.payer;
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
    if (tokens_.is_revoked(account)) {
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

// The matches of a banned player go on as if its connection had broken.
void SessionService::apply_restrictions() {
  if (restrictions_.is_empty()) return;
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

std::optional<std::string> SessionService::payer_of(const std::string& name) const {
  for (const base::PlayerId player : lobby_.players_with_name_like(name)) {
    const auto entry = players_.find(player);
    if (entry != players_.end() && lobby_.name_of(player) == name) return entry->second->second.payer;
  }
  return std::nullopt;
}

}  // namespace rensa::sessions
