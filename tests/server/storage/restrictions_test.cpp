#include "server/storage/restrictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Kind = Restriction::Kind;

constexpr const char* kMade = "2026-01-01T00:00:00Z";
constexpr const char* kNever = "2099-01-01T00:00:00Z";

class RestrictionsTest : public test::AnyStoreTest {
 protected:
  static Renaming renaming(std::int64_t account, const std::string& name) {
    return {.account = account, .name = name, .made = kMade, .until = kNever, .why = "rude"};
  }
  std::string refusal_of_rename(std::int64_t account, const std::string& name) const {
    const auto renamed = test::wait_for<std::optional<Restriction>>(
        [&](auto done) { store_->rename_account(renaming(account, name), done); });
    return renamed ? "" : renamed.error().message;
  }
};

INSTANTIATE_TEST_SUITE_P(AllStores, RestrictionsTest, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(RestrictionsTest, ARestrictionIsKeptUntilItIsLifted) {
  const test::WaitingStore store(*store_);
  const auto empty = store.restrictions_since(0);
  ASSERT_TRUE(empty);
  EXPECT_FALSE(store.restrictions_since(empty->version).has_value());
  Restriction ban{.subject = subject_of_guests("192.0.2.7"), .made = kMade, .until = kNever, .why = "insults\n"};
  ban.id = store.add_restriction(ban);
  ban.why = "insults?";
  const auto added = store.restrictions_since(empty->version);
  ASSERT_TRUE(added);
  EXPECT_EQ(added->restrictions, std::vector{ban});
  EXPECT_FALSE(store.lift_restriction(ban.id + 1));
  EXPECT_TRUE(store.lift_restriction(ban.id));
  EXPECT_FALSE(store.lift_restriction(ban.id));
  EXPECT_THAT(store.restrictions_since(added->version)->restrictions, IsEmpty());
}

// A clock that is ahead for a while must not lift bans for good.
TEST_P(RestrictionsTest, ARestrictionThatSeemsToHaveEndedIsKept) {
  const test::WaitingStore store(*store_);
  store.add_restriction({.subject = "token 1", .made = kMade, .until = "2026-01-02T00:00:00Z"});
  store.add_restriction({.kind = Kind::name, .subject = "bad", .made = "2036-01-01T00:00:00Z", .until = kNever});
  const auto list = store.restrictions_since(0)->restrictions;
  ASSERT_THAT(list, SizeIs(2));
  EXPECT_EQ(list[0].subject, "token 1");
  EXPECT_EQ(list[1].subject, "bad");
}

TEST_P(RestrictionsTest, ARefusedNameIsForNoAccount) {
  const test::WaitingStore store(*store_);
  const auto refused = store.add_restriction({.kind = Kind::name, .subject = "insult", .made = kMade, .until = kNever});
  const std::string token = store.create_token("deep", Role::worker);
  const auto account = store.find_token(token)->id;
  for (const std::string name : {"insult", "INSULT", "1nsult"}) {
    EXPECT_THAT(store.refusal_of_token(name, Role::worker), HasSubstr("is refused until")) << name;
    EXPECT_THAT(refusal_of_rename(account, name), HasSubstr("is refused until")) << name;
  }
  EXPECT_EQ(store.find_token(token)->name, "deep");
  store.lift_restriction(refused);
  EXPECT_EQ(store.refusal_of_token("insult", Role::worker), "");
}

TEST_P(RestrictionsTest, ARenamedAccountKeepsItsTokenAndItsOldNameIsRefused) {
  const test::WaitingStore store(*store_);
  const std::string token = store.create_token("deep", Role::worker);
  store.create_token("other", Role::worker);
  store.create_token("boss", Role::administrator);
  const auto account = store.find_token(token)->id;
  const auto refused = store.rename_account(renaming(account, "shallow"));
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->subject, "deep");
  EXPECT_EQ(refused->why, "rude");
  EXPECT_EQ(store.restrictions_since(0)->restrictions, std::vector{*refused});
  EXPECT_EQ(store.find_token(token)->name, "shallow");
  for (const std::string name : {"other", "0ther", "boss", "", " ", "deep", "SHALLOW"}) {
    EXPECT_NE(refusal_of_rename(account, name), "") << name;
  }
  EXPECT_FALSE(store.rename_account(renaming(account + 7, "free")));
  store.revoke_token(account);
  EXPECT_FALSE(store.rename_account(renaming(account, "free")));
  EXPECT_THAT(store.restrictions_since(0)->restrictions, SizeIs(1));
}

// Otherwise the name of an administrator could be refused by way of its worker.
TEST_P(RestrictionsTest, ANameThatAnotherAccountHasTooIsNotTakenAway) {
  const test::WaitingStore store(*store_);
  const std::string token = store.create_token("boss", Role::worker);
  store.create_token("boss", Role::administrator);
  EXPECT_NE(refusal_of_rename(store.find_token(token)->id, "shallow"), "");
  EXPECT_EQ(store.find_token(token)->name, "boss");
  EXPECT_THAT(store.restrictions_since(0)->restrictions, IsEmpty());
}

TEST(RestrictionSubjects, TellWhatTheyStandFor) {
  EXPECT_EQ(parts_of_subject(subject_of_account(7)).account, 7);
  EXPECT_EQ(parts_of_subject(subject_of_guests("::")).network, "::");
  EXPECT_FALSE(parts_of_subject(subject_of_guests("::")).is_everyone);
  EXPECT_TRUE(parts_of_subject(subject_of_everyone("192.0.2.7")).is_everyone);
  EXPECT_EQ(parts_of_subject(subject_of_everyone("192.0.2.7")).network, "192.0.2.7");
  EXPECT_EQ(parts_of_subject("programs of tournaments").network, "");
}

TEST(Neighbourhood, HasTheNetworksThatShareTheFirstBitsOfTheirAddresses) {
  EXPECT_EQ(neighbourhood_of("192.0.2.7"), "192.0.2.0/24");
  EXPECT_EQ(neighbourhood_of("2001:db8:7:1::"), "2001:db8:7::/48");
  EXPECT_EQ(neighbourhood_of("2001:db8:7::"), "2001:db8:7::/48");
  EXPECT_EQ(neighbourhood_of("2001:0:0:1::"), neighbourhood_of("2001::"));
  EXPECT_EQ(neighbourhood_of("0:0:0:1::"), neighbourhood_of("::"));
  EXPECT_NE(neighbourhood_of("2001:db8::"), neighbourhood_of("2001:db8:1::"));
  EXPECT_EQ(neighbourhood_of("unix"), "unix");
  EXPECT_EQ(region_of("192.0.2.7"), "192.0");
  EXPECT_EQ(region_of("2001:db8:7:1::"), "2001:db8");
  EXPECT_EQ(region_of("2001::"), "2001:0");
  EXPECT_EQ(region_of("unix"), "unix");
}

}  // namespace
}  // namespace rensa::storage
