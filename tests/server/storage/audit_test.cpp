#include "server/storage/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "server/storage/memory/memory_store.h"
#include "server/storage/roles.h"
#include "server/storage/sqlite/account_tables.h"
#include "server/storage/sqlite/sql.h"
#include "server/storage/sqlite/tables.h"
#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::MatchesRegex;

AuditEntry entry_of(const std::string& actor, const std::string& target) {
  return {
      .account = 3, .actor = actor, .role = "organiser", .act = "tournament pause", .target = target, .why = "rain"};
}

std::vector<std::string> targets_of(const std::vector<AuditEntry>& entries) {
  std::vector<std::string> targets;
  for (const AuditEntry& entry : entries) targets.push_back(entry.target);
  return targets;
}

class AuditLogTest : public test::AnyStoreTest {};

INSTANTIATE_TEST_SUITE_P(AllStores, AuditLogTest, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(AuditLogTest, EntriesAreNumberedAndListedFromTheNewest) {
  const test::WaitingStore store(*store_);
  EXPECT_THAT(store.audit_entries(), IsEmpty());
  store.append_audit_entry(entry_of("ann", "one"));
  store.append_audit_entry(entry_of("bob", "two"));
  store.append_audit_entry(entry_of("ann", "three"));
  const auto entries = store.audit_entries();
  EXPECT_THAT(targets_of(entries), ElementsAre("three", "two", "one"));
  EXPECT_EQ(entries[2].number, 1U);
  EXPECT_EQ(entries[0].number, 3U);
  EXPECT_EQ(entries[0].account, 3);
  EXPECT_EQ(entries[0].role, "organiser");
  EXPECT_EQ(entries[0].act, "tournament pause");
  EXPECT_EQ(entries[0].why, "rain");
  EXPECT_THAT(entries[0].time, MatchesRegex("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"));
  EXPECT_THAT(targets_of(store.audit_entries({.before = 3, .limit = 1})), ElementsAre("two"));
  EXPECT_THAT(targets_of(store.audit_entries({.actor = "ann"})), ElementsAre("three", "one"));
  EXPECT_THAT(targets_of(store.audit_entries({.before = 3, .limit = 5, .actor = "ann"})), ElementsAre("one"));
  EXPECT_THAT(store.audit_entries({.limit = 0}), IsEmpty());
  EXPECT_THAT(store.audit_entries({.actor = "ann' OR 1=1 --"}), IsEmpty());
}

TEST_P(AuditLogTest, TextsThatCouldBeginAnotherLineAreMadePlain) {
  const test::WaitingStore store(*store_);
  AuditEntry entry = entry_of("ann\n2 boss", "cup\x1b[2J");
  entry.act = "a\tb";
  entry.why = "\u202E" + std::string(10'000, 'x') + "\xff";
  store.append_audit_entry(entry);
  const AuditEntry stored = store.audit_entries().at(0);
  EXPECT_EQ(stored.actor, "ann?2 boss");
  EXPECT_EQ(stored.target, "cup?[2J");
  EXPECT_EQ(stored.act, "a?b");
  EXPECT_EQ(stored.why.size(), kMaxAuditTextBytes);
  EXPECT_EQ(stored.why.substr(0, 2), "?x");
}

// An entry that names only some of the tournaments that an account was given would tell less than was done.
TEST_P(AuditLogTest, ATargetHasRoomForTheLongestGrant) {
  const test::WaitingStore store(*store_);
  const RoleGrant grant{.role = Role::organiser, .tournaments = std::vector<std::string>(50, std::string(64, 'x'))};
  ASSERT_FALSE(why_not_grantable(grant));
  const std::string target = "account 3: organiser of " + joined_tournaments(grant.tournaments);
  store.append_audit_entry(entry_of("ann", target));
  EXPECT_EQ(store.audit_entries().at(0).target, target);
  store.append_audit_entry(entry_of("ann", std::string(10'000, 'x')));
  EXPECT_EQ(store.audit_entries().at(0).target.size(), 4'096U);
}

TEST(AuditTableTest, EntriesCannotBeChangedOrDeleted) {
  const test::ScratchFolder scratch;
  const SqliteStore store(scratch.server(), test::run_at_once());
  Database database(scratch.file, std::chrono::milliseconds(1'000));
  AuditTable audit(database);
  audit.append(entry_of("ann", "one"));
  audit.append(entry_of("ann", "two"));
  for (const char* sql :
       {"UPDATE audit SET actor = 'bob'", "UPDATE audit SET why = '' WHERE number = 1", "DELETE FROM audit",
        "DELETE FROM audit WHERE number = 2", "REPLACE INTO audit VALUES (1, '', 3, 'bob', 'organiser', '', '', '')"}) {
    EXPECT_THROW(database.execute(sql), SqlError) << sql;
  }
  EXPECT_THAT(targets_of(audit.list({})), ElementsAre("two", "one"));
  EXPECT_EQ(audit.list({})[0].actor, "ann");
}

TEST(AuditTableTest, OnlyEntriesBeyondTheBoundAreDeleted) {
  const test::ScratchFolder scratch;
  const SqliteStore store(scratch.server(), test::run_at_once());
  Database database(scratch.file, std::chrono::milliseconds(1'000));
  AuditTable audit(database);
  for (int i = 1; i <= 3; ++i) audit.append(entry_of("ann", std::to_string(i)));
  // As if that many entries had been added meanwhile.
  database.execute(("INSERT INTO audit VALUES (" + std::to_string(kMaxAuditEntries + 1) +
                    ", '', 3, 'ann', 'organiser', '', 'last', '')")
                       .c_str());
  audit.append(entry_of("ann", "next"));
  EXPECT_THAT(targets_of(audit.list({})), ElementsAre("next", "last", "3"));
}

TEST(AuditTableTest, TheStoreInMemoryHasTheSameBound) {
  MemoryStore memory(MemoryStore::Saving::at_once, test::run_at_once());
  const test::WaitingStore store(memory);
  for (std::uint64_t i = 0; i < kMaxAuditEntries + 2; ++i) store.append_audit_entry(entry_of("ann", "x"));
  const auto entries = store.audit_entries({.limit = static_cast<int>(kMaxAuditEntries) + 5});
  EXPECT_EQ(entries.size(), kMaxAuditEntries);
  EXPECT_EQ(entries.back().number, 3U);
}

}  // namespace
}  // namespace rensa::storage
