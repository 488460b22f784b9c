#include "server/storage/sqlite/database/checked_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::alter;
using test::run_at_once;
using test::save;
using test::ScratchFolder;
using test::wait_for;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::uint64_t> pages_without_checksum(const fs::path& file) {
  const DatabaseFile opened(file);
  std::vector<std::uint64_t> damaged;
  for (std::uint64_t number = 1; number <= opened.size() / kPageBytes; ++number) {
    const std::vector<std::uint8_t> page = opened.read((number - 1) * kPageBytes, kPageBytes);
    if (!has_page_checksum(number, Page(page.data(), kPageBytes))) damaged.push_back(number);
  }
  return damaged;
}

TEST(CheckedFiles, EveryPageHasItsChecksumAlsoWhenItIsFree) {
  const ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    for (std::uint64_t match = 1; match <= 60; ++match) {
      const auto saved = wait_for<std::uint64_t>([&](auto done) {
        store.save_game({.match = test::match_row(match),
                         .game = test::game_row(match, 1),
                         .record = test::record_of(match, 1),
                         .is_between_guests = match % 4 != 0},
                        std::move(done));
      });
      ASSERT_TRUE(saved);
    }
    const auto deleted = wait_for<GuestGameCounts>(
        [&](auto done) { store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done)); });
    ASSERT_EQ(deleted->deleted, 45U);
  }
  const DatabaseFile file(scratch.file);
  EXPECT_GT(file.size(), 50 * kPageBytes);
  EXPECT_EQ(file.size() % kPageBytes, 0U);
  EXPECT_THAT(pages_without_checksum(scratch.file), IsEmpty());
}

TEST(CheckedFiles, AnAlteredPageIsAnErrorThatNamesIt) {
  const ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    for (int game = 1; game <= 3; ++game) ASSERT_EQ(save(store, 1, game).error, "");
  }
  std::uint64_t page_of_record = 0;
  {
    Database database(scratch.file, std::chrono::milliseconds(1'000));
    Statement statement(database,
                        "SELECT pageno FROM dbstat WHERE name = 'records' AND pagetype = 'leaf' ORDER BY path");
    auto rows = statement.run();
    ASSERT_TRUE(rows.next());
    page_of_record = static_cast<std::uint64_t>(rows.integer(0));
  }
  alter(scratch.file, (page_of_record - 1) * kPageBytes + 1'000);
  SqliteStore store(scratch.server(), run_at_once());
  const auto record =
      wait_for<std::optional<std::vector<std::uint8_t>>>([&](auto done) { store.read_record(1, done); });
  ASSERT_FALSE(record);
  EXPECT_THAT(record.error().message,
              HasSubstr("rensa.db is damaged: page " + std::to_string(page_of_record) + " does not have its checksum"));
  EXPECT_EQ(test::WaitingStore(store).games({}).size(), 3U) << "other rows are whole";
}

// Some versions of SQLite read a part of a page.
TEST(CheckedFiles, APartOfAnAlteredPageIsAnError) {
  const ScratchFolder scratch;
  {
    const SqliteStore store(scratch.server(), run_at_once());
  }
  constexpr int kPage = 2;
  const auto read = [&](sqlite3_int64 at, int size) {
    const Database database(scratch.file, std::chrono::milliseconds(1'000));
    sqlite3_file* file = nullptr;
    sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
    std::vector<char> bytes(static_cast<std::size_t>(size));
    const int code = file->pMethods->xRead(file, bytes.data(), size, (kPage - 1) * std::int64_t{kPageBytes} + at);
    return std::pair(code, std::string(bytes.begin(), bytes.end()));
  };
  const std::string page = test::bytes_of(scratch.file).substr((kPage - 1) * kPageBytes, kPageBytes);
  EXPECT_EQ(read(0, 1'500), std::pair(SQLITE_OK, page.substr(0, 1'500)));
  EXPECT_EQ(read(3'000, 100), std::pair(SQLITE_OK, page.substr(3'000, 100)));
  alter(scratch.file, (kPage - 1) * kPageBytes + 2'000);
  EXPECT_EQ(read(0, 1'500).first, SQLITE_IOERR_DATA);
  EXPECT_EQ(read(3'000, 100).first, SQLITE_IOERR_DATA);
  EXPECT_EQ(last_damaged_page().number, std::uint64_t{kPage});
}

TEST(CheckedFiles, AGameOfGuestsThatIsDamagedKeepsNoOtherFromBeingDeleted) {
  const ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    for (std::uint64_t match = 1; match <= 5; ++match) {
      ASSERT_TRUE(wait_for<std::uint64_t>([&](auto done) {
        store.save_game({.match = test::match_row(match),
                         .game = test::game_row(match, 1),
                         .record = std::vector<std::uint8_t>(20'000, static_cast<std::uint8_t>(match)),
                         .is_between_guests = true},
                        std::move(done));
      }));
    }
  }
  // A page of the second record alone, which is longer than a page.
  const std::string bytes = test::bytes_of(scratch.file);
  const std::size_t inside = bytes.find(std::string(4'000, '\2'));
  ASSERT_NE(inside, std::string::npos);
  alter(scratch.file, inside + 100);
  SqliteStore store(scratch.server(), run_at_once());
  const auto delete_all = [&] {
    return wait_for<GuestGameCounts>(
        [&](auto done) { store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done)); });
  };
  const auto failed = delete_all();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().message, HasSubstr("rensa.db is damaged: page "));
  const auto deleted = delete_all();
  ASSERT_TRUE(deleted) << deleted.error().message;
  EXPECT_EQ(deleted->deleted, 4U);
  EXPECT_FALSE(deleted->has_more);
  const std::vector<GameRow> left = test::WaitingStore(store).games({});
  ASSERT_EQ(left.size(), 1U);
  EXPECT_EQ(left.front().record, 2U);
}

TEST(CheckedFiles, AServerDoesNotStartWithoutItsTokens) {
  const ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    test::WaitingStore(store).create_token("builder", Role::worker);
  }
  std::uint64_t page_of_tokens = 0;
  {
    Database database(scratch.file, std::chrono::milliseconds(1'000));
    Statement statement(database, "SELECT pageno FROM dbstat WHERE name = 'tokens'");
    auto rows = statement.run();
    ASSERT_TRUE(rows.next());
    page_of_tokens = static_cast<std::uint64_t>(rows.integer(0));
  }
  alter(scratch.file, (page_of_tokens - 1) * kPageBytes + 2'000);
  try {
    SqliteStore store(scratch.server(), run_at_once());
    ADD_FAILURE();
  } catch (const StoreException& error) {
    EXPECT_THAT(error.what(), HasSubstr("is damaged: page " + std::to_string(page_of_tokens) + " "));
  }
}

TEST(CheckedFiles, AFileThatWasCutIsAnError) {
  const ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    for (int game = 1; game <= 3; ++game) ASSERT_EQ(save(store, 1, game).error, "");
  }
  fs::resize_file(scratch.file, fs::file_size(scratch.file) - kPageBytes);
  try {
    SqliteStore store(scratch.server(), run_at_once());
    bool is_noticed = false;
    for (std::uint64_t record = 1; record <= 3; ++record) {
      const auto bytes =
          wait_for<std::optional<std::vector<std::uint8_t>>>([&](auto done) { store.read_record(record, done); });
      if (bytes) {
        EXPECT_EQ(*bytes, test::record_of(1, static_cast<int>(record)));
      }
      is_noticed = is_noticed || !bytes;
    }
    EXPECT_TRUE(is_noticed);
  } catch (const StoreException& error) {
    EXPECT_THAT(error.what(), HasSubstr("damaged"));
  }
}

// While the server runs, the newest pages are in the log, which SQLite itself does not check when it reads them.
TEST(CheckedFiles, AnAlteredPageOfTheLogIsAnError) {
  const ScratchFolder scratch;
  SqliteStore server(scratch.server(), run_at_once());
  for (int game = 1; game <= 5; ++game) ASSERT_EQ(save(server, 1, game).error, "");
  const fs::path log = scratch.file.string() + "-wal";
  constexpr std::uint64_t kFrame = 24 + kPageBytes;
  const std::uint64_t frames = (fs::file_size(log) - 32) / kFrame;
  ASSERT_GT(frames, 20U);
  int errors = 0;
  for (std::uint64_t frame = 0; frame < frames; ++frame) {
    const std::uint64_t at = 32 + frame * kFrame + 24 + (frame * 997) % kPageBytes;
    alter(log, at);
    try {
      SqliteStore command(scratch.command(), run_at_once());
      for (std::uint64_t record = 1; record <= 5; ++record) {
        const auto bytes =
            wait_for<std::optional<std::vector<std::uint8_t>>>([&](auto done) { command.read_record(record, done); });
        const auto row = wait_for<std::optional<GameRow>>([&](auto done) { command.find_game(record, done); });
        const int game = static_cast<int>(record);
        if (bytes) {
          EXPECT_EQ(*bytes, test::record_of(1, game)) << at;
        }
        if (row) {
          EXPECT_EQ(*row, test::stored(test::game_row(1, game), record)) << at;
        }
        errors += !bytes || !row;
      }
    } catch (const StoreException& error) {
      EXPECT_THAT(error.what(), HasSubstr("damaged"));
      ++errors;
    }
    alter(log, at);
  }
  EXPECT_GT(errors, 5);
  for (int game = 1; game <= 5; ++game) {
    EXPECT_EQ(test::WaitingStore(server).record(static_cast<std::uint64_t>(game)), test::record_of(1, game));
  }
}

}  // namespace
}  // namespace rensa::storage
