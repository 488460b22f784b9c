#include <csignal>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "server/storage/sqlite/backup.h"
#include "server/storage/sqlite/database/log_checksum.h"
#include "server/storage/sqlite/database/page_checksum.h"
#include "server/storage/sqlite/last_record.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/store_process.h"
#include "tests/server/storage/sqlite/version_5.h"
#include "tests/server/storage/waiting_store.h"

// Tests that a server notices when the files of its store have lost data, and does not start anew.

namespace rensa::storage {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;
using testing::AllOf;
using testing::HasSubstr;

std::string why_not_opened(const SqliteOptions& options) {
  try {
    const SqliteStore store(options, test::run_at_once());
    return "";
  } catch (const StoreException& error) {
    return error.what();
  }
}

void save_games(const fs::path& file, int games) {
  SqliteStore store({.file = file, .use = SqliteOptions::Use::server, .limits = {}}, test::run_at_once());
  for (int game = 1; game <= games; ++game) ASSERT_EQ(test::save(store, 1, game).error, "");
}

class LostData : public testing::Test {
 protected:
  // No server and no command starts anew, and nothing is changed.
  void expect_refused(const std::string& reason) const {
    for (const SqliteOptions& options : {scratch_.server(), scratch_.command()}) {
      EXPECT_THAT(why_not_opened(options), AllOf(HasSubstr(reason), HasSubstr("store restore")));
    }
  }
  const ScratchFolder scratch_;
};

TEST_F(LostData, AMissingDatabaseIsNoticed) {
  save_games(scratch_.file, 3);
  fs::remove(scratch_.file);
  expect_refused("rensa.db is missing, but had records up to number 3.");
  EXPECT_FALSE(fs::exists(scratch_.file));
}

TEST_F(LostData, AnEmptyFileIsNoticed) {
  save_games(scratch_.file, 3);
  fs::resize_file(scratch_.file, 0);
  expect_refused("rensa.db is empty, but had records up to number 3.");
  EXPECT_EQ(fs::file_size(scratch_.file), 0U);
}

// An empty file that no server has left, for example by a disk that was full.
TEST_F(LostData, AnEmptyFileIsNoNewStore) {
  std::ofstream(scratch_.file).flush();
  expect_refused("rensa.db is empty, and no server leaves it so.");
  EXPECT_EQ(fs::file_size(scratch_.file), 0U);
  fs::remove(scratch_.file);
  save_games(scratch_.file, 1);
}

// The limit stands for a disk that is full: the store cannot be written to its end.
TEST_F(LostData, AFirstStartThatFailsLeavesNoStore) {
  struct rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = kPageBytes + 1;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string why = why_not_opened(scratch_.server());
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(why, "");
  EXPECT_TRUE(fs::is_empty(scratch_.folder)) << fs::directory_iterator(scratch_.folder)->path();
}

TEST_F(LostData, ANewOrOlderDatabaseInThePlaceOfAnotherIsNoticed) {
  const ScratchFolder other;
  save_games(other.file, 2);
  save_games(scratch_.file, 3);
  fs::copy_file(other.file, scratch_.file, fs::copy_options::overwrite_existing);
  expect_refused("rensa.db has records up to number 2, but had them up to number 3.");
  fs::remove(last_record_file_of(fs::canonical(scratch_.file)));
  EXPECT_EQ(why_not_opened(scratch_.server()), "") << "the operator wants to go on with what is there";
}

TEST_F(LostData, DeletedGamesAreNotLost) {
  {
    SqliteStore store(scratch_.server(), test::run_at_once());
    const auto saved = test::wait_for<std::uint64_t>([&](auto done) {
      store.save_game({.match = test::match_row(1),
                       .game = test::game_row(1, 1),
                       .record = test::record_of(1, 1),
                       .is_between_guests = true},
                      std::move(done));
    });
    ASSERT_TRUE(saved);
  }
  {
    SqliteStore store(scratch_.server(), test::run_at_once());
    const auto left = test::wait_for<GuestGameCounts>(
        [&](auto done) { store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done)); });
    ASSERT_EQ(left->deleted, 1U);
  }
  EXPECT_EQ(why_not_opened(scratch_.server()), "");
}

TEST_F(LostData, AKeptNumberThatIsNoneIsNoticed) {
  save_games(scratch_.file, 1);
  std::ofstream(last_record_file_of(fs::canonical(scratch_.file))) << "many\n";
  EXPECT_THAT(why_not_opened(scratch_.server()), HasSubstr("rensa.db.last is damaged"));
}

// SQLite takes a log as one that ends before its first damaged page.
TEST_F(LostData, ADamagedLogOfAKilledServerIsNoticed) {
  {
    test::StoreProcess child({"save", scratch_.file.string()});
    for (int line = 0; line < 12; ++line) ASSERT_NE(child.line(), "");
    child.kill();
  }
  const fs::path log = scratch_.file.string() + "-wal";
  const std::string database = test::bytes_of(scratch_.file);
  const std::string whole = test::bytes_of(log);
  constexpr std::size_t kFrame = kFrameHeaderBytes + kPageBytes;
  std::vector<std::size_t> commits;  // the numbers of their last frames
  const std::size_t frames = (whole.size() - kLogHeaderBytes) / kFrame;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    if (whole.substr(kLogHeaderBytes + frame * kFrame + 4, 4) != std::string(4, '\0')) commits.push_back(frame);
  }
  ASSERT_GT(commits.size(), 3U);
  const auto put_back = [&](const std::string& bytes) {
    std::ofstream(scratch_.file, std::ios::binary) << database;
    std::ofstream(log, std::ios::binary) << bytes;
    fs::remove(scratch_.file.string() + "-shm");
  };
  // All pages but those of the last commit, which could be unfinished, and one byte of each part of a frame.
  const std::size_t last_checked = commits[commits.size() - 2];
  int tried = 0;
  for (std::size_t frame = 0; frame <= last_checked; frame += 1 + last_checked / 10) {
    for (const std::size_t part : {std::size_t{0}, std::size_t{9}, std::size_t{17}, std::size_t{24 + 1000}}) {
      std::string bytes = whole;
      char& byte = bytes[kLogHeaderBytes + frame * kFrame + part];
      byte = static_cast<char>(byte ^ 0x20);
      put_back(bytes);
      EXPECT_THAT(why_not_opened(scratch_.server()),
                  HasSubstr("-wal is damaged: page " + std::to_string(frame + 1) + " "))
          << part;
      EXPECT_THAT(why_not_opened(scratch_.command()), HasSubstr("-wal is damaged"));
      for (const auto& read : std::vector<std::function<void()>>{
               [&] { check_store(scratch_.file, [](const auto&, auto) { return std::nullopt; }); },
               [&] { back_up(scratch_.file, scratch_.folder / "copy.db"); }}) {
        EXPECT_THROW(read(), StoreException);
      }
      EXPECT_EQ(test::bytes_of(log), bytes) << "nothing may be changed";
      ++tried;
    }
  }
  EXPECT_GT(tried, 10);
  std::string bytes = whole;
  bytes[20] = static_cast<char>(bytes[20] ^ 1);
  put_back(bytes);
  EXPECT_THAT(why_not_opened(scratch_.server()), HasSubstr("-wal is damaged: its beginning"));

  // An unfinished last commit is no damage.
  put_back(whole.substr(0, kLogHeaderBytes + commits.back() * kFrame + 100));
  EXPECT_EQ(why_not_opened(scratch_.server()), "");
}

// The result of a game must not be announced if the next start does not find it.
TEST_F(LostData, AServerWhoseFilesWereRemovedOrReplacedSavesNothingUntilTheyAreBack) {
  SqliteStore store(scratch_.server(), test::run_at_once());
  const auto check = [&store] {
    const auto answer = test::wait_for<Success>([&](auto done) { store.check_files(done); });
    return answer ? std::string() : answer.error().message;
  };
  int game = 0;
  const auto expect_works = [&] {
    EXPECT_EQ(check(), "");
    EXPECT_EQ(test::save(store, 1, ++game).error, "");
  };
  const auto expect_lost = [&](const std::string& why) {
    EXPECT_THAT(check(), HasSubstr(why));
    EXPECT_THAT(test::save(store, 2, 1).error, HasSubstr(why));
    const auto numbers =
        test::wait_for<IdBlock>([&](auto done) { store.reserve_ids(IdKind::match, 4, std::move(done)); });
    ASSERT_FALSE(numbers);
    EXPECT_EQ(numbers.error().kind, StoreError::Kind::unavailable) << "it is tried again";
  };
  expect_works();
  const fs::path kept = scratch_.folder / "kept";
  for (const char* ending : {"", "-wal"}) {
    const fs::path file = scratch_.file.string() + ending;
    fs::rename(file, kept);
    expect_lost(file.string() + " was removed while it is in use");
    std::ofstream(file) << "another file";
    expect_lost(file.string() + " was replaced by another file while it is in use");
    fs::rename(kept, file);
    expect_works();
  }
  const fs::path moved = scratch_.folder.string() + "-moved";
  fs::rename(scratch_.folder, moved);
  expect_lost("rensa.db was removed while it is in use");
  fs::rename(moved, scratch_.folder);
  expect_works();
  EXPECT_EQ(test::WaitingStore(store).games({}).size(), static_cast<std::size_t>(game));
}

TEST_F(LostData, ADatabaseIsUsedByOneServerEvenIfItsLockFileWasRemoved) {
  for (const bool is_upgraded : {false, true}) {
    const ScratchFolder scratch;
    if (is_upgraded) test::write_version_5(scratch.file);  // the server writes it anew
    const SqliteStore store(scratch.server(), test::run_at_once());
    const fs::path copy = scratch.folder / "copy.db";
    back_up(scratch.file, copy);
    ASSERT_TRUE(fs::remove(scratch.file.string() + ".lock"));
    EXPECT_THAT(why_not_opened(scratch.server()), HasSubstr("rensa.db is in use by another server"));
    EXPECT_THROW(restore(copy, scratch.file), LockTaken);
    EXPECT_EQ(why_not_opened(scratch.command()), "");
    EXPECT_THAT(why_not_opened(scratch.server()), HasSubstr("rensa.db is in use by another server"))
        << "a command that ends does not release the lock";
  }
}

}  // namespace
}  // namespace rensa::storage
