#include "server/storage/sqlite/sqlite_store.h"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <latch>
#include <sqlite3.h>
#include <sys/resource.h>

#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/sqlite/sync_count.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using test::game_row;
using test::match_row;
using test::record_of;
using test::run_at_once;
using test::save;
using test::SaveResult;
using test::start_saving;
using test::WaitingStore;
using testing::HasSubstr;
using testing::SizeIs;

// Blocks the writer thread in a completion, so that later games queue up.
class BlockedWriter {
 public:
  // The answer can end after this object does.
  explicit BlockedWriter(Store& store) {
    const auto blocked = std::make_shared<std::promise<void>>();
    store.save_game({match_row(1000), game_row(1000, 1), {}},
                    [blocked, released = released_.get_future().share()](const StoreResult<std::uint64_t>& saved) {
                      EXPECT_TRUE(saved);
                      blocked->set_value();
                      released.wait();
                    });
    blocked->get_future().wait();
  }
  void release() { released_.set_value(); }

 private:
  std::promise<void> released_;
};

TEST(SqliteStore, EverythingIsThereAfterOpeningAgain) {
  const test::ScratchFolder scratch;
  std::string token;
  std::vector<TokenRow> tokens;
  {
    SqliteStore store(scratch.server(), run_at_once());
    ASSERT_EQ(save(store, 4, 1).record, 1U);
    ASSERT_EQ(save(store, 4, 2).record, 2U);
    token = WaitingStore(store).create_token("builder", Role::worker);
    tokens = WaitingStore(store).tokens();
    WaitingStore(store).reserve_ids(IdKind::match, 4);
  }
  SqliteStore store(scratch.server(), run_at_once());
  const WaitingStore opened(store);
  EXPECT_EQ(opened.record(2), record_of(4, 2));
  EXPECT_EQ(opened.game(1), test::stored(game_row(4, 1), 1));
  EXPECT_EQ(opened.reserve_ids(IdKind::match, 1).first, 9U);
  EXPECT_EQ(opened.tokens(), tokens);
  EXPECT_TRUE(opened.find_token(token));
  EXPECT_EQ(save(store, 4, 1).record, 1U);
  EXPECT_EQ(save(store, 4, 3).record, 3U);
}

TEST(SqliteStore, AGameIsStoredWhenItIsReported) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  SqliteStore other(scratch.command(), run_at_once());
  std::promise<std::optional<GameRow>> seen;
  store.save_game({match_row(1), game_row(1, 1), {}}, [&](const StoreResult<std::uint64_t>& saved) {
    seen.set_value(saved ? WaitingStore(other).game(*saved) : std::nullopt);
  });
  EXPECT_EQ(seen.get_future().get(), test::stored(game_row(1, 1), 1));
}

TEST(SqliteStore, NoGameIsReportedBeforeTheDiskIsSynced) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  for (int game = 1; game <= 5; ++game) {
    const long before = test::sync_count();
    long then = 0;
    std::promise<void> told;
    store.save_game({match_row(1), game_row(1, game), {}}, [&](const StoreResult<std::uint64_t>& saved) {
      EXPECT_TRUE(saved);
      then = test::sync_count();
      told.set_value();
    });
    told.get_future().wait();
    EXPECT_GT(then, before);
  }
}

TEST(SqliteStore, NoBlockOfIdsIsGivenOutBeforeTheDiskIsSynced) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  for (int round = 0; round < 5; ++round) {
    const long before = test::sync_count();
    long then = 0;
    const auto block = test::wait_for<IdBlock>([&](auto done) {
      store.reserve_ids(IdKind::match, 10, [&then, done](const StoreResult<IdBlock>& reserved) {
        then = test::sync_count();
        done(reserved);
      });
    });
    ASSERT_TRUE(block);
    EXPECT_GT(then, before);
  }
}

TEST(SqliteStore, ReadsDoNotWaitForTheWriter) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  BlockedWriter writer(store);
  EXPECT_THAT(WaitingStore(store).games({}), SizeIs(1));
  EXPECT_THAT(WaitingStore(store).tokens(), SizeIs(0));
  writer.release();
}

// The reader thread waits in its first answer, as if a page took long to read.
TEST(SqliteStore, TokensAreReadBeforeListsThatWait) {
  const test::ScratchFolder scratch;
  std::latch reading(1);
  std::latch go_on(1);
  std::vector<std::string> answered;
  {
    SqliteStore store(scratch.server(), run_at_once());
    store.list_games({}, [&](const auto&) {
      reading.count_down();
      go_on.wait();
    });
    reading.wait();
    for (int list = 0; list < 3; ++list) store.list_games({}, [&](const auto&) { answered.emplace_back("list"); });
    store.list_tokens_since(0, [&](const auto& tokens) { answered.emplace_back(tokens ? "tokens" : "error"); });
    go_on.count_down();
  }
  EXPECT_THAT(answered, testing::ElementsAre("tokens", "list", "list", "list"));
}

TEST(SqliteStore, GamesThatComeTogetherAreOneCommit) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  BlockedWriter writer(store);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 50; ++game) coming.push_back(start_saving(store, 1, game));
  const std::uint64_t before = store.save_counts().commits;
  writer.release();
  for (auto& saved : coming) EXPECT_EQ(saved.get().error, "");
  EXPECT_EQ(store.save_counts().commits, before + 1);
}

TEST(SqliteStore, ABatchIsLimited) {
  const test::ScratchFolder scratch;
  SqliteOptions options = scratch.server();
  options.limits.batch_jobs = 10;
  SqliteStore store(options, run_at_once());
  BlockedWriter writer(store);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 50; ++game) coming.push_back(start_saving(store, 1, game));
  const std::uint64_t before = store.save_counts().commits;
  writer.release();
  for (auto& saved : coming) EXPECT_EQ(saved.get().error, "");
  EXPECT_EQ(store.save_counts().commits, before + 5);
}

TEST(SqliteStore, ABadGameFailsNoOtherGame) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  ASSERT_EQ(save(store, 1, 5).error, "");
  BlockedWriter writer(store);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 10; ++game) {
    coming.push_back(start_saving(store, match_row(1), game_row(1, game), record_of(2, game)));  // game 5 is another
  }
  coming.push_back(start_saving(store, match_row(2), game_row(2, 0), {}));
  writer.release();
  for (std::size_t i = 0; i < coming.size(); ++i) {
    const SaveResult saved = coming[i].get();
    if (i == 4) {
      EXPECT_EQ(saved.error, "Game 5 of match 1 is stored already with other content.");
    } else if (i == 10) {
      EXPECT_EQ(saved.error, "Game 0 of match 2 cannot be stored: its number is less than 1.");
    } else {
      EXPECT_EQ(saved.error, "");
      EXPECT_EQ(WaitingStore(store).record(saved.record), record_of(2, static_cast<int>(i) + 1));
    }
  }
  EXPECT_THAT(WaitingStore(store).games_of_match(1), SizeIs(10));
  EXPECT_THAT(WaitingStore(store).games_of_match(2), SizeIs(0));
}

TEST(SqliteStore, ARowThatBreaksARuleOfItsTableIsRefused) {
  const test::ScratchFolder scratch;
  const SqliteStore store(scratch.server(), run_at_once());
  Database database(scratch.file, std::chrono::milliseconds(100));
  try {
    database.execute("INSERT INTO token_version VALUES (NULL)");
    ADD_FAILURE();
  } catch (const StoreException& problem) {
    EXPECT_EQ(problem.error().kind, StoreError::Kind::refused);
  }
}

// Late games are found one by one, all others by their time.
TEST(SqliteStore, AGameOfAWrongClockDoesNotMakeAllLaterOnesLate) {
  const test::ScratchFolder scratch;
  {
    SqliteStore store(scratch.server(), run_at_once());
    std::vector<std::future<SaveResult>> coming;
    for (int game = 1; game <= 300; ++game) {
      GameRow row = game_row(1, game);
      row.ended = game == 10 ? "2099-01-01T00:00:00Z" : "2026-01-02T03:04:" + std::to_string(100 + game) + "Z";
      coming.push_back(start_saving(store, match_row(1), row, {}));
    }
    for (auto& saved : coming) ASSERT_EQ(saved.get().error, "");
  }
  Database database(scratch.file, std::chrono::milliseconds(100));
  Statement late(database, "SELECT record, unordered FROM games WHERE late = 1");
  auto rows = late.run();
  ASSERT_TRUE(rows.next());
  EXPECT_EQ(rows.integer(0), 10);
  EXPECT_EQ(rows.integer(1), 1);
  EXPECT_FALSE(rows.next());
}

TEST(SqliteStore, AFullQueueRefusesAndRecovers) {
  const test::ScratchFolder scratch;
  SqliteOptions options = scratch.server();
  options.limits.queue_jobs = 5;  // with the one that holds the writer
  SqliteStore store(options, run_at_once());
  BlockedWriter writer(store);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 10; ++game) coming.push_back(start_saving(store, 1, game));
  EXPECT_EQ(store.save_counts().refused, 6U);
  EXPECT_EQ(store.save_counts().waiting_jobs, 5U);
  writer.release();
  for (std::size_t i = 0; i < coming.size(); ++i) {
    const SaveResult saved = coming[i].get();
    if (i < 4) {
      EXPECT_EQ(saved.error, "");
    } else {
      EXPECT_THAT(saved.error, HasSubstr("its queue of 5 games"));
    }
  }
  // The queue has room again when the writer takes its next batch, which may be after the last callback.
  while (store.save_counts().waiting_jobs > 0) std::this_thread::yield();
  EXPECT_EQ(save(store, 1, 10).error, "");
}

TEST(SqliteStore, RefusesAGameIfTheQueueIsFullInBytes) {
  const test::ScratchFolder scratch;
  SqliteOptions options = scratch.server();
  options.limits.queue_bytes = 100'000;
  SqliteStore store(options, run_at_once());
  EXPECT_THAT(save(store, match_row(1), game_row(1, 1), std::vector<std::uint8_t>(100'000)).error,
              HasSubstr("100000 bytes"));
  EXPECT_EQ(save(store, match_row(1), game_row(1, 1), std::vector<std::uint8_t>(90'000)).error, "");
}

TEST(SqliteStore, SaveCountsCountEachResult) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  save(store, 1, 1);
  save(store, 1, 1);
  save(store, 1, 0);
  const SaveCounts counts = store.save_counts();
  EXPECT_EQ(counts.saved, 2U);
  EXPECT_EQ(counts.failed, 1U);
  EXPECT_EQ(counts.refused, 0U);
}

TEST(SqliteStore, WaitsForAnotherProcessOnlyForTheTimeout) {
  const test::ScratchFolder scratch;
  SqliteOptions options = scratch.server();
  options.busy_timeout = std::chrono::milliseconds(20);
  SqliteStore store(options, run_at_once());
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(scratch.file.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  std::vector<std::future<SaveResult>> coming;
  for (int game = 1; game <= 5; ++game) coming.push_back(start_saving(store, 1, game));
  for (auto& saved : coming) EXPECT_THAT(saved.get().error, HasSubstr("held by another process for too long"));
  ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  EXPECT_EQ(save(store, 1, 1).error, "");
}

TEST(SqliteStore, TheSpaceOfDeletedGamesIsUsedAgain) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  std::vector<std::uintmax_t> sizes;
  std::uint64_t match = 0;
  for (int round = 0; round < 10; ++round) {
    std::vector<std::future<StoreResult<std::uint64_t>>> coming;
    for (int game = 0; game < 100; ++game) {
      const auto promise = std::make_shared<std::promise<StoreResult<std::uint64_t>>>();
      coming.push_back(promise->get_future());
      ++match;
      store.save_game({.match = match_row(match),
                       .game = game_row(match, 1),
                       .record = std::vector<std::uint8_t>(6'000, 1),
                       .is_between_guests = true},
                      [promise](const auto& saved) { promise->set_value(saved); });
    }
    for (auto& saved : coming) ASSERT_TRUE(saved.get());
    const auto delete_some = [&] {
      return *test::wait_for<GuestGameCounts>(
          [&](auto done) { store.delete_guest_games({.kept_since = "", .max_bytes = 0}, std::move(done)); });
    };
    while (delete_some().has_more) continue;
    Database database(scratch.file, std::chrono::milliseconds(10'000));
    Statement pages(database, "PRAGMA page_count");
    auto rows = pages.run();
    ASSERT_TRUE(rows.next());
    sizes.push_back(static_cast<std::uintmax_t>(rows.integer(0)));
  }
  EXPECT_LE(sizes.back(), sizes[1] + 5) << "of the first two rounds: " << sizes[0] << " and " << sizes[1];
}

// A limit on the size of files has the effect of a full disk: a write of SQLite fails.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }

 private:
  rlimit before_{};
};

TEST(SqliteStore, AFullDiskFailsWithASentenceAndDamagesNothing) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), run_at_once());
  std::vector<int> told;
  bool failed = false;
  {
    const FullDisk disk(400'000);
    for (int game = 1; game <= 100; ++game) {
      const SaveResult saved = save(store, 1, game);
      if (saved.error.empty()) {
        told.push_back(game);
      } else {
        EXPECT_THAT(saved.error, HasSubstr("rensa.db cannot")) << saved.error;
        failed = true;
      }
    }
  }
  EXPECT_TRUE(failed);
  EXPECT_FALSE(told.empty());
  for (int game = 1; game <= 100; ++game) EXPECT_EQ(save(store, 1, game).error, "");
  for (const GameRow& game : WaitingStore(store).games_of_match(1))
    EXPECT_EQ(WaitingStore(store).record(game.record), record_of(1, game.game));
  EXPECT_THAT(WaitingStore(store).games_of_match(1), SizeIs(100));
}

}  // namespace
}  // namespace rensa::storage
