#include "server/storage/game_reader.h"

#include <limits>
#include <string>

namespace rensa::storage {
namespace {

std::string games_where(const char* rest) {
  return std::string(
             "SELECT record, match, game, player1, player2, ruleset, winner, cause, frames, score1, score2, ended "
             "FROM games WHERE ") +
         rest;
}

GameRow game_in(const Statement::Rows& rows) {
  return {.record = static_cast<std::uint64_t>(rows.integer(0)),
          .match = static_cast<std::uint64_t>(rows.integer(1)),
          .game = static_cast<int>(rows.integer(2)),
          .players = {rows.text(3), rows.text(4)},
          .ruleset = rows.text(5),
          .winner = rows.optional_int(6),
          .cause = rows.text(7),
          .frames = static_cast<int>(rows.integer(8)),
          .scores = {rows.integer(9), rows.integer(10)},
          .ended = rows.text(11)};
}

std::vector<GameRow> all_games(Statement::Rows rows) {
  std::vector<GameRow> games;
  while (rows.next()) games.push_back(game_in(rows));
  return games;
}

std::optional<GameRow> one_game(Statement::Rows rows) {
  if (!rows.next()) return std::nullopt;
  return game_in(rows);
}

// Numbers beyond those of a database are numbers that nothing has.
std::int64_t integer_from(std::uint64_t number) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return number > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(number);
}

}  // namespace

GameReader::GameReader(Database& database)
    : page_(database, games_where("record < ? ORDER BY record DESC LIMIT ?")),
      of_match_(database, games_where("match = ? ORDER BY game")),
      by_record_(database, games_where("record = ?")),
      by_number_(database, games_where("match = ? AND game = ?")),
      match_(database, "SELECT player1, player2, ruleset, clock, started FROM matches WHERE match = ?"),
      bytes_(database, "SELECT bytes FROM records WHERE record = ?"),
      last_(database, "SELECT coalesce(max(match), 0) FROM matches") {}

std::vector<GameRow> GameReader::games(const Page& page) {
  if (page.limit < 1) return {};  // to SQLite a negative limit is none
  const std::uint64_t before = page.before == 0 ? std::numeric_limits<std::uint64_t>::max() : page.before;
  return all_games(page_.run(integer_from(before), std::int64_t{page.limit}));
}

std::vector<GameRow> GameReader::games_of_match(std::uint64_t match) {
  return all_games(of_match_.run(integer_from(match)));
}

std::optional<GameRow> GameReader::game(std::uint64_t record) { return one_game(by_record_.run(integer_from(record))); }

std::optional<GameRow> GameReader::game_of_match(std::uint64_t match, int game) {
  return one_game(by_number_.run(integer_from(match), std::int64_t{game}));
}

std::optional<MatchRow> GameReader::match(std::uint64_t match) {
  auto rows = match_.run(integer_from(match));
  if (!rows.next()) return std::nullopt;
  return MatchRow{.match = match,
                  .players = {rows.text(0), rows.text(1)},
                  .ruleset = rows.text(2),
                  .clock = rows.text(3),
                  .started = rows.text(4)};
}

std::optional<std::vector<std::uint8_t>> GameReader::record(std::uint64_t record) {
  auto rows = bytes_.run(integer_from(record));
  if (!rows.next()) return std::nullopt;
  return rows.bytes(0);
}

std::uint64_t GameReader::last_match() {
  auto rows = last_.run();
  return rows.next() ? static_cast<std::uint64_t>(rows.integer(0)) : 0;
}

}  // namespace rensa::storage
