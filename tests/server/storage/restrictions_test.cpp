#include "server/storage/restrictions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

class RestrictionsTest : public test::AnyStoreTest {};

INSTANTIATE_TEST_SUITE_P(AllStores, RestrictionsTest, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(RestrictionsTest, ARestrictionIsKeptUntilItIsLifted) {
  const test::WaitingStore store(*store_);
  const auto empty = store.restrictions_since(0);
  ASSERT_TRUE(empty);
  EXPECT_EQ(store.restrictions_since(empty->version), std::nullopt);
  const Restriction ban{.subject = "guests at 192.0.2.7", .until = "2099-01-01T00:00:00Z", .why = "insults\n"};
  const std::int64_t id = store.add_restriction(ban);
  const auto added = store.restrictions_since(empty->version);
  ASSERT_TRUE(added);
  ASSERT_THAT(added->restrictions, SizeIs(1));
  EXPECT_EQ(added->restrictions[0].id, id);
  EXPECT_EQ(added->restrictions[0].subject, ban.subject);
  EXPECT_EQ(added->restrictions[0].until, ban.until);
  EXPECT_EQ(added->restrictions[0].why, "insults?");
  EXPECT_FALSE(store.lift_restriction(id + 1));
  EXPECT_TRUE(store.lift_restriction(id));
  EXPECT_FALSE(store.lift_restriction(id));
  EXPECT_THAT(store.restrictions_since(added->version)->restrictions, IsEmpty());
}

TEST_P(RestrictionsTest, EndedOnesAreDeletedWithTheNext) {
  const test::WaitingStore store(*store_);
  store.add_restriction({.subject = "token 1", .until = "2001-01-01T00:00:00Z"});
  const std::int64_t id =
      store.add_restriction({.kind = Restriction::Kind::mute, .subject = "token 2", .until = "2099-01-01T00:00:00Z"});
  const auto list = store.restrictions_since(0);
  ASSERT_THAT(list->restrictions, SizeIs(1));
  EXPECT_EQ(list->restrictions[0].id, id);
  EXPECT_EQ(list->restrictions[0].kind, Restriction::Kind::mute);
}

}  // namespace
}  // namespace rensa::storage
