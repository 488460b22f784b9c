#include <atomic>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>
#include <thread>
#include <unistd.h>

#include "server/storage/sqlite_store.h"
#include "server/storage/store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/store_process.h"

// Tests the file of the store: how it is made and locked, and which files are refused.

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::save;
using test::ScratchFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// The sentence of the error when the store is opened; empty: it opens.
std::string refusal_of(const SqliteOptions& options) {
  try {
    const SqliteStore store(options);
    return "";
  } catch (const StoreError& error) {
    return error.what();
  }
}

void execute(const fs::path& file, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK) << sqlite3_errmsg(database);
  sqlite3_close(database);
}

void write(const fs::path& file, const std::string& bytes) { std::ofstream(file, std::ios::binary) << bytes; }

void fill(const ScratchFolder& scratch, int games) {
  SqliteStore store(scratch.server());
  for (int game = 1; game <= games; ++game) ASSERT_EQ(save(store, 1, game).error, "");
}

int mode_of(const fs::path& path) { return static_cast<int>(fs::status(path).permissions()); }

TEST(SqliteFile, IsMadeForItsOwnerOnly) {
  ScratchFolder scratch;
  scratch.file = scratch.folder / "var" / "lib" / "rensa.db";
  const SqliteStore store(scratch.server());
  EXPECT_EQ(mode_of(scratch.folder / "var"), 0700);
  EXPECT_EQ(mode_of(scratch.folder / "var" / "lib"), 0700);
  for (const char* ending : {"", "-wal", "-shm", ".lock"}) {
    EXPECT_EQ(mode_of(scratch.file.string() + ending), 0600) << ending;
  }
}

TEST(SqliteFile, KeepsTheModeThatAnOperatorGaveIt) {
  const ScratchFolder scratch;
  write(scratch.file, "");
  fs::permissions(scratch.file, fs::perms{0640});
  const SqliteStore store(scratch.server());
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
    const SqliteStore store(scratch.server());
    EXPECT_EQ(refusal_of(scratch.server()), fs::canonical(scratch.file).string() +
                                                " is in use by another server (process " + std::to_string(getpid()) +
                                                ").");
  }
  EXPECT_EQ(refusal_of(scratch.server()), "");
}

TEST(SqliteFile, IsRefusedToASecondServerByAnotherName) {
  const ScratchFolder scratch;
  const SqliteStore store(scratch.server());
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
    SqliteStore command(scratch.command());
    const std::string text = command.create_token("player " + std::to_string(i), Role::worker);
    const auto token = command.find_token(text);
    ASSERT_TRUE(token);
    EXPECT_TRUE(command.revoke_token(token->id));
    EXPECT_GT(command.last_match(), 0U);
  }
  EXPECT_NE(child.line(), "");
  child.kill();
  EXPECT_THAT(child.rest(), Not(HasSubstr("rensa.db")));  // no save has failed
}

TEST(SqliteFile, TokensOfACommandAreKnownToTheServerAtOnce) {
  const ScratchFolder scratch;
  SqliteStore server(scratch.server());
  SqliteStore command(scratch.command());
  const std::string text = command.create_token("builder", Role::worker);
  ASSERT_TRUE(server.find_token(text));
  command.revoke_token(server.find_token(text)->id);
  EXPECT_FALSE(server.find_token(text));
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
    SqliteStore store(scratch.server());
    text = store.create_token("the name of a player", Role::worker);
  }
  EXPECT_TRUE(holds("the name of a player"));  // else the test would find nothing, wherever it is
  EXPECT_FALSE(holds(text));
  EXPECT_FALSE(holds(text.substr(3, 20)));
}

TEST(SqliteFile, AFileOfANewerVersionIsLeftUnchanged) {
  const ScratchFolder scratch;
  fill(scratch, 1);
  execute(scratch.file, "PRAGMA user_version = 7");
  const std::string before = bytes_of(scratch.file);
  EXPECT_EQ(refusal_of(scratch.server()),
            fs::canonical(scratch.file).string() +
                " was written by a newer Rensa: its schema is version 7, this program knows 1.");
  EXPECT_EQ(bytes_of(scratch.file), before);
}

TEST(SqliteFile, AFileOfAnotherProgramIsLeftUnchanged) {
  const ScratchFolder scratch;
  execute(scratch.file, "CREATE TABLE cookies (name TEXT)");
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
      SqliteStore store(scratch.server());
      for (const GameRow& game : store.games({})) store.record(game.record);
      save(store, 1, 3);
      save(store, 2, 1);
      store.create_token("builder", Role::worker);
    } catch (const StoreError& error) {
      EXPECT_THAT(error.what(), HasSubstr("damaged")) << page;
    }
    for (const char* ending : {"-wal", "-shm"}) fs::remove(scratch.file.string() + ending);
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
