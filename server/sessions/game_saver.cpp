#include "server/sessions/game_saver.h"

#include <utility>

#include "engine/duel/outcome.h"
#include "engine/record/codec.h"

namespace rensa::sessions {

namespace {

storage::MatchRow match_row(const match::FinishedGame& game) {
  return {.match = static_cast<std::uint64_t>(game.match),
          .players = game.record.players,
          .ruleset = game.terms.ruleset,
          .clock = std::string(match::name_of(game.terms.clock)),
          .started = game.match_started};
}

storage::GameRow game_row(const match::FinishedGame& game, const std::string& ended) {
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

}  // namespace

// The background may outlive the saver, so it touches only the store there.
void GameSaver::save(match::FinishedGame game) {
  ++unsaved_count_;
  auto finished = std::make_shared<const match::FinishedGame>(std::move(game));
  parts_.run_in_background([this, &games = parts_.games, finished, ended = parts_.date()] {
    const auto encoded = std::make_shared<const storage::GameToSave>(storage::GameToSave{
        .match = match_row(*finished), .game = game_row(*finished, ended), .record = record::encode(finished->record)});
    games.save_game(*encoded,
                    [this, encoded](const storage::StoreResult<std::uint64_t>& record) { on_answer(encoded, record); });
  });
}

void GameSaver::save(match::FinishedGame game, TournamentHost& host) {
  ++unsaved_count_;
  auto arranged = std::make_shared<storage::GameToSave>(
      storage::GameToSave{.match = match_row(game), .game = game_row(game, parts_.date()), .record = std::nullopt});
  const auto kept = [this, match = game.match, number = game.game, arranged](const std::optional<ArrangedGame>& name) {
    parts_.announce(match, number, 0);
    if (!name || !parts_.lists_arranged_games) {
      --unsaved_count_;
      return;
    }
    arranged->game.tournament = name->tournament;
    arranged->game.tournament_game = name->game;
    store(arranged);
  };
  host.keep(std::move(game), kept);
}

void GameSaver::store(const EncodedGame& game) {
  parts_.games.save_game(*game,
                         [this, game](const storage::StoreResult<std::uint64_t>& record) { on_answer(game, record); });
}

void GameSaver::on_answer(const EncodedGame& game, const storage::StoreResult<std::uint64_t>& record) {
  const bool is_arranged = !game->record;  // its tournament has the record
  if (!record) {
    parts_.failed(game->game, record.error());
    const bool is_refused = record.error().kind == storage::StoreError::Kind::refused;
    if (!is_arranged || !is_refused) return parts_.post_later(parts_.again_after, [this, game] { store(game); });
  }
  --unsaved_count_;
  if (!is_arranged) parts_.announce(base::MatchId{game->match.match}, game->game.game, *record);
}

}  // namespace rensa::sessions
