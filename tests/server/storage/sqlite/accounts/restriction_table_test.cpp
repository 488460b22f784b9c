#include "server/storage/sqlite/accounts/restriction_table.h"

#include <chrono>
#include <gtest/gtest.h>

#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

TEST(RestrictionsOfSqliteStore, AnAccountKeepsItsNameIfThatCannotBeRefused) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), test::run_at_once());
  const test::WaitingStore waiting(store);
  const std::string token = waiting.create_token("deep", Role::worker);
  {
    Database database(scratch.file, std::chrono::milliseconds(10'000));
    database.execute(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 10000) INSERT INTO "
        "restrictions (kind, subject, made, until, why) SELECT 'ban', 'token 7', '2026-01-01T00:00:00Z', "
        "'2099-01-01T00:00:00Z', '' FROM numbers");
  }
  const auto renamed = test::wait_for<std::optional<Restriction>>([&](auto done) {
    store.rename_account({.account = waiting.find_token(token)->id,
                          .name = "shallow",
                          .made = "2026-01-01T00:00:00Z",
                          .until = "2099-01-01T00:00:00Z"},
                         done);
  });
  EXPECT_FALSE(renamed);
  EXPECT_EQ(waiting.find_token(token)->name, "deep");
}

// Of those that have ended, the last ones are kept.
TEST(RestrictionsOfSqliteStore, EndedRestrictionsDoNotCountAndAreDeletedBeyondTheirLimit) {
  const test::ScratchFolder scratch;
  SqliteStore store(scratch.server(), test::run_at_once());
  const test::WaitingStore waiting(store);
  {
    Database database(scratch.file, std::chrono::milliseconds(10'000));
    database.execute(
        "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 10001) INSERT INTO "
        "restrictions (kind, subject, made, until, why) SELECT 'ban', 'token ' || n, '2026-01-01T00:00:00Z', iif(n = "
        "5, '2026-01-01T00:00:00Z', '2026-01-01T00:00:01Z'), '' FROM numbers");
  }
  waiting.add_restriction({.subject = "token 0", .made = "2026-02-01T00:00:00Z", .until = "2099-01-01T00:00:00Z"});
  const auto list = waiting.restrictions_since(0)->restrictions;
  ASSERT_EQ(list.size(), kMaxEndedRestrictions + 1);
  EXPECT_EQ(list[3].subject, "token 4");
  EXPECT_EQ(list[4].subject, "token 6");
  EXPECT_EQ(list.back().subject, "token 0");
}

}  // namespace
}  // namespace rensa::storage
