#include "server/storage/sqlite/tables.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <limits>
#include <thread>

#include "server/storage/sqlite/schema/schema_steps.h"
#include "server/storage/store.h"

namespace rensa::storage {

namespace {

std::string select_games_sql(const char* rest) {
  return std::string(
             "SELECT record, match, game, player1, player2, ruleset, winner, cause, frames, score1, score2, ended, "
             "tournament, tournament_game "
             "FROM games WHERE ") +
         rest;
}

GameRow read_game_row(const Statement::Rows& rows) {
  return {.record = static_cast<std::uint64_t>(rows.integer(0)),
          .match = static_cast<std::uint64_t>(rows.integer(1)),
          .game = static_cast<int>(rows.integer(2)),
          .players = {rows.text(3), rows.text(4)},
          .ruleset = rows.text(5),
          .winner = rows.optional_int(6),
          .cause = rows.text(7),
          .frames = static_cast<int>(rows.integer(8)),
          .scores = {rows.integer(9), rows.integer(10)},
          .ended = rows.text(11),
          .tournament = rows.text(12),
          .tournament_game = rows.text(13)};
}

std::vector<GameRow> all_games(Statement::Rows rows) {
  std::vector<GameRow> games;
  while (rows.next()) games.push_back(read_game_row(rows));
  return games;
}

std::optional<GameRow> one_game(Statement::Rows rows) {
  if (!rows.next()) return std::nullopt;
  return read_game_row(rows);
}

// Numbers that a database cannot hold become the largest one, which no row has.
std::int64_t clamped_to_integer(std::uint64_t number) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return number > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(number);
}

// An index of games, with the start of a condition, for those that are late and for the others.
struct GameSource {
  std::string in_time;
  std::string late;
};

GameSource source_of(const std::string& index_and_condition) { return {index_and_condition, index_and_condition}; }

// The games that are not late have their times in the order of their records (see the schema), so a range of times is a
// range of records. A late game has a larger record than some game in time that ended later, so the beginning of the
// range holds for late games, too, unless they are unordered. A page is put together from two parts for each source,
// and one for all unordered games, which are few. Each part reads one index from the end of the range downwards, and
// stops when it has a page of games. The parameters: 1 and 2 are the range, 3 the limit, 4 the player, 5 the ruleset, 6
// and 7 the times, 8 the end of the range for late games, and 9 the tournament.
std::string page_sql(const std::vector<GameSource>& sources) {
  const std::string filters =
      " AND (?4 = '' OR player1 = ?4 OR player2 = ?4) AND (?5 = '' OR ruleset = ?5)"
      " AND (?9 = '' OR tournament = ?9) AND (?6 = '' OR ended >= ?6) AND (?7 = '' OR ended < ?7) ORDER BY record DESC "
      "LIMIT ?3)";
  const auto part = [&filters](const std::string& source, const std::string& range) {
    return "SELECT record FROM (SELECT record FROM games " + source + range + filters;
  };
  std::string records = part("INDEXED BY unordered_games WHERE", " unordered = 1 AND record < ?8");
  for (const GameSource& source : sources) {
    records += " UNION " + part(source.in_time, " late = 0 AND record >= ?1 AND record < ?2") + " UNION " +
               part(source.late, " late = 1 AND record >= ?1 AND record < ?8");
  }
  return select_games_sql(("record IN (" + records + ") ORDER BY record DESC LIMIT ?3").c_str());
}

constexpr std::int64_t kNoRecord = std::numeric_limits<std::int64_t>::max();

// If more games than this are late one after another, a wrong clock may be the reason.
constexpr std::int64_t kMaxLateInARow = 100;

std::int64_t count_of(Statement::Rows rows) {
  rows.next();
  return rows.integer(0);
}

}  // namespace

GamePages::GamePages(Database& database)
    : select_first_ended_from_(database,
                               "SELECT record FROM games INDEXED BY games_by_end WHERE late = 0 AND ended >= ? "
                               "ORDER BY ended, record LIMIT 1"),
      select_of_player_(database, page_sql({source_of("INDEXED BY games_of_player1 WHERE player1 = ?4 AND"),
                                            source_of("INDEXED BY games_of_player2 WHERE player2 = ?4 AND")})),
      select_of_tournament_(
          database,
          page_sql({source_of("INDEXED BY games_of_tournament WHERE tournament = ?9 AND tournament <> '' AND")})),
      select_of_ruleset_(database, page_sql({source_of("INDEXED BY games_of_ruleset WHERE ruleset = ?5 AND")})),
      select_any_(database, page_sql({{.in_time = "NOT INDEXED WHERE", .late = "INDEXED BY late_games WHERE"}})) {}

std::vector<GameRow> GamePages::read(const GamesQuery& query) {
  if (query.limit < 1) return {};  // SQLite takes a negative limit as no limit
  Statement& select = !query.player.empty()       ? select_of_player_
                      : !query.tournament.empty() ? select_of_tournament_
                      : !query.ruleset.empty()    ? select_of_ruleset_
                                                  : select_any_;
  const std::int64_t before = query.before == 0 ? kNoRecord : clamped_to_integer(query.before);
  const std::int64_t first = query.from.empty() ? 0 : first_ended_from(query.from);
  const std::int64_t end = query.to.empty() ? kNoRecord : first_ended_from(query.to);
  return all_games(select.run(first, std::min(before, end), std::int64_t{query.limit}, query.player, query.ruleset,
                              query.from, query.to, before, query.tournament));
}

// Returns the first of the games that are not late and ended at this time or later; kNoRecord if there is none.
std::int64_t GamePages::first_ended_from(const std::string& time) {
  auto rows = select_first_ended_from_.run(time);
  return rows.next() ? rows.integer(0) : kNoRecord;
}

GameReader::GameReader(Database& database)
    : select_games_of_match_(database, select_games_sql("match = ? ORDER BY game")),
      select_by_record_(database, select_games_sql("record = ?")),
      select_by_match_and_game_(database, select_games_sql("match = ? AND game = ?")),
      select_match_(database, "SELECT player1, player2, ruleset, clock, started FROM matches WHERE match = ?"),
      select_record_bytes_(database, "SELECT bytes FROM records WHERE record = ?") {}

std::vector<GameRow> GameReader::games_of_match(std::uint64_t match) {
  return all_games(select_games_of_match_.run(clamped_to_integer(match)));
}

std::optional<GameRow> GameReader::game(std::uint64_t record) {
  return one_game(select_by_record_.run(clamped_to_integer(record)));
}

std::optional<GameRow> GameReader::game_of_match(std::uint64_t match, int game) {
  return one_game(select_by_match_and_game_.run(clamped_to_integer(match), std::int64_t{game}));
}

std::optional<MatchRow> GameReader::match(std::uint64_t match) {
  auto rows = select_match_.run(clamped_to_integer(match));
  if (!rows.next()) return std::nullopt;
  return MatchRow{.match = match,
                  .players = {rows.text(0), rows.text(1)},
                  .ruleset = rows.text(2),
                  .clock = rows.text(3),
                  .started = rows.text(4)};
}

std::optional<std::vector<std::uint8_t>> GameReader::record(std::uint64_t record) {
  auto rows = select_record_bytes_.run(clamped_to_integer(record));
  if (!rows.next()) return std::nullopt;
  return rows.bytes(0);
}

GameInserter::GameInserter(Database& database)
    : database_(database),
      reader_(database),
      insert_match_(database,
                    "INSERT INTO matches (match, player1, player2, ruleset, clock, started) VALUES (?, ?, ?, ?, ?, ?)"),
      insert_game_(database,
                   "INSERT INTO games (match, game, player1, player2, ruleset, winner, cause, frames, score1, score2, "
                   "ended, tournament, tournament_game, late, guest_bytes) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      select_newest_in_time_(database,
                             "SELECT record, ended FROM games INDEXED BY games_by_end WHERE late = 0 "
                             "ORDER BY ended DESC, record DESC LIMIT 1"),
      count_late_since_(database, "SELECT count(*) FROM games INDEXED BY late_games WHERE late = 1 AND record > ?"),
      count_in_time_after_(database,
                           "SELECT count(*) FROM (SELECT 1 FROM games INDEXED BY games_by_end "
                           "WHERE late = 0 AND ended > ? LIMIT ?)"),
      mark_unordered_(database,
                      "UPDATE games SET late = 1, unordered = 1 WHERE ended > ?1 AND record >= "
                      "(SELECT record FROM games INDEXED BY games_by_end WHERE late = 0 AND ended > ?1 "
                      "ORDER BY ended, record LIMIT 1)"),
      mark_late_(database,
                 "UPDATE games SET late = coalesce(ended < latest, 0) FROM "
                 "(SELECT record AS number, max(ended) OVER "
                 "(ORDER BY record ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest "
                 "FROM games WHERE record >= ?1 AND unordered = 0) WHERE record = number AND record > ?1"),
      insert_record_(database, "INSERT INTO records (record, bytes) VALUES (?, ?)"),
      // A trigger would do the same, but lets SQLite write a journal for each INSERT.
      add_guest_game_(database, "UPDATE guest_totals SET games = games + 1, bytes = bytes + ?") {}

namespace {

std::optional<std::int64_t> guest_bytes_of(const GameToSave& save) {
  if (!save.is_between_guests) return std::nullopt;
  return static_cast<std::int64_t>(guest_game_bytes(save));
}

}  // namespace

std::uint64_t GameInserter::insert(const GameToSave& save) {
  const GameRow& game = save.game;
  if (const auto reason = why_not_storable(save.match, game)) {
    throw StoreException(*reason, StoreError::Kind::refused);
  }
  insert_match(save.match);
  if (const auto stored = reader_.game_of_match(game.match, game.game)) return check_same_game(*stored, save);
  insert_game_.write(static_cast<std::int64_t>(game.match), std::int64_t{game.game}, game.players[0], game.players[1],
                     game.ruleset, game.winner, game.cause, std::int64_t{game.frames}, game.scores[0], game.scores[1],
                     game.ended, game.tournament, game.tournament_game, std::int64_t{is_late(game.ended)},
                     guest_bytes_of(save));
  const std::int64_t number = database_.last_row();
  if (const auto bytes = guest_bytes_of(save)) add_guest_game_.write(*bytes);
  if (save.record) insert_record_.write(number, std::span<const std::uint8_t>(*save.record));
  return static_cast<std::uint64_t>(number);
}

std::optional<GameInserter::NewestInTime> GameInserter::newest_in_time() {
  auto rows = select_newest_in_time_.run();
  if (!rows.next()) return std::nullopt;
  return NewestInTime{.record = rows.integer(0), .ended = rows.text(1)};
}

bool GameInserter::is_late(const std::string& ended) {
  const auto newest = newest_in_time();
  if (!newest || newest->ended <= ended) return false;
  const std::int64_t late = count_of(count_late_since_.run(newest->record));
  // Games with a later time make this one late. If they are at least kMaxLateInARow fewer than the late games, then
  // their clock was wrong.
  const std::int64_t most_with_wrong_clock = late - kMaxLateInARow;
  if (most_with_wrong_clock < 0) return true;
  if (count_of(count_in_time_after_.run(ended, most_with_wrong_clock + 1)) > most_with_wrong_clock) return true;
  mark_unordered_.write(ended);
  const auto before = newest_in_time();
  mark_late_.write(before ? before->record : 0);
  return false;
}

std::uint64_t GameInserter::check_same_game(const GameRow& stored, const GameToSave& save) {
  GameRow game = save.game;
  game.record = stored.record;
  if (game != stored || reader_.record(stored.record) != save.record) {
    throw StoreException(game_conflict(game), StoreError::Kind::refused);
  }
  return stored.record;
}

void GameInserter::insert_match(const MatchRow& match) {
  if (const auto stored = reader_.match(match.match)) {
    if (*stored != match) throw StoreException(match_conflict(match), StoreError::Kind::refused);
    return;
  }
  insert_match_.write(static_cast<std::int64_t>(match.match), match.players[0], match.players[1], match.ruleset,
                      match.clock, match.started);
}

std::uint64_t last_record_in(Database& database) {
  Statement select(database, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'games'");
  auto rows = select.run();
  rows.next();
  return static_cast<std::uint64_t>(rows.integer(0));
}

// Matches may be stored with numbers that were not reserved, by an older version that is still running.
IdTable::IdTable(Database& database)
    : reserve_(database,
               "INSERT INTO ids (kind, next) VALUES (?1, ?2 + 1) ON CONFLICT (kind) DO UPDATE SET next = ?2 + "
               "CASE kind WHEN 'match' THEN max(next, (SELECT coalesce(max(match), 0) + 1 FROM matches)) ELSE next END "
               "RETURNING next - ?2") {}

IdBlock IdTable::reserve(IdKind kind, std::uint64_t count) {
  assert(count > 0 && count <= kMaxIdBlock);
  auto rows = reserve_.run(name_of(kind), static_cast<std::int64_t>(count));
  if (!rows.next()) throw StoreException("The database gave no numbers.");
  const IdBlock block{.first = static_cast<std::uint64_t>(rows.integer(0)), .count = count};
  rows.next();  // the statement is done, and its change committed, only after its last row
  return block;
}

namespace {

// The version of the tables that this program knows.
std::int64_t newest_version() { return std::ssize(schema_steps()); }
constexpr std::int64_t kFirstVersionWithChecksums = 6;
constexpr std::int64_t kApplicationId = 0x52454E53;  // "RENS"

std::int64_t integer_of(Database& database, const char* sql) {
  Statement statement(database, sql);
  auto rows = statement.run();
  rows.next();
  return rows.integer(0);
}

// The version of the schema; 0 for an empty database. Throws unless this program can use the database. Has to be called
// in a transaction, since another process may make the tables between two of its queries.
std::int64_t known_version(Database& database) {
  const std::int64_t version = integer_of(database, "PRAGMA user_version");
  const bool ours = integer_of(database, "PRAGMA application_id") == kApplicationId;
  const bool empty = integer_of(database, "SELECT count(*) FROM sqlite_schema") == 0;
  if (!ours && (version != 0 || !empty)) throw StoreException(database.name() + " is a database of another program.");
  if (version < 0 || version > newest_version()) {
    throw StoreException(database.name() + " was written by a newer Rensa: its schema is version " +
                         std::to_string(version) + ", this program knows " + std::to_string(newest_version()) + ".");
  }
  return version;
}

std::int64_t stored_version(Database& database) {
  Transaction transaction(database, Transaction::Access::read);
  const std::int64_t version = known_version(database);
  transaction.commit();
  return version;
}

// With a write-ahead log, readers and the writer do not wait for each other.
void use_write_ahead_log(Database& database) {
  Statement statement(database, "PRAGMA journal_mode = WAL");
  auto rows = statement.run();
  if (!rows.next() || rows.text(0) != "wal") {
    throw StoreException(database.name() + " is on a file system that does not allow a write-ahead log.");
  }
}

// Retries, since SQLite does not wait when several processes make one file at once.
void use_write_ahead_log_when_free(Database& database) {
  const auto deadline = std::chrono::steady_clock::now() + database.busy_timeout();
  for (;;) {
    try {
      return use_write_ahead_log(database);
    } catch (const SqlError& error) {
      if (!error.is_busy() || std::chrono::steady_clock::now() >= deadline) throw;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void run_schema_steps(Database& database) {
  Transaction transaction(database, Transaction::Access::write);
  // Another process may have migrated it since.
  for (std::int64_t version = known_version(database); version < newest_version(); ++version) {
    database.execute(schema_steps()[static_cast<std::size_t>(version)]);
  }
  database.execute(("PRAGMA user_version = " + std::to_string(newest_version())).c_str());
  database.execute(("PRAGMA application_id = " + std::to_string(kApplicationId)).c_str());
  transaction.commit();
}

}  // namespace

void check_earlier_version(Database& database) {
  if (stored_version(database) >= kFirstVersionWithChecksums) {
    throw StoreException(database.name() + " is damaged: it says that its pages have no checksums.");
  }
}

std::int64_t schema_version(Database& database) { return stored_version(database); }

bool has_earlier_schema(Database& database) { return stored_version(database) < newest_version(); }

void upgrade_tables_of_copy(Database& database) {
  database.execute("PRAGMA cache_spill = ON");  // a copy has no log
  run_schema_steps(database);
  use_write_ahead_log(database);
}

void upgrade_schema(Database& database) {
  const bool is_earlier = has_earlier_schema(database);  // before anything is changed
  use_write_ahead_log_when_free(database);
  if (is_earlier) run_schema_steps(database);
}

}  // namespace rensa::storage
