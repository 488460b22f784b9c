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
  std::string refusal_of_rename(std::int64_t account, const std::string& name) const {
    const auto renamed = test::wait_for<bool>([&](auto done) { store_->rename_account(account, name, done); });
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

TEST_P(RestrictionsTest, EndedOnesAreDeletedWhenTheNextIsMade) {
  const test::WaitingStore store(*store_);
  store.add_restriction({.subject = "token 1", .made = kMade, .until = "2026-01-02T00:00:00Z"});
  store.add_restriction({.kind = Kind::name, .subject = "bad", .made = "2026-01-01T23:59:59Z", .until = kNever});
  EXPECT_THAT(store.restrictions_since(0)->restrictions, SizeIs(2));
  store.add_restriction({.kind = Kind::mute, .subject = "token 2", .made = "2026-01-02T00:00:00Z", .until = kNever});
  const auto list = store.restrictions_since(0)->restrictions;
  ASSERT_THAT(list, SizeIs(2));
  EXPECT_EQ(list[0].kind, Kind::name);
  EXPECT_EQ(list[1].kind, Kind::mute);
  EXPECT_EQ(list[1].id, 3) << "no number is given out twice";
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

TEST_P(RestrictionsTest, ARenamedAccountKeepsItsToken) {
  const test::WaitingStore store(*store_);
  const std::string token = store.create_token("deep", Role::worker);
  store.create_token("other", Role::worker);
  store.create_token("boss", Role::administrator);
  const auto account = store.find_token(token)->id;
  EXPECT_TRUE(store.rename_account(account, "shallow"));
  EXPECT_EQ(store.find_token(token)->name, "shallow");
  EXPECT_TRUE(store.rename_account(account, "SHALLOW")) << "like its own";
  for (const std::string name : {"other", "0ther", "boss", "", " "}) {
    EXPECT_NE(refusal_of_rename(account, name), "") << name;
  }
  EXPECT_FALSE(store.rename_account(account + 7, "free"));
  store.revoke_token(account);
  EXPECT_FALSE(store.rename_account(account, "free"));
}

TEST(RestrictionSubjects, TellWhatTheyStandFor) {
  EXPECT_EQ(parts_of_subject(subject_of_account(7)).account, 7);
  EXPECT_EQ(parts_of_subject(subject_of_guests("::")).network, "::");
  EXPECT_FALSE(parts_of_subject(subject_of_guests("::")).is_everyone);
  EXPECT_TRUE(parts_of_subject(subject_of_everyone("192.0.2.7")).is_everyone);
  EXPECT_EQ(parts_of_subject(subject_of_everyone("192.0.2.7")).network, "192.0.2.7");
  EXPECT_EQ(parts_of_subject("programs of tournaments").network, "");
}

}  // namespace
}  // namespace rensa::storage
