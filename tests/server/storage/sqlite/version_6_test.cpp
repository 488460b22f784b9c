#include "tests/server/storage/sqlite/version_6.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>

#include "server/storage/sqlite/file_upgrade.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"
#include "tests/server/storage/sample_rows.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/waiting_store.h"

// Tests a file of version 6, whose accounts had no roles but those for which their tokens were made.

namespace rensa::storage {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class SqliteFileOfVersion6 : public testing::Test {
 protected:
  SqliteFileOfVersion6() {
    {
      SqliteStore store(scratch_.server(), test::run_at_once());
      const test::WaitingStore tokens(store);
      worker_ = tokens.create_token("ann", Role::worker);
      administrator_ = tokens.create_token("boss", Role::administrator);
      EXPECT_EQ(test::save(store, 1, 1).error, "");
    }
    Database database(scratch_.file, std::chrono::milliseconds(1'000));
    database.execute(test::kWithoutRolesAndWhatFollowed);
    database.execute("PRAGMA user_version = 6");
  }

  std::int64_t version() const {
    Database database(scratch_.file, std::chrono::milliseconds(1'000));
    Statement select(database, "PRAGMA user_version");
    auto rows = select.run();
    EXPECT_TRUE(rows.next());
    return rows.integer(0);
  }
  // The sentence of the error when a command opens the store; empty: it opens.
  std::string refusal_of_command() const {
    SqliteOptions command = scratch_.command();
    command.busy_timeout = std::chrono::milliseconds(30);
    try {
      const SqliteStore store(command, test::run_at_once());
      return "";
    } catch (const StoreException& error) {
      return error.what();
    }
  }

  const test::ScratchFolder scratch_;
  std::string worker_;
  std::string administrator_;
};

TEST_F(SqliteFileOfVersion6, IsVerifiedAsItIs) {
  const StoreReport report = check_store(
      scratch_.file, [](const GameRow&, std::span<const std::uint8_t>) -> std::optional<std::string> { return {}; });
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.tokens, 2U);
  EXPECT_EQ(version(), 6);
}

TEST_F(SqliteFileOfVersion6, KeepsTheRightsOfItsTokens) {
  SqliteStore store(scratch_.server(), test::run_at_once());
  const test::WaitingStore upgraded(store);
  EXPECT_EQ(version(), 11);
  EXPECT_EQ(upgraded.find_token(worker_)->grant(), RoleGrant{});
  EXPECT_EQ(upgraded.find_token(administrator_)->grant(), RoleGrant{.role = Role::administrator});
  EXPECT_TRUE(upgraded.set_role(upgraded.find_token(administrator_)->id, {.role = Role::worker}));
  EXPECT_EQ(upgraded.find_token(administrator_)->role, Role::worker);
}

// A server of that version would not see a role that a command of this version gives.
TEST_F(SqliteFileOfVersion6, IsLeftToItsServerWhileThatRuns) {
  {
    const ServerLock running(scratch_.file);
    EXPECT_THAT(refusal_of_command(), HasSubstr("stop its server first"));
    EXPECT_EQ(version(), 6);
  }
  EXPECT_EQ(refusal_of_command(), "");
  EXPECT_EQ(version(), 11);
}

TEST_F(SqliteFileOfVersion6, IsReadBesideItsServerAsItIs) {
  const ServerLock running(scratch_.file);
  const auto timeout = std::chrono::milliseconds(1'000);
  ASSERT_TRUE(EarlierAccounts::can_read(scratch_.file, timeout));
  EarlierAccounts earlier(scratch_.file, timeout);
  const auto tokens = earlier.tokens();
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].name, "ann");
  EXPECT_EQ(tokens[1].role, Role::administrator);
  EXPECT_THAT(earlier.audit_entries({}), IsEmpty());
  EXPECT_THAT(earlier.restrictions(), IsEmpty());
  EXPECT_THAT(earlier.reports({}), IsEmpty());
  EXPECT_EQ(version(), 6);
}

TEST_F(SqliteFileOfVersion6, OnceUpgradedIsNotEarlier) {
  EXPECT_EQ(refusal_of_command(), "");
  EXPECT_FALSE(EarlierAccounts::can_read(scratch_.file, std::chrono::milliseconds(1'000)));
}

TEST_F(SqliteFileOfVersion6, OnceUpgradedIsOpenToCommandsBesideItsServer) {
  const SqliteStore server(scratch_.server(), test::run_at_once());
  EXPECT_EQ(refusal_of_command(), "");
}

}  // namespace
}  // namespace rensa::storage
