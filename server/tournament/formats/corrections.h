#pragma once

#include <string>
#include <variant>

#include "server/tournament/formats/stage_sequence.h"
#include "server/tournament/journal/event.h"

namespace rensa::tournament {

// The corrections that an organiser can make while a tournament is played. Each function returns the event of the
// correction, or a sentence that says why it cannot be made. The same progress always gives the same answer, so a
// journal can be verified.
template <typename Correction>
using CorrectionOrRefusal = std::variant<Correction, std::string>;

// Annuls the result of a game, which is then played again with a new queue. Later pairs that were scheduled from the
// result are cancelled; if one of them has a result, the annulment is refused. It is also refused if the game could not
// be played again, or if a later stage or season has begun with its result.
CorrectionOrRefusal<GameAnnulled> annul_game(const TournamentProgress& progress, StageSequence& stages,
                                             const GameId& game, const std::string& why);

// Lets a benched player take part again. The pairs of the current stage that it had left unfinished are played to their
// end; results stay as they are. It is refused if the player is disqualified, if a later stage has begun without it, or
// if a later match of a knock-out has been scheduled from its absence.
CorrectionOrRefusal<PlayerReturned> return_player(const TournamentProgress& progress, StageSequence& stages,
                                                  std::size_t player);

// Disqualifies a player, during the tournament or after its end. It plays no further game. All its games are struck:
// they count in no table, for the other players neither, so that all have met the same opponents. A match of a
// knock-out that it has won stays decided; its next opponent goes on.
CorrectionOrRefusal<PlayerDisqualified> disqualify_player(const TournamentProgress& progress, StageSequence& stages,
                                                          std::size_t player, const std::string& why);

}  // namespace rensa::tournament
