#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/base/ids.h"
#include "server/base/types.h"
#include "server/lobby/arranged_matches.h"
#include "server/lobby/lobby_messages.h"
#include "server/lobby/lobby_settings.h"
#include "server/lobby/match_admission.h"
#include "server/lobby/match_load.h"
#include "server/lobby/matchmaking.h"
#include "server/lobby/player_matches.h"
#include "server/lobby/player_requests.h"
#include "server/lobby/presence.h"
#include "server/lobby/running_matches.h"
#include "server/lobby/spectator_delivery.h"

namespace rensa::lobby {

// The players that are present and the matches that run. It makes the parts, which own all data, and does itself only
// the acts that concern several of them: a player enters or leaves, players and matches are listed, the server drains.
// Callers use the part that they need. They pass the time, and the parts send their answers through a LobbyOutput.
class Lobby {
 public:
  // `match_ids` and `output` outlive it. While there are no ids, no match begins.
  Lobby(const LobbySettings& settings, base::IdSource& match_ids, LobbyOutput& output);
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  // To change names, payers and offers. Players enter and leave by the functions of Lobby.
  Presence& presence() { return presence_; }
  const Presence& presence() const { return presence_; }
  PlayerRequests& requests() { return requests_; }
  ArrangedMatches& arranged_matches() { return arranged_matches_; }
  RunningMatches& matches() { return matches_; }
  const RunningMatches& matches() const { return matches_; }
  MatchLoad& load() { return load_; }
  const MatchLoad& load() const { return load_; }
  SpectatorDelivery& spectators() { return spectators_; }
  const MatchAdmission& admission() const { return admission_; }

  // Matches that run keep the settings with which they began.
  void change_settings(const LobbySettings& settings) { settings_ = settings; }
  // Precondition: the player is not present. While the server drains, the player is told so.
  void enter(base::PlayerId player, const std::string& name, base::Time now, Access access = Access::full);
  // Ends the requests of the player. Its seats are lost, until it resumes them. Does nothing if it is not present.
  void leave(base::PlayerId player, base::Time now);
  // From now on, challenges to this player, which is present, start a match at once.
  void open_to_challenges(base::PlayerId player, const OpenOffer& offer);
  // A guest proves by the token of a lost seat that it is the earlier player of the seat. Returns that player, which is
  // present from now on instead of the guest; or nullopt, and changes nothing: the token is wrong, the seat is not
  // lost, its player is no guest or is present, or the guest has requests or matches of its own already.
  std::optional<base::PlayerId> recognise_guest(base::PlayerId guest, base::MatchId match, duel::Seat seat,
                                                const std::string& token);
  // Returns true if the player has a seat of a running match, or watches one.
  bool is_in_match(base::PlayerId player) const { return player_matches_.is_in_match(player); }

  // Runs all due matches that are not in real time, and removes expired invitations. Call a few dozen
  // times a second.
  void run_due_matches(base::Time now);
  // Starts no new matches from now on. Sends Drain with the time until `end` to all players, and to each that enters.
  void drain(base::Time end, base::Time now);
  // Voids all running games.
  void abandon_all(base::Time now);

  Snapshot snapshot() const;
  // Changes whenever the snapshot may have changed.
  std::uint64_t snapshot_version() const { return presence_.version() + matches_.counts().listing_changes; }

 private:
  void release_to_spectators(base::Time now);

  LobbySettings settings_;
  LobbyOutput& output_;
  std::optional<base::Time> drain_end_;  // set: no new matches start
  Presence presence_;
  PlayerMatches player_matches_;
  MatchLoad load_;
  SpectatorDelivery spectators_;
  RunningMatches matches_;
  MatchAdmission admission_;
  Matchmaking matchmaking_;
  PlayerRequests requests_;
  ArrangedMatches arranged_matches_;
};

}  // namespace rensa::lobby
