#include "server/storage/game_saver.h"

#include <algorithm>

#include "server/storage/row_check.h"

namespace rensa::storage {

GameSaver::GameSaver(Database& database)
    : database_(database),
      reader_(database),
      insert_match_(database,
                    "INSERT INTO matches (match, player1, player2, ruleset, clock, started) VALUES (?, ?, ?, ?, ?, ?)"),
      insert_game_(database,
                   "INSERT INTO games (match, game, player1, player2, ruleset, winner, cause, frames, score1, score2, "
                   "ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      insert_record_(database, "INSERT INTO records (record, bytes) VALUES (?, ?)") {}

std::uint64_t GameSaver::save(const MatchRow& match, const GameRow& game, std::span<const std::uint8_t> record) {
  if (const auto fault = fault_of(match, game)) throw StoreError(*fault);
  save_match(match);
  if (const auto stored = reader_.game_of_match(game.match, game.game)) return same_game(*stored, game, record);
  insert_game_.write(static_cast<std::int64_t>(game.match), std::int64_t{game.game}, game.players[0], game.players[1],
                     game.ruleset, game.winner, game.cause, std::int64_t{game.frames}, game.scores[0], game.scores[1],
                     game.ended);
  const std::int64_t number = database_.last_row();
  insert_record_.write(number, record);
  return static_cast<std::uint64_t>(number);
}

std::uint64_t GameSaver::same_game(const GameRow& stored, GameRow game, std::span<const std::uint8_t> record) {
  game.record = stored.record;
  const auto bytes = reader_.record(stored.record);
  if (game != stored || !bytes || !std::equal(bytes->begin(), bytes->end(), record.begin(), record.end())) {
    throw StoreError(other_game(game));
  }
  return stored.record;
}

void GameSaver::save_match(const MatchRow& match) {
  if (const auto stored = reader_.match(match.match)) {
    if (*stored != match) throw StoreError(other_match(match));
    return;
  }
  insert_match_.write(static_cast<std::int64_t>(match.match), match.players[0], match.players[1], match.ruleset,
                      match.clock, match.started);
}

}  // namespace rensa::storage
