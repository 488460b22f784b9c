#pragma once

#include <optional>

#include "engine/duel/outcome.h"
#include "server/base/types.h"
#include "server/lobby/lobby_settings.h"
#include "server/lobby/match_admission.h"
#include "server/lobby/presence.h"
#include "server/lobby/running_matches.h"
#include "server/match/arrangement.h"
#include "server/match/match.h"

namespace rensa::lobby {

// The matches that tournaments arrange: all that a tournament may do with the lobby. It owns nothing.
class ArrangedMatches {
 public:
  // All parts outlive it.
  ArrangedMatches(const LobbySettings& settings, const Presence& presence, MatchAdmission& admission,
                  RunningMatches& matches)
      : settings_(settings), presence_(presence), admission_(admission), matches_(matches) {}

  // Returns nullopt if there is no room, or if one of the players has gone.
  std::optional<base::MatchId> start(const match::Arrangement& arrangement, base::Time now);
  // Returns the arranged match that was made again; nullopt if there is no such match.
  std::optional<match::RestoredArrangedMatch> restored(base::MatchId match) const;
  // Gives a lost seat of an arranged match back to its player, which is present again and does not resume it: it does
  // not know of the match. Does nothing if the seat is not lost.
  void return_lost_seat(base::MatchId match, duel::Seat seat, const match::MatchPlayer& player, base::Time now);
  // Returns false if there is no such match.
  bool forfeit(base::MatchId match, duel::Seat seat, duel::Cause cause, base::Time now);
  // Returns nullopt if there is no such match.
  std::optional<match::AbandonResult> abandon(base::MatchId match, base::Time now);
  // How much later than the players spectators see a match in which a person plays, unless its terms say otherwise.
  base::Span spectator_delay_with_person() const { return settings_.match.spectator_delay; }

 private:
  const LobbySettings& settings_;
  const Presence& presence_;
  MatchAdmission& admission_;
  RunningMatches& matches_;
};

}  // namespace rensa::lobby
