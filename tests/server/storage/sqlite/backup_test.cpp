#include "server/storage/sqlite/backup.h"

#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>
#include <unistd.h>

#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/database/sql.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/store_process.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;
using testing::HasSubstr;
using testing::IsEmpty;

std::string fault_of(const std::function<void()>& act) {
  try {
    act();
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

void save_games(const ScratchFolder& scratch, int games) {
  SqliteStore store(scratch.server(), test::run_at_once());
  for (int game = 1; game <= games; ++game) ASSERT_EQ(test::save(store, 1, game).error, "");
}

std::size_t game_count(const ScratchFolder& scratch) {
  SqliteStore store(scratch.server(), test::run_at_once());
  return test::WaitingStore(store).games({.limit = 100'000}).size();
}

// Returns a copy of a database with three games, altered by a statement.
fs::path altered_copy(const ScratchFolder& scratch, const char* statement) {
  const fs::path copy = scratch.folder / "altered.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  Database database(copy, std::chrono::milliseconds(1'000));
  database.execute(statement);
  return copy;
}

// A line of the child: a game that it was told is saved.
void expect_game_of_line(const test::WaitingStore& store, const std::string& line) {
  std::istringstream words(line);
  std::uint64_t record = 0;
  std::uint64_t match = 0;
  int game = 0;
  ASSERT_TRUE(words >> record >> match >> game) << line;
  EXPECT_EQ(store.game(record), test::stored(test::game_row(match, game), record));
  EXPECT_EQ(store.record(record), test::record_of(match, game));
}

TEST(Backup, UnderLoadHasAllThatWasSavedBefore) {
  const ScratchFolder scratch;
  const ScratchFolder restored;
  const fs::path copy = scratch.folder / "copy.db";
  std::vector<std::string> saved_before;
  {
    test::StoreProcess child({"save", scratch.file.string()});
    for (int line = 0; line < 40; ++line) saved_before.push_back(child.line());
    back_up(scratch.file, copy);
    EXPECT_NE(child.line(), "");  // it still saves
    EXPECT_THAT(fault_of([&] { restore(copy, scratch.file); }), HasSubstr("is in use by another server (process "));
    EXPECT_NE(child.line(), "");
    child.kill();
  }
  EXPECT_FALSE(fs::exists(copy.string() + ".part"));
  EXPECT_EQ(restore(copy, restored.file), fs::path());
  {
    SqliteStore store(restored.server(), test::run_at_once());
    for (const std::string& line : saved_before) expect_game_of_line(test::WaitingStore(store), line);
    EXPECT_EQ(test::save(store, 1'000'000, 1).error, "") << "a server goes on with it";
  }
  EXPECT_THAT(check_store(restored.file, [](const auto&, auto) { return std::nullopt; }).faults, IsEmpty());
}

// The database that the killed server has left, with its log, gives way, and is kept.
TEST(Restore, TakesThePlaceOfTheDatabaseOfAKilledServer) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  std::vector<std::string> saved_before;
  std::vector<std::string> saved_behind;
  {
    test::StoreProcess child({"save", scratch.file.string()});
    for (int line = 0; line < 10; ++line) saved_before.push_back(child.line());
    back_up(scratch.file, copy);
    for (int line = 0; line < 30; ++line) saved_behind.push_back(child.line());
    child.kill();
  }
  const fs::path replaced = restore(copy, scratch.file);
  EXPECT_EQ(replaced, scratch.file.string() + ".replaced");
  {
    SqliteStore store(scratch.server(), test::run_at_once());
    for (const std::string& line : saved_before) expect_game_of_line(test::WaitingStore(store), line);
  }
  SqliteOptions old = scratch.server();
  old.file = replaced;
  SqliteStore store(old, test::run_at_once());
  for (const std::string& line : saved_behind) expect_game_of_line(test::WaitingStore(store), line);
}

TEST(Restore, KeepsEachDatabaseThatItReplaces) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  save_games(scratch, 5);
  EXPECT_EQ(restore(copy, scratch.file), scratch.file.string() + ".replaced");
  EXPECT_EQ(restore(copy, scratch.file), scratch.file.string() + ".replaced-2");
  EXPECT_EQ(restore(copy, scratch.file), scratch.file.string() + ".replaced-3");
  EXPECT_EQ(game_count(scratch), 3U);
  fs::rename(scratch.file.string() + ".replaced", scratch.file);
  EXPECT_EQ(game_count(scratch), 5U);
}

class InterruptedRestore : public testing::Test {
 protected:
  // A killed server leaves a database with a log.
  InterruptedRestore() {
    test::StoreProcess child({"save", scratch_.file.string()});
    saved_.push_back(child.line());
    back_up(scratch_.file, copy_);
    for (int line = 0; line < 30; ++line) saved_.push_back(child.line());
    child.kill();
    std::ofstream(file(".part")) << "half";
  }
  fs::path file(const std::string& ending) const { return scratch_.file.string() + ending; }
  void expect_completed() const {
    EXPECT_THAT(fault_of([&] { const SqliteStore store(scratch_.server(), test::run_at_once()); }),
                HasSubstr("was interrupted: complete it with \"rensa-server store restore\""));
    EXPECT_THAT(fault_of([&] { back_up(scratch_.file, scratch_.folder / "other.db"); }), HasSubstr("was interrupted"));
    EXPECT_EQ(restore(copy_, scratch_.file), file(".replaced"));
    for (const char* ending : {".part", ".restoring", "-wal"}) EXPECT_FALSE(fs::exists(file(ending))) << ending;
    {
      SqliteStore store(scratch_.server(), test::run_at_once());
      expect_game_of_line(test::WaitingStore(store), saved_.front());
      EXPECT_EQ(test::WaitingStore(store).game(saved_.size()), std::nullopt);
    }
    SqliteOptions old = scratch_.server();
    old.file = file(".replaced");
    SqliteStore store(old, test::run_at_once());
    for (const std::string& line : saved_) expect_game_of_line(test::WaitingStore(store), line);
  }

  const ScratchFolder scratch_;
  const fs::path copy_ = scratch_.folder / "copy.db";
  std::vector<std::string> saved_;
};

TEST_F(InterruptedRestore, IsCompletedIfOnlyTheLogWasMoved) {
  std::ofstream(file(".restoring")) << "rensa.db.replaced";
  fs::rename(file("-wal"), file(".replaced-wal"));
  expect_completed();
}

TEST_F(InterruptedRestore, IsCompletedIfNothingWasMoved) {
  std::ofstream(file(".restoring")) << "rensa.db.replaced";
  expect_completed();
}

TEST_F(InterruptedRestore, IsCompletedIfAllFilesWereMoved) {
  std::ofstream(file(".restoring")) << "rensa.db.replaced";
  for (const char* ending : {"-wal", "-shm", ""}) fs::rename(file(ending), file(std::string(".replaced") + ending));
  expect_completed();
}

TEST_F(InterruptedRestore, ADatabaseThatWasReplacedComesBackWithItsLog) {
  const fs::path replaced = restore(copy_, scratch_.file);
  EXPECT_EQ(restore(replaced, scratch_.file), file(".replaced-2"));
  SqliteStore store(scratch_.server(), test::run_at_once());
  for (const std::string& line : saved_) expect_game_of_line(test::WaitingStore(store), line);
}

// An operator has deleted the database, and not its log.
TEST_F(InterruptedRestore, NoDatabaseComesBesideTheLogOfAnother) {
  restore(copy_, scratch_.file);
  fs::remove(file(".replaced"));
  ASSERT_TRUE(fs::exists(file(".replaced-wal")));
  EXPECT_EQ(restore(copy_, scratch_.file), file(".replaced-2"));
}

TEST(Restore, ThatFailsChangesNothing) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  const fs::path newer = altered_copy(scratch, "PRAGMA user_version = 1000");
  fs::remove(scratch.file);
  const fs::path last = scratch.file.string() + ".last";
  {
    const ServerLock lock(scratch.file);
    EXPECT_THAT(fault_of([&] { restore(copy, scratch.file); }), HasSubstr("is in use by another server"));
  }
  EXPECT_TRUE(fs::exists(last)) << "so a server still knows that its database was lost";
  EXPECT_NE(fault_of([&] { restore(newer, scratch.file); }), "");
  EXPECT_TRUE(fs::exists(last));
  EXPECT_FALSE(fs::exists(scratch.file.string() + ".part"));
}

TEST(Restore, GoesThroughASymbolicLink) {
  const ScratchFolder scratch;
  const ScratchFolder linked;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  fs::create_symlink(scratch.file, linked.file);
  back_up(linked.file, copy);
  save_games(scratch, 5);
  EXPECT_EQ(restore(copy, linked.file), scratch.file.string() + ".replaced");
  EXPECT_TRUE(fs::is_symlink(linked.file));
  EXPECT_EQ(game_count(scratch), 3U);
}

TEST(Restore, BringsBackADatabaseThatWasLost) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  save_games(scratch, 5);
  fs::remove(scratch.file);
  EXPECT_EQ(restore(copy, scratch.file), fs::path());
  EXPECT_EQ(game_count(scratch), 3U);
  fs::resize_file(scratch.file, 0);
  restore(copy, scratch.file);
  EXPECT_EQ(game_count(scratch), 3U);
}

TEST(Restore, RefusesWhatIsNoWholeBackup) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  EXPECT_THAT(fault_of([&] { restore(scratch.folder / "none", scratch.file); }), HasSubstr("There is no file"));
  std::string bytes = test::bytes_of(copy);
  bytes[bytes.size() - 100] = static_cast<char>(bytes[bytes.size() - 100] ^ 1);
  std::ofstream(copy, std::ios::binary) << bytes;
  EXPECT_EQ(fault_of([&] { restore(copy, scratch.file); }), copy.string() + " is damaged: page " +
                                                                std::to_string(bytes.size() / kPageBytes) +
                                                                " does not have its checksum.");
  std::ofstream(copy, std::ios::binary) << "Dear diary";
  EXPECT_NE(fault_of([&] { restore(copy, scratch.file); }), "");
  std::ofstream(copy, std::ios::binary) << "";
  EXPECT_THAT(fault_of([&] { restore(copy, scratch.file); }), HasSubstr("is no backup"));
  EXPECT_EQ(game_count(scratch), 3U);
}

TEST(Restore, OfABadFileLeavesNothing) {
  const ScratchFolder scratch;
  const ScratchFolder restored;
  const fs::path copy = scratch.folder / "copy.db";
  save_games(scratch, 3);
  back_up(scratch.file, copy);
  const std::string bytes = test::bytes_of(copy);
  for (const std::string& bad :
       {std::string(), std::string("Dear diary"), std::string(10'000, 'x'), std::string(2 * kPageBytes, '\0'),
        bytes.substr(0, 60), bytes.substr(0, bytes.size() - 100), bytes + std::string(100, 'x')}) {
    std::ofstream(copy, std::ios::binary) << bad << std::flush;
    EXPECT_THAT(fault_of([&] { restore(copy, restored.file); }), testing::StartsWith(copy.string() + " is "))
        << bad.size();
    EXPECT_TRUE(fs::is_empty(restored.folder)) << bad.size();
  }
  std::ofstream(copy, std::ios::binary) << bytes << std::flush;
  restore(copy, restored.file);
  EXPECT_EQ(game_count(restored), 3U);
}

TEST(Restore, OfANewerVersionNamesTheCopy) {
  const ScratchFolder scratch;
  const ScratchFolder restored;
  const fs::path copy = altered_copy(scratch, "PRAGMA user_version = 1000");
  EXPECT_THAT(fault_of([&] { restore(copy, restored.file); }),
              testing::AllOf(HasSubstr(copy.string()), testing::Not(HasSubstr(".part"))));
  EXPECT_TRUE(fs::is_empty(restored.folder));
}

// The database of another program, with the checksums of pages that ours has.
TEST(Restore, OfAForeignDatabaseLeavesNothing) {
  const ScratchFolder scratch;
  const ScratchFolder restored;
  const fs::path copy = altered_copy(scratch, "PRAGMA application_id = 1");
  EXPECT_THAT(fault_of([&] { restore(copy, restored.file); }), HasSubstr(copy.string()));
  EXPECT_TRUE(fs::is_empty(restored.folder));
  const std::string whole = test::bytes_of(scratch.file);
  EXPECT_THAT(fault_of([&] { restore(copy, scratch.file); }), HasSubstr(copy.string()));
  EXPECT_EQ(test::bytes_of(scratch.file), whole) << "the database that is there stays";
  EXPECT_TRUE(fs::exists(scratch.file.string() + ".lock")) << "so does its lock";
}

TEST(ServerLock, RemovesOnlyTheFileThatItHasMade) {
  const ScratchFolder scratch;
  const fs::path lock_file = scratch.file.string() + ".lock";
  for (const bool is_new : {true, false}) {
    if (!is_new) std::ofstream(lock_file) << "an earlier server";
    const ServerLock lock(scratch.file);
    EXPECT_THROW(ServerLock(scratch.file), LockTaken);
    lock.remove_new_file();
    EXPECT_EQ(fs::exists(lock_file), !is_new);
  }
}

TEST(ServerLock, ThatMayNotBeReadIsNotTakenForNone) {
  const ScratchFolder scratch;
  const ServerLock lock(scratch.file);
  // Of a user without special rights, who may not look into the folder.
  const auto look = [&scratch] {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) std::_Exit(2);
    try {
      (void)open_server_process(scratch.file);
    } catch (const StoreException& error) {
      std::_Exit(std::string(error.what()).find("cannot be opened") != std::string::npos ? 3 : 4);
    }
    std::_Exit(0);
  };
  fs::permissions(scratch.folder, fs::perms::none);
  EXPECT_EXIT(look(), testing::ExitedWithCode(3), "");
  fs::permissions(scratch.folder, fs::perms::owner_all);
  if (geteuid() == 0) {
    fs::permissions(scratch.folder, fs::perms{0711});
    EXPECT_EXIT(look(), testing::ExitedWithCode(3), "");
  }
}

TEST(Backup, ReplacesNoFileAndNeedsADatabase) {
  const ScratchFolder scratch;
  const fs::path copy = scratch.folder / "copy.db";
  EXPECT_THAT(fault_of([&] { back_up(scratch.file, copy); }), HasSubstr("There is no database"));
  save_games(scratch, 1);
  std::ofstream(copy) << "precious";
  EXPECT_EQ(fault_of([&] { back_up(scratch.file, copy); }), copy.string() + " exists already.");
  EXPECT_EQ(test::bytes_of(copy), "precious");
}

TEST(Backup, OfADamagedDatabaseFailsAndLeavesNothing) {
  const ScratchFolder scratch;
  save_games(scratch, 3);
  std::string bytes = test::bytes_of(scratch.file);
  bytes[5 * kPageBytes + 77] = static_cast<char>(bytes[5 * kPageBytes + 77] ^ 1);
  std::ofstream(scratch.file, std::ios::binary) << bytes;
  EXPECT_THAT(fault_of([&] { back_up(scratch.file, scratch.folder / "copy.db"); }),
              HasSubstr("rensa.db is damaged: page 6 "));
  for (const char* ending : {"", ".part", ".part-journal"}) {
    EXPECT_FALSE(fs::exists(scratch.folder / (std::string("copy.db") + ending))) << ending;
  }
}

}  // namespace
}  // namespace rensa::storage
