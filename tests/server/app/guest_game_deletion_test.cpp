#include "server/app/guest_game_deletion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <optional>

#include "server/storage/memory/memory_store.h"
#include "tests/server/storage/intercepted_store.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::app {
namespace {

using storage::test::Failure;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// A store that answers at once, and functions that are called later when the test says so.
struct Deletion {
  Deletion() {
    deletion.emplace(
        GuestGameDeletion::Parts{.games = store,
                                 .limits = [this] { return limits; },
                                 .post_later = [this](std::chrono::milliseconds,
                                                      std::function<void()> call) { later.push_back(std::move(call)); },
                                 .log = [this](const std::string& line) { log.push_back(line); }});
  }

  void save(std::uint64_t match) {
    const auto saved = storage::test::wait_for<std::uint64_t>([&](auto done) {
      store.save_game({.match = storage::test::match_row(match),
                       .game = storage::test::game_row(match, 1),
                       .record = std::vector<std::uint8_t>(10),
                       .is_between_guests = true},
                      std::move(done));
    });
    ASSERT_TRUE(saved);
  }
  std::vector<storage::GameRow> games() { return storage::test::WaitingStore(store).games({.limit = 1'000}); }

  Failure failure = Failure::none;
  storage::test::Interceptor interceptor{.failure = [this](const std::string&) { return failure; },
                                         .deliver = storage::test::run_at_once()};
  storage::test::InterceptedStore store{
      std::make_unique<storage::MemoryStore>(storage::MemoryStore::Saving::at_once, storage::test::run_at_once()),
      interceptor};
  storage::GuestGameLimits limits{.kept_since = "", .max_bytes = 0};
  std::vector<std::function<void()>> later;
  std::vector<std::string> log;
  std::optional<GuestGameDeletion> deletion;
};

TEST(GuestGameDeletion, TakesItsLimitsFromTheSettings) {
  Config config;
  config.guest_game_days = 2;
  config.guest_game_megabytes = 3;
  const auto limits = guest_game_limits(config, std::chrono::sys_days(std::chrono::year(2026) / 3 / 1));
  EXPECT_EQ(limits.kept_since, "2026-02-27T00:00:00Z");
  EXPECT_EQ(limits.max_bytes, 3'000'000U);
}

TEST(GuestGameDeletion, DeletesAllGamesBeyondTheLimitsAndLooksAgainLater) {
  Deletion test;
  for (std::uint64_t match = 1; match <= 120; ++match) test.save(match);
  test.deletion->begin();
  EXPECT_THAT(test.games(), IsEmpty());
  EXPECT_THAT(test.log, ElementsAre("event=guest_games_deleted games=120 left=0 bytes_left=0"));
  ASSERT_THAT(test.later, SizeIs(1));
  test.save(121);
  test.later[0]();
  EXPECT_THAT(test.games(), IsEmpty());
}

TEST(GuestGameDeletion, AsksAStoreThatFailsAgainLater) {
  Deletion test;
  test.save(1);
  test.failure = Failure::before;
  test.deletion->begin();
  EXPECT_THAT(test.log, ElementsAre("event=guest_games_not_deleted why=\"The disk is on fire.\""));
  test.failure = Failure::none;
  ASSERT_THAT(test.later, SizeIs(1));
  EXPECT_THAT(test.games(), SizeIs(1));
  test.later[0]();
  EXPECT_THAT(test.games(), IsEmpty());
}

TEST(GuestGameDeletion, LogsAnErrorOnceUntilItIsOver) {
  Deletion test;
  test.save(1);
  test.failure = Failure::before;
  test.deletion->begin();
  test.later.back()();
  test.later.back()();
  EXPECT_THAT(test.log, SizeIs(1));
  test.failure = Failure::none;
  test.later.back()();
  test.failure = Failure::before;
  test.later.back()();
  EXPECT_THAT(test.log, SizeIs(3));
}

TEST(GuestGameDeletion, EndsWithItsOwner) {
  Deletion test;
  test.deletion->begin();
  test.deletion.reset();
  test.save(1);
  ASSERT_THAT(test.later, SizeIs(1));
  test.later[0]();
  EXPECT_THAT(test.games(), SizeIs(1));
}

}  // namespace
}  // namespace rensa::app
