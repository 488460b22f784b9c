#include <atomic>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <thread>
#include <unistd.h>

#include "server/storage/sqlite/checked_files.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/store_process.h"
#include "tests/server/storage/sqlite/version_5.h"
#include "tests/server/storage/sqlite/version_6.h"
#include "tests/server/storage/waiting_store.h"

// Tests the file of the store: how it is made and locked, and which files are refused.

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::run_at_once;
using test::save;
using test::ScratchFolder;
using test::wait_for;
using test::write_version_5;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// The sentence of the error when the store is opened; empty: it opens.
std::string refusal_of(const SqliteOptions& options) {
  try {
    const SqliteStore store(options, run_at_once());
    return "";
  } catch (const StoreException& error) {
    return error.what();
  }
}

// `access` as for sqlite3_open_v2(). By default the file is one of this version, with checksums.
void execute(const fs::path& file, const std::string& sql, const char* access = checked_files()) {
  sqlite3* database = nullptr;
  constexpr int kFlags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  ASSERT_EQ(sqlite3_open_v2(file.c_str(), &database, kFlags, access), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

constexpr const char* kWithoutChecksums = nullptr;

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

void fill(const ScratchFolder& scratch, int games) {
  SqliteStore store(scratch.server(), run_at_once());
  for (int game = 1; game <= games; ++game) ASSERT_EQ(save(store, 1, game).error, "");
}

int mode_of(const fs::path& path) { return static_cast<int>(fs::status(path).permissions()); }

TEST(SqliteFile, IsMadeForItsOwnerOnly) {
  ScratchFolder scratch;
  scratch.file = scratch.folder / "var" / "lib" / "rensa.db";
  const SqliteStore store(scratch.server(), run_at_once());
  EXPECT_EQ(mode_of(scratch.folder / "var"), 0700);
  EXPECT_EQ(mode_of(scratch.folder / "var" / "lib"), 0700);
  for (const char* ending : {"", "-wal", "-shm", ".lock"}) {
    EXPECT_EQ(mode_of(scratch.file.string() + ending), 0600) << ending;
  }
}

TEST(SqliteFile, KeepsTheModeThatAnOperatorGaveIt) {
  const ScratchFolder scratch;
  ASSERT_EQ(refusal_of(scratch.server()), "");
  fs::permissions(scratch.file, fs::perms{0640});
  const SqliteStore store(scratch.server(), run_at_once());
  EXPECT_EQ(mode_of(scratch.file), 0640);
}

TEST(SqliteFile, IsMadeOnceByManyAtOnce) {
  for (int round = 0; round < 10; ++round) {
    const ScratchFolder scratch;
    std::vector<std::thread> threads;
    std::atomic<int> made = 0;
    for (int i = 0; i < 6; ++i) {
      threads.emplace_back([&, i] {
        const std::string fault = refusal_of(i == 0 ? scratch.server() : scratch.command());
        EXPECT_EQ(fault, "");
        if (fault.empty()) ++made;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(made, 6);
  }
}

TEST(SqliteFile, IsRefusedToASecondServer) {
  const ScratchFolder scratch;
  {
    const SqliteStore store(scratch.server(), run_at_once());
    EXPECT_EQ(refusal_of(scratch.server()), fs::canonical(scratch.file).string() +
                                                " is in use by another server (process " + std::to_string(getpid()) +
                                                ").");
  }
  EXPECT_EQ(refusal_of(scratch.server()), "");
}

TEST(SqliteFile, IsRefusedToASecondServerByAnotherName) {
  const ScratchFolder scratch;
  const SqliteStore store(scratch.server(), run_at_once());
  SqliteOptions other = scratch.server();
  other.file = scratch.folder / "link.db";
  fs::create_symlink(scratch.file, other.file);
  EXPECT_THAT(refusal_of(other), HasSubstr("in use by another server"));
}

TEST(SqliteFile, IsRefusedWhileAServerInAnotherProcessUsesIt) {
  const ScratchFolder scratch;
  test::StoreProcess child({"save", scratch.file.string()});
  ASSERT_NE(child.line(), "");
  EXPECT_THAT(refusal_of(scratch.server()), HasSubstr("in use by another server (process "));
  child.kill();
  EXPECT_EQ(refusal_of(scratch.server()), "");
}

TEST(SqliteFile, IsSharedWithCommandsWhileAServerWrites) {
  const ScratchFolder scratch;
  test::StoreProcess child({"save", scratch.file.string()});
  ASSERT_NE(child.line(), "");
  for (int i = 0; i < 5; ++i) {
    SqliteStore store(scratch.command(), run_at_once());
    const test::WaitingStore command(store);
    const std::string text = command.create_token("player " + std::to_string(i), Role::worker);
    const auto token = command.find_token(text);
    ASSERT_TRUE(token);
    EXPECT_TRUE(command.revoke_token(token->id));
    EXPECT_FALSE(command.games({}).empty());
  }
  EXPECT_NE(child.line(), "");
  child.kill();
  EXPECT_THAT(child.rest(), Not(HasSubstr("rensa.db")));  // no save has failed
}

TEST(SqliteFile, TokensOfACommandAreKnownToTheServerAtOnce) {
  const ScratchFolder scratch;
  SqliteStore server_store(scratch.server(), run_at_once());
  SqliteStore command_store(scratch.command(), run_at_once());
  const test::WaitingStore server(server_store);
  const test::WaitingStore command(command_store);
  const std::string text = command.create_token("builder", Role::worker);
  ASSERT_TRUE(server.find_token(text));
  command.revoke_token(server.find_token(text)->id);
  EXPECT_FALSE(server.find_token(text));
}

TEST(SqliteFile, AServerNoticesTheTokensOfACommandButNotItsOwnGames) {
  const ScratchFolder scratch;
  SqliteStore server_store(scratch.server(), run_at_once());
  SqliteStore command_store(scratch.command(), run_at_once());
  const test::WaitingStore server(server_store);
  const test::WaitingStore command(command_store);
  std::uint64_t version = server.tokens_since(0)->version;
  const auto has_changed = [&] {
    const auto list = server.tokens_since(version);
    if (list) version = list->version;
    return list.has_value();
  };
  EXPECT_FALSE(has_changed());
  const std::string text = command.create_token("builder", Role::worker);
  EXPECT_TRUE(has_changed());
  EXPECT_EQ(save(server_store, 1, 1).error, "");
  EXPECT_FALSE(has_changed());
  command.revoke_token(command.find_token(text)->id);
  EXPECT_TRUE(has_changed());
}

TEST(SqliteFile, TwoProcessesReserveDifferentIds) {
  const ScratchFolder scratch;
  SqliteStore server(scratch.server(), run_at_once());
  SqliteStore command(scratch.command(), run_at_once());
  EXPECT_EQ(test::WaitingStore(server).reserve_ids(IdKind::match, 10).first, 1U);
  EXPECT_EQ(test::WaitingStore(command).reserve_ids(IdKind::match, 10).first, 11U);
  EXPECT_EQ(test::WaitingStore(server).reserve_ids(IdKind::match, 10).first, 21U);
}

// A file as the first published version made it.
constexpr const char* kFirstVersion = R"sql(
  CREATE TABLE matches (match INTEGER PRIMARY KEY CHECK (match > 0), player1 TEXT NOT NULL, player2 TEXT NOT NULL,
    ruleset TEXT NOT NULL, clock TEXT NOT NULL, started TEXT NOT NULL) STRICT;
  CREATE TABLE games (record INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES matches,
    game INTEGER NOT NULL CHECK (game > 0), player1 TEXT NOT NULL, player2 TEXT NOT NULL, ruleset TEXT NOT NULL,
    winner INTEGER CHECK (winner IN (1, 2)), cause TEXT NOT NULL, frames INTEGER NOT NULL CHECK (frames >= 0),
    score1 INTEGER NOT NULL, score2 INTEGER NOT NULL, ended TEXT NOT NULL, UNIQUE (match, game)) STRICT;
  CREATE TABLE records (record INTEGER PRIMARY KEY REFERENCES games, bytes BLOB NOT NULL) STRICT;
  CREATE TABLE tokens (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    name TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('worker', 'administrator')), created TEXT NOT NULL,
    revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1))) STRICT;
  CREATE UNIQUE INDEX valid_names ON tokens (role, name) WHERE revoked = 0;
  INSERT INTO matches VALUES (41, 'greedy', 'gaze', 'tsu-1', 'real', '2026-01-02T03:04:05Z');
  INSERT INTO games VALUES (7, 41, 1, 'greedy', 'gaze', 'tsu-1', 2, 'choked', 900, 10, 20, '2026-01-02T03:05:06Z');
  INSERT INTO games VALUES (8, 41, 2, 'greedy', 'gaze', 'tsu-1', 2, 'choked', 900, 10, 20, '2026-01-02T03:04:59Z');
  INSERT INTO records VALUES (7, x'010203'), (8, x'04');
  INSERT INTO tokens VALUES (3, zeroblob(32), 'builder', 'worker', '2026-01-02T03:04:05Z', 0);
  PRAGMA user_version = 1;
  PRAGMA application_id = 1380273747;
)sql";

TEST(SqliteFile, AFileOfTheFirstVersionKeepsItsGamesTokensAndNumbers) {
  const ScratchFolder scratch;
  execute(scratch.file, kFirstVersion, kWithoutChecksums);
  SqliteStore store(scratch.server(), run_at_once());
  const test::WaitingStore upgraded(store);
  ASSERT_EQ(upgraded.games({}).size(), 2U);
  EXPECT_EQ(upgraded.games({})[1].match, 41U);
  EXPECT_EQ(upgraded.games({.player = "gaze", .from = "2026-01-02T03:05:00Z"}).size(), 1U);
  EXPECT_EQ(upgraded.games({.player = "gaze", .to = "2026-01-02T03:05:00Z"}).size(), 1U) << "it was stored late";
  EXPECT_EQ(upgraded.record(7), (std::vector<std::uint8_t>{1, 2, 3}));
  ASSERT_EQ(upgraded.tokens().size(), 1U);
  EXPECT_EQ(upgraded.tokens()[0].name, "builder");
  EXPECT_EQ(upgraded.reserve_ids(IdKind::match, 5), (IdBlock{.first = 42, .count = 5}));
  EXPECT_EQ(upgraded.reserve_ids(IdKind::session, 5), (IdBlock{.first = 1, .count = 5}));
  EXPECT_EQ(save(store, 43, 1).record, 9U);
}

// The next two steps, as they were published.
constexpr const char* kThirdVersion = R"sql(
  CREATE TABLE ids (
    kind TEXT PRIMARY KEY,
    next INTEGER NOT NULL CHECK (next > 0)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO ids VALUES ('match', (SELECT coalesce(max(match), 0) + 1 FROM matches));
  CREATE TABLE token_version (version INTEGER NOT NULL) STRICT;
  INSERT INTO token_version VALUES (1);
  CREATE TRIGGER token_inserted AFTER INSERT ON tokens
    BEGIN UPDATE token_version SET version = version + 1; END;
  CREATE TRIGGER token_updated AFTER UPDATE ON tokens
    BEGIN UPDATE token_version SET version = version + 1; END;
  CREATE TRIGGER token_deleted AFTER DELETE ON tokens
    BEGIN UPDATE token_version SET version = version + 1; END;
  ALTER TABLE games ADD COLUMN late INTEGER NOT NULL DEFAULT 0 CHECK (late IN (0, 1));
  UPDATE games SET late = 1 WHERE record IN (
    SELECT record FROM (
      SELECT record, ended,
        max(ended) OVER (ORDER BY record ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS latest FROM games)
    WHERE ended < latest);
  ALTER TABLE games ADD COLUMN tournament TEXT NOT NULL DEFAULT '';
  ALTER TABLE games ADD COLUMN tournament_game TEXT NOT NULL DEFAULT '';
  CREATE INDEX late_games ON games (late, record) WHERE late = 1;
  CREATE INDEX games_by_end ON games (ended, record) WHERE late = 0;
  CREATE INDEX games_of_ruleset ON games (ruleset, record) WHERE late = 0;
  CREATE INDEX games_of_tournament ON games (tournament, record) WHERE late = 0 AND tournament <> '';
  CREATE INDEX games_of_player1 ON games (player1, record, ruleset, tournament) WHERE late = 0;
  CREATE INDEX games_of_player2 ON games (player2, record, ruleset, tournament) WHERE late = 0;
  PRAGMA user_version = 3;
)sql";

TEST(SqliteFile, AFileOfTheThirdVersionIsListedByEveryFilter) {
  const ScratchFolder scratch;
  execute(scratch.file, kFirstVersion, kWithoutChecksums);
  execute(scratch.file, kThirdVersion, kWithoutChecksums);
  SqliteStore store(scratch.server(), run_at_once());
  const test::WaitingStore upgraded(store);
  EXPECT_EQ(upgraded.games({}).size(), 2U);
  EXPECT_EQ(upgraded.games({.player = "gaze"}).size(), 2U);
  EXPECT_EQ(upgraded.games({.player = "gaze", .to = "2026-01-02T03:05:00Z"}).size(), 1U) << "it was stored late";
  EXPECT_EQ(upgraded.games({.ruleset = "tsu-1"}).size(), 2U);
  EXPECT_TRUE(upgraded.games({.tournament = "cup"}).empty());
  EXPECT_EQ(save(store, 43, 1).record, 9U);
}

// Version 4 had no log of matches.
TEST(SqliteFile, AFileOfVersion4KeepsItsUnorderedGamesAndGetsALogOfMatches) {
  const ScratchFolder scratch;
  fill(scratch, 3);
  execute(scratch.file, test::kWithoutRolesAndWhatFollowed);
  execute(scratch.file,
          "DROP TABLE match_events; DROP TABLE guest_totals; DROP INDEX guest_games; ALTER TABLE games DROP COLUMN "
          "guest_bytes; "
          "UPDATE games SET ended = '2099-01-01T00:00:00Z', late = 1, unordered = 1 WHERE record = 2; "
          "PRAGMA user_version = 4");
  SqliteStore store(scratch.server(), run_at_once());
  const test::WaitingStore upgraded(store);
  EXPECT_EQ(upgraded.games({}).size(), 3U);
  const std::vector<GameRow> unordered = upgraded.games({.from = "2098"});
  ASSERT_EQ(unordered.size(), 1U);
  EXPECT_EQ(unordered[0].record, 2U);
}

TEST(SqliteFile, AFileOfVersion5KnowsItsGamesBetweenGuests) {
  const ScratchFolder scratch;
  write_version_5(scratch.file);
  SqliteStore store(scratch.server(), run_at_once());
  const test::WaitingStore upgraded(store);
  ASSERT_EQ(upgraded.games({}).size(), 10U);
  EXPECT_EQ(upgraded.games({.player = "builder"}).size(), 2U);
  EXPECT_EQ(upgraded.record(1)->size(), 2'027U);
  EXPECT_EQ(upgraded.record(10)->size(), 2'241U);
  ASSERT_EQ(upgraded.tokens().size(), 2U);
  EXPECT_EQ(upgraded.reserve_ids(IdKind::match, 5).first, 8193U);
  const auto counts = wait_for<GuestGameCounts>([&](auto done) { store.delete_guest_games({}, std::move(done)); });
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->games, 8U);
  EXPECT_EQ(counts->bytes, 8 * kGuestRowBytes + 2'027 + 2'633 + 1'929 + 1'199 + 2'971 + 2'133 + 1'719 + 2'321);
  const auto left = wait_for<GuestGameCounts>(
      [&](auto done) { store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done)); });
  EXPECT_EQ(left->deleted, 8U);
  EXPECT_EQ(upgraded.games({}).size(), 2U) << "the account's games are kept";
  EXPECT_EQ(upgraded.games({})[0].record, 10U);
}

TEST(SqliteFile, AFileOfVersion5GetsChecksumsOnceAndKeepsItsMode) {
  const ScratchFolder scratch;
  write_version_5(scratch.file);
  fs::permissions(scratch.file, fs::perms{0640});
  write(scratch.file.string() + ".upgrade", "what a killed process has left");
  EXPECT_EQ(form_of(scratch.file), FileForm::unchecked);
  EXPECT_EQ(refusal_of(scratch.command()), "");
  EXPECT_EQ(form_of(scratch.file), FileForm::checked);
  EXPECT_EQ(mode_of(scratch.file), 0640);
  EXPECT_FALSE(fs::exists(scratch.file.string() + ".upgrade"));
  const std::string upgraded = bytes_of(scratch.file);
  EXPECT_EQ(refusal_of(scratch.server()), "");
  EXPECT_EQ(bytes_of(scratch.file), upgraded);
}

TEST(SqliteFile, AFileOfVersion5IsLeftToItsServerWhileThatRuns) {
  const ScratchFolder scratch;
  write_version_5(scratch.file);
  const std::string before = bytes_of(scratch.file);
  SqliteOptions command = scratch.command();
  command.busy_timeout = std::chrono::milliseconds(30);
  {
    const ServerLock running(scratch.file);
    EXPECT_THAT(refusal_of(command), HasSubstr("is in use by another server"));
    EXPECT_EQ(bytes_of(scratch.file), before);
  }
  EXPECT_EQ(refusal_of(command), "");
}

TEST(SqliteFile, AFileOfVersion5IsUpgradedOnceByManyAtOnce) {
  const ScratchFolder scratch;
  write_version_5(scratch.file);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      SqliteOptions command = scratch.command();
      command.busy_timeout = std::chrono::minutes(5);
      EXPECT_EQ(refusal_of(command), "");
    });
  }
  for (std::thread& thread : threads) thread.join();
  SqliteStore store(scratch.server(), run_at_once());
  EXPECT_EQ(test::WaitingStore(store).games({}).size(), 10U);
}

// The byte that says how much room each page has for a checksum.
TEST(SqliteFile, AFileThatDeniesItsChecksumsIsRefused) {
  const ScratchFolder scratch;
  fill(scratch, 3);
  std::string bytes = bytes_of(scratch.file);
  ASSERT_EQ(bytes[20], 8);
  bytes[20] = 0;
  write(scratch.file, bytes);
  EXPECT_THAT(refusal_of(scratch.server()), HasSubstr("rensa.db is damaged"));
  EXPECT_EQ(bytes_of(scratch.file), bytes);
}

TEST(SqliteFile, HoldsNoTokenAsText) {
  const ScratchFolder scratch;
  std::string text;
  const auto holds = [&](const std::string& what) {
    bool found = false;
    for (const fs::directory_entry& entry : fs::directory_iterator(scratch.folder)) {
      found = found || bytes_of(entry.path()).find(what) != std::string::npos;
    }
    return found;
  };
  {
    SqliteStore store(scratch.server(), run_at_once());
    text = test::WaitingStore(store).create_token("the name of a player", Role::worker);
  }
  EXPECT_TRUE(holds("the name of a player"));  // else the test would find nothing, wherever it is
  EXPECT_FALSE(holds(text));
  EXPECT_FALSE(holds(text.substr(3, 20)));
}

TEST(SqliteFile, AFileOfANewerVersionIsLeftUnchanged) {
  const ScratchFolder scratch;
  fill(scratch, 1);
  execute(scratch.file, "PRAGMA user_version = 12");
  const std::string before = bytes_of(scratch.file);
  EXPECT_EQ(refusal_of(scratch.server()),
            fs::canonical(scratch.file).string() +
                " was written by a newer Rensa: its schema is version 12, this program knows 11.");
  EXPECT_EQ(bytes_of(scratch.file), before);
}

TEST(SqliteFile, AFileOfAnotherProgramIsLeftUnchanged) {
  const ScratchFolder scratch;
  execute(scratch.file, "CREATE TABLE cookies (name TEXT)", kWithoutChecksums);
  const std::string before = bytes_of(scratch.file);
  EXPECT_THAT(refusal_of(scratch.server()), HasSubstr("is a database of another program"));
  EXPECT_EQ(bytes_of(scratch.file), before);
}

TEST(SqliteFile, AFileThatIsNoDatabaseIsRefused) {
  const ScratchFolder scratch;
  write(scratch.file, "Dear diary, " + std::string(5000, 'x'));
  EXPECT_THAT(refusal_of(scratch.server()), HasSubstr("rensa.db is damaged, or no database"));
}

TEST(SqliteFile, ATruncatedFileIsRefused) {
  const ScratchFolder scratch;
  fill(scratch, 20);
  fs::resize_file(scratch.file, fs::file_size(scratch.file) / 2);
  EXPECT_THAT(refusal_of(scratch.server()), HasSubstr("rensa.db is damaged, or no database"));
}

TEST(SqliteFile, DamageAnywhereNeverCausesMoreThanAnError) {
  const ScratchFolder scratch;
  fill(scratch, 10);
  const std::string whole = bytes_of(scratch.file);
  constexpr std::size_t kPage = 4096;
  for (std::size_t page = 0; page < whole.size() / kPage; ++page) {
    std::string bytes = whole;
    for (std::size_t i = page == 0 ? 100 : 0; i < kPage; ++i) bytes[page * kPage + i] = static_cast<char>(i * 7 + 0x80);
    write(scratch.file, bytes);
    try {
      SqliteStore store(scratch.server(), run_at_once());
      const auto expect_damage = [page](const auto& answer) {
        EXPECT_THAT(answer ? "damaged" : answer.error().message, HasSubstr("amage")) << page;
      };
      const auto games = wait_for<std::vector<GameRow>>([&](auto done) { store.list_games({}, done); });
      expect_damage(games);
      for (const GameRow& game : games ? *games : std::vector<GameRow>()) {
        expect_damage(wait_for<std::optional<std::vector<std::uint8_t>>>(
            [&](auto done) { store.read_record(game.record, done); }));
      }
      save(store, 1, 3);
      save(store, 2, 1);
      expect_damage(wait_for<std::string>([&](auto done) { store.create_token("builder", Role::worker, done); }));
      expect_damage(wait_for<IdBlock>([&](auto done) { store.reserve_ids(IdKind::match, 1, done); }));
      expect_damage(wait_for<std::optional<TokenList>>([&](auto done) { store.list_tokens_since(0, done); }));
    } catch (const StoreException& error) {
      EXPECT_THAT(error.what(), HasSubstr("damaged")) << page;
    }
    for (const char* ending : {"-wal", "-shm", ".last"}) fs::remove(scratch.file.string() + ending);
  }
}

TEST(SqliteFile, AFolderIsRefused) {
  const ScratchFolder scratch;
  SqliteOptions options = scratch.server();
  options.file = scratch.folder;
  EXPECT_THAT(refusal_of(options), HasSubstr("cannot be opened"));
}

TEST(SqliteFile, APathBelowAFileIsRefused) {
  const ScratchFolder scratch;
  write(scratch.folder / "plain", "");
  SqliteOptions options = scratch.server();
  options.file = scratch.folder / "plain" / "rensa.db";
  EXPECT_THAT(refusal_of(options), AllOf(HasSubstr("plain"), HasSubstr("cannot be made: ")));
}

TEST(SqliteFile, AFileInAReadOnlyFolderIsRefused) {
  const ScratchFolder scratch;
  fs::permissions(scratch.folder, fs::perms{0555});
  test::StoreProcess child({"open", scratch.file.string()});
  EXPECT_EQ(child.line(), scratch.file.string() + " cannot be made: Permission denied.");
  fs::permissions(scratch.folder, fs::perms{0700});
}

TEST(SqliteFile, AReadOnlyFileIsRefused) {
  const ScratchFolder scratch;
  fill(scratch, 1);
  fs::permissions(scratch.file, fs::perms{0444});
  fs::permissions(scratch.file.string() + ".lock", fs::perms{0666});
  fs::permissions(scratch.folder, fs::perms{0555});
  test::StoreProcess child({"open", scratch.file.string()});
  EXPECT_THAT(child.line(), AllOf(StartsWith(scratch.file.string()), HasSubstr("cannot be ")));
  fs::permissions(scratch.folder, fs::perms{0700});
}

}  // namespace
}  // namespace rensa::storage
