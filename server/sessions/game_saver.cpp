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

void GameSaver::save(match::FinishedGame game) {
  ++unsaved_count_;
  store(std::make_shared<const UnsavedGame>(UnsavedGame{std::move(game), parts_.date()}));
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
    list(arranged);
  };
  host.keep(std::move(game), kept);
}

void GameSaver::store(std::shared_ptr<const UnsavedGame> unsaved) {
  auto saved = [this, unsaved](const storage::StoreResult<std::uint64_t>& record) {
    if (record) {
      --unsaved_count_;
      return parts_.announce(unsaved->game.match, unsaved->game.game, *record);
    }
    parts_.failed(game_row(unsaved->game, unsaved->ended), record.error());
    parts_.post_later(parts_.again_after, [this, unsaved] { store(unsaved); });
  };
  parts_.run_in_background([&games = parts_.games, unsaved, saved = std::move(saved)] {
    const match::FinishedGame& game = unsaved->game;
    games.save_game(
        {.match = match_row(game), .game = game_row(game, unsaved->ended), .record = record::encode(game.record)},
        saved);
  });
}

void GameSaver::list(std::shared_ptr<const storage::GameToSave> arranged) {
  parts_.games.save_game(*arranged, [this, arranged](const storage::StoreResult<std::uint64_t>& record) {
    if (record) {
      --unsaved_count_;
      return;
    }
    parts_.failed(arranged->game, record.error());
    parts_.post_later(parts_.again_after, [this, arranged] { list(arranged); });
  });
}

}  // namespace rensa::sessions
