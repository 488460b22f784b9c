#include "server/sessions/rows.h"

#include "engine/duel/cause_name.h"
#include "proto/clock_name.h"

namespace rensa::sessions {

storage::MatchRow match_row(const play::FinishedGame& game) {
  return {.match = static_cast<std::uint64_t>(game.match),
          .players = game.record.players,
          .ruleset = game.terms.ruleset,
          .clock = std::string(proto::name_of(game.terms.clock)),
          .started = game.match_started};
}

storage::GameRow game_row(const play::FinishedGame& game, const std::string& ended) {
  const duel::Outcome& outcome = game.record.outcome;
  storage::GameRow row;
  row.match = static_cast<std::uint64_t>(game.match);
  row.game = game.game;
  row.players = game.record.players;
  row.ruleset = game.terms.ruleset;
  if (outcome.winner) row.winner = *outcome.winner == duel::Seat::one ? 1 : 2;
  row.cause = duel::name_of(outcome.cause);
  row.frames = outcome.frame;
  row.scores = game.scores;
  row.ended = ended;
  return row;
}

}  // namespace rensa::sessions
