#include "server/sessions/game_saver.h"

#include <algorithm>
#include <utility>

#include "engine/duel/outcome.h"
#include "engine/record/codec.h"

namespace rensa::sessions {

namespace {

constexpr int kMaxPauseGrowth = 32;  // the longest pause, as a multiple of the first

storage::MatchRow match_row(const match::FinishedGame& game) {
  return {.match = static_cast<std::uint64_t>(game.match),
          .players = game.record.players,
          .ruleset = game.terms.ruleset,
          .clock = std::string(match::name_of(game.terms.clock)),
          .started = game.match_started};
}

storage::GameRow game_row(const match::FinishedGame& game) {
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
  row.ended = game.ended;
  return row;
}

}  // namespace

void GameSaver::save(match::FinishedGame game) {
  auto finished = std::make_shared<const match::FinishedGame>(std::move(game));
  const std::uint64_t number = add_unsaved();
  if (!parts_.when_logged) return encode_and_store(std::move(finished), number);
  parts_.when_logged(finished->match, [this, finished, number] { encode_and_store(finished, number); });
}

// The background is another thread, so nothing but the store is used there.
void GameSaver::encode_and_store(std::shared_ptr<const match::FinishedGame> finished, std::uint64_t number) {
  const bool are_guests = std::all_of(finished->players.begin(), finished->players.end(), parts_.is_guest);
  const bool is_between_guests = are_guests && !finished->is_arranged;
  parts_.run_in_background([this, &games = parts_.games, pause = parts_.again_after, finished = std::move(finished),
                            number, is_between_guests] {
    const auto encoded =
        std::make_shared<const storage::GameToSave>(storage::GameToSave{.match = match_row(*finished),
                                                                        .game = game_row(*finished),
                                                                        .record = record::encode(finished->record),
                                                                        .is_between_guests = is_between_guests});
    games.save_game(*encoded,
                    [this, pause, numbered = NumberedGame{number, encoded}](
                        const storage::StoreResult<std::uint64_t>& record) { on_answer(numbered, pause, record); });
  });
}

void GameSaver::save(match::FinishedGame game, TournamentHost& host) {
  auto finished = std::make_shared<match::FinishedGame>(std::move(game));
  const std::uint64_t number = add_unsaved();
  if (!parts_.when_logged) return keep(std::move(finished), host, number);
  parts_.when_logged(finished->match, [this, finished, &host, number] { keep(finished, host, number); });
}

void GameSaver::keep(std::shared_ptr<match::FinishedGame> finished, TournamentHost& host, std::uint64_t saved_number) {
  match::FinishedGame& game = *finished;
  auto arranged = std::make_shared<storage::GameToSave>(
      storage::GameToSave{.match = match_row(game), .game = game_row(game), .record = std::nullopt});
  const auto kept = [this, saved_number, match = game.match, number = game.game,
                     arranged](const std::optional<match::TournamentGame>& name) {
    name ? parts_.announce(match, number, 0) : parts_.announce_void(match, number);
    if (!name || !parts_.lists_arranged_games) {
      unsaved_.erase(saved_number);
      return;
    }
    arranged->game.tournament = name->tournament;
    arranged->game.tournament_game = name->game;
    store({saved_number, arranged}, parts_.again_after);
  };
  host.keep(std::move(game), kept);
}

std::uint64_t GameSaver::add_unsaved() {
  unsaved_.insert(++game_count_);
  return game_count_;
}

void GameSaver::store(const NumberedGame& numbered, std::chrono::milliseconds pause) {
  parts_.games.save_game(*numbered.game, [this, numbered, pause](const storage::StoreResult<std::uint64_t>& record) {
    on_answer(numbered, pause, record);
  });
}

void GameSaver::on_answer(const NumberedGame& numbered, std::chrono::milliseconds pause,
                          const storage::StoreResult<std::uint64_t>& record) {
  const auto& game = numbered.game;
  is_failing_ = !record && record.error().kind == storage::StoreError::Kind::unavailable;
  if (!record) {
    parts_.failed(game->game, record.error());
    if (is_failing_) {
      const auto next_pause = std::min(2 * pause, kMaxPauseGrowth * parts_.again_after);
      return parts_.post_later(pause, [this, numbered, next_pause] { store(numbered, next_pause); });
    }
  }
  unsaved_.erase(numbered.number);
  const bool is_arranged = !game->record;  // its tournament has the record
  if (!is_arranged) parts_.announce(base::MatchId{game->match.match}, game->game.game, record ? *record : 0);
}

}  // namespace rensa::sessions
