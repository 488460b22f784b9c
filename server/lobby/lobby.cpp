#include "server/lobby/lobby.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace rensa::lobby {

namespace {

constexpr std::size_t kMaxListedMatches = 200;
constexpr std::size_t kMaxListedPlayers = 1000;

// A part of a second counts as a whole one, so that the time is 0 only when it is over.
Drain drain_message(base::Time end, base::Time now) {
  const auto left = std::max(std::chrono::ceil<std::chrono::seconds>(end - now), std::chrono::seconds(0));
  return {.seconds = static_cast<int>(left.count())};
}

}  // namespace

Lobby::Lobby(const LobbySettings& settings, base::IdSource& match_ids, LobbyOutput& output)
    : settings_(settings),
      output_(output),
      load_(settings_, match_ids),
      spectators_(output),
      matches_({.settings = settings_,
                .match_ids = match_ids,
                .output = output,
                .load = load_,
                .players = player_matches_,
                .spectators = spectators_}),
      admission_({.settings = settings_,
                  .output = output,
                  .presence = presence_,
                  .players = player_matches_,
                  .matches = matches_,
                  .load = load_}),
      matchmaking_(settings_, presence_, admission_, output),
      requests_({.output = output,
                 .presence = presence_,
                 .matchmaking = matchmaking_,
                 .matches = matches_,
                 .players = player_matches_,
                 .spectators = spectators_}),
      arranged_matches_(settings_, presence_, admission_, matches_) {}

void Lobby::enter(base::PlayerId player, const std::string& name, base::Time now, Access access) {
  presence_.enter(player, name, access);
  if (drain_end_) output_.send(player, drain_message(*drain_end_, now));
}

void Lobby::leave(base::PlayerId player, base::Time now) {
  if (!presence_.contains(player)) return;
  send_all(matchmaking_.leave(player, now), output_);
  presence_.leave(player);
  for (const base::MatchId id : player_matches_.remove(player)) {
    matches_.change(id, [&](match::Match& match) {
      match.lose_player(player, now);
      spectators_.unwatch(match, player);
      match.run(now);
    });
  }
  spectators_.leave_ended_matches(player);
}

void Lobby::open_to_challenges(base::PlayerId player, const OpenOffer& offer) {
  const int max_matches = static_cast<int>(settings_.max_matches_per_player);
  presence_.set_offer(player, {.matches = std::min(offer.matches, max_matches), .subscription = offer.subscription});
}

std::optional<base::PlayerId> Lobby::recognise_guest(base::PlayerId guest, base::MatchId match, duel::Seat seat,
                                                     const std::string& token) {
  const match::Match* lost = matches_.find(match);
  const auto earlier = lost != nullptr ? lost->lost_player(seat, token) : std::nullopt;
  if (!earlier || !base::is_guest(*earlier) || !base::is_guest(guest) || presence_.contains(*earlier)) {
    return std::nullopt;
  }
  if (matchmaking_.has_requests(guest) || player_matches_.is_in_match(guest)) return std::nullopt;
  presence_.replace(guest, *earlier);
  player_matches_.replace(guest, *earlier);
  return earlier;
}

void Lobby::run_due_matches(base::Time now) {
  matches_.run_due(now);
  matchmaking_.remove_expired(now);
  release_to_spectators(now);
}

void Lobby::drain(base::Time end, base::Time now) {
  drain_end_ = end;
  admission_.drain();
  matchmaking_.drain();
  for (const auto& [player, state] : presence_.players()) output_.send(player, drain_message(end, now));
}

void Lobby::abandon_all(base::Time now) {
  matches_.abandon_all(now);
  release_to_spectators(now);
}

// When a draining server has no match any more, spectators can tell nothing to a player.
void Lobby::release_to_spectators(base::Time now) {
  drain_end_&& matches_.count() == 0 ? spectators_.release_all() : spectators_.release_delayed(now);
}

Snapshot Lobby::snapshot() const {
  Snapshot lobby;
  for (const auto& [player, state] : presence_.players()) {
    if (lobby.players.size() == kMaxListedPlayers) break;
    lobby.players.push_back(state.name);
  }
  std::ranges::sort(lobby.players);
  lobby.players.erase(std::unique(lobby.players.begin(), lobby.players.end()), lobby.players.end());
  std::map<std::string, int> open;  // the players of one name are added up
  for (const auto& [player, state] : presence_.players()) {
    if (open.size() == kMaxListedPlayers) break;
    if (state.offer) open[state.name] += matchmaking_.free_match_slots(player);
  }
  for (const auto& [name, free] : open) lobby.open.push_back({name, free});
  lobby.matches = matches_.listings(kMaxListedMatches);
  return lobby;
}

}  // namespace rensa::lobby
