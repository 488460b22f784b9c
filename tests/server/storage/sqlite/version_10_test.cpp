#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

#include "server/storage/sqlite/file_upgrade.h"
#include "server/storage/sqlite/schema/schema_steps.h"
#include "server/storage/sqlite/server_lock.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/sqlite/sqlite_store.h"
#include "server/storage/sqlite/store_check.h"
#include "tests/server/storage/scratch_folder.h"
#include "tests/server/storage/waiting_store.h"

// Tests a file of version 10, which had accounts and registrations, but not the last changes of tokens.

namespace rensa::storage {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kRows = R"sql(
  INSERT INTO tokens (hash, name, role, created, unapproved) VALUES
    (zeroblob(32), 'boss', 'administrator', '2026-01-01T00:00:00Z', 0),
    (CAST('01234567890123456789012345678901' AS BLOB), 'ann', 'worker', '2026-01-01T00:00:00Z', 1),
    (CAST('abcdefghijklmnopqrstuvwxyzabcdef' AS BLOB), 'bob', 'worker', '2026-01-01T00:00:00Z', 1);
  INSERT INTO token_roles VALUES (3, 'moderator', '');
  UPDATE tokens SET revoked = 1 WHERE name = 'ann';
  INSERT INTO restrictions (kind, subject, made, until, why) VALUES
    ('ban', 'token 2', '2026-01-01T00:00:00Z', '2099-01-01T00:00:00Z', 'rude');
  INSERT INTO reports (about, match, record, seat, name, subject, reporter, text, made, state, closed, closer) VALUES
    ('player', 1, 2, 1, 'ann', 'token 2', 'guests at 192.0.2.1', 'insults', '2026-01-01T00:00:00Z', 'open', '', '');
  INSERT INTO registrations (name, payer, made, hash, waits) VALUES
    ('cid', 'guests at 192.0.2.1', '2026-01-01T12:00:00Z', zeroblob(32), 1),
    ('dan', 'guests at 192.0.2.2', '2026-01-01T12:00:00Z', zeroblob(32), 1),
    ('eve', 'guests at 2001:db8:1:2::', '2026-01-01T12:00:00Z', zeroblob(32), 1);
  PRAGMA user_version = 10;
  PRAGMA application_id = 1380273747;
)sql";

class SqliteFileOfVersion10 : public testing::Test {
 protected:
  static constexpr std::size_t kVersion = 10;

  SqliteFileOfVersion10() {
    std::ofstream(scratch_.file).close();
    Database database(scratch_.file, kTimeout);
    for (const char* step : schema_steps().first(kVersion)) database.execute(step);
    database.execute(kRows);
  }

  static constexpr std::chrono::milliseconds kTimeout{10'000};
  const test::ScratchFolder scratch_;
};

TEST_F(SqliteFileOfVersion10, KeepsItsAccountsRestrictionsReportsAndRegistrations) {
  SqliteStore store(scratch_.server(), test::run_at_once());
  const test::WaitingStore upgraded(store);
  const std::vector<TokenRow> tokens = upgraded.tokens();
  ASSERT_THAT(tokens, SizeIs(3));
  EXPECT_EQ(tokens[0].grant(), RoleGrant{.role = Role::administrator});
  EXPECT_TRUE(tokens[1].is_unapproved);
  EXPECT_TRUE(tokens[1].revoked);
  EXPECT_FALSE(tokens[2].is_unapproved) << "its role has approved it";
  EXPECT_EQ(tokens[2].role, Role::moderator);
  const auto restrictions = upgraded.restrictions_since(0)->restrictions;
  ASSERT_THAT(restrictions, SizeIs(1));
  EXPECT_EQ(restrictions[0].why, "rude");
  EXPECT_FALSE(restrictions[0].is_of_role);
  ASSERT_THAT(upgraded.reports(), SizeIs(1));
  EXPECT_EQ(upgraded.reports()[0].text, "insults");
  EXPECT_EQ(upgraded.reports()[0].network, "");
  EXPECT_THAT(upgraded.waiting_registrations(), SizeIs(3));
}

TEST_F(SqliteFileOfVersion10, TellsTheChangesOfItsTokensFromThenOn) {
  SqliteStore store(scratch_.server(), test::run_at_once());
  const test::WaitingStore upgraded(store);
  std::uint64_t version = upgraded.tokens_since(0)->version;
  EXPECT_FALSE(upgraded.tokens_since(version));
  const auto changed = [&] {
    const TokenList list = upgraded.tokens_since(version).value_or(TokenList{});
    version = list.version;
    return list.tokens;
  };
  upgraded.create_token("fay", Role::worker);
  ASSERT_THAT(changed(), SizeIs(1));
  upgraded.set_role(4, {.role = Role::moderator});
  EXPECT_EQ(changed().at(0).row.role, Role::moderator);
  upgraded.set_role(3, {.role = Role::worker});
  EXPECT_EQ(changed().at(0).row.id, 3);
  upgraded.revoke_token(4);
  EXPECT_TRUE(changed().at(0).row.revoked);
  EXPECT_FALSE(upgraded.tokens_since(version));
}

TEST_F(SqliteFileOfVersion10, DismissesTheRegistrationsOfANeighbourhood) {
  SqliteStore store(scratch_.server(), test::run_at_once());
  const auto dismissed = test::wait_for<std::int64_t>(
      [&](auto done) { store.dismiss_registration({.registration = 2, .of_all = true}, done); });
  ASSERT_TRUE(dismissed);
  EXPECT_EQ(*dismissed, 2);
  const auto waiting = test::WaitingStore(store).waiting_registrations();
  ASSERT_THAT(waiting, SizeIs(1));
  EXPECT_EQ(waiting[0].name, "eve");
}

TEST_F(SqliteFileOfVersion10, IsReadBesideItsServerAsItIs) {
  const ServerLock running(scratch_.file);
  ASSERT_TRUE(EarlierAccounts::can_read(scratch_.file, kTimeout));
  EarlierAccounts earlier(scratch_.file, kTimeout);
  ASSERT_THAT(earlier.tokens(), SizeIs(3));
  EXPECT_TRUE(earlier.tokens()[1].is_unapproved);
  EXPECT_THAT(earlier.audit_entries({}), IsEmpty());
  EXPECT_THAT(earlier.restrictions(), SizeIs(1));
  EXPECT_THAT(earlier.reports({}), SizeIs(1));
  EXPECT_THAT(earlier.waiting_registrations(), SizeIs(3));
  SqliteOptions command = scratch_.command();
  command.busy_timeout = std::chrono::milliseconds(30);
  try {
    const SqliteStore store(command, test::run_at_once());
    ADD_FAILURE() << "a command writes what the server does not see";
  } catch (const StoreException& error) {
    EXPECT_THAT(error.what(), HasSubstr("stop its server first"));
  }
}

TEST_F(SqliteFileOfVersion10, IsVerifiedAsItIs) {
  const auto report = check_store(
      scratch_.file, [](const GameRow&, std::span<const std::uint8_t>) -> std::optional<std::string> { return {}; });
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.tokens, 3U);
}

}  // namespace
}  // namespace rensa::storage
