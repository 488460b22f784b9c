#pragma once

#include <map>
#include <span>

#include "server/base/types.h"
#include "server/match/arrangement.h"
#include "server/tournament/journal/event.h"
#include "server/tournament/journal/progress.h"
#include "server/tournament/plan/plan.h"

namespace rensa::live_tournaments {

// The matches of a tournament that were made again after a restart of the server, and that its journal knows. All other
// matches are void: their games have a result, or begin anew in the same attempt (TournamentRun::interrupted_games()).
struct RestoredGames {
  struct Running {
    base::MatchId match{};
    bool has_ended = false;  // its result is not in the journal yet
    friend bool operator==(const Running&, const Running&) = default;
  };
  std::map<tournament::GameId, Running> running;         // they go on, in the same attempt
  std::map<base::MatchId, tournament::GameId> finished;  // the journal has their results, so they are over
};

// Decides which of these matches belongs to which game. `plan`: with all late entries. `progress`: as the journal on
// disk has it. `matches`: those that have the name of this tournament.
RestoredGames find_restored_games(const tournament::TournamentPlan& plan,
                                  const tournament::TournamentProgress& progress,
                                  std::span<const match::RestoredArrangedMatch> matches);

}  // namespace rensa::live_tournaments
