#include "server/storage/roles.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/storage/accounts.h"
#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Roles, AnOrganiserManagesTheTournamentsThatAreNamedToIt) {
  const RoleGrant grant{.role = Role::organiser, .tournaments = {"spring-cup", "autumn-*"}};
  for (const char* id : {"spring-cup", "autumn-", "autumn-cup", "autumn-cup-2"})
    EXPECT_TRUE(may_manage(grant, id)) << id;
  for (const char* id : {"", "spring", "spring-cup-2", "spring-cupboard", "autumn", "my-autumn-cup", "*", "autumn"}) {
    EXPECT_FALSE(may_manage(grant, id)) << id;
  }
  EXPECT_TRUE(may_manage({.role = Role::organiser, .tournaments = {"*"}}, "spring-cup"));
}

TEST(Roles, OnlyOrganisersAndAdministratorsManageTournaments) {
  EXPECT_TRUE(may_manage({.role = Role::administrator}, "spring-cup"));
  for (const Role role : {Role::worker, Role::moderator}) {
    EXPECT_FALSE(may_manage({.role = role, .tournaments = {"spring-cup", "*"}}, "spring-cup"));
  }
}

TEST(Roles, AnOrganiserNeedsTournamentsAndNobodyElseHasThem) {
  EXPECT_EQ(why_not_grantable({.role = Role::organiser, .tournaments = {"spring-cup", "a-*", "*"}}), std::nullopt);
  EXPECT_THAT(why_not_grantable({.role = Role::organiser}).value_or(""), HasSubstr("needs the tournaments"));
  for (const Role role : {Role::worker, Role::moderator, Role::administrator}) {
    EXPECT_EQ(why_not_grantable({.role = role}), std::nullopt);
    EXPECT_THAT(why_not_grantable({.role = role, .tournaments = {"cup"}}).value_or(""), HasSubstr("Only an organiser"));
  }
}

TEST(Roles, WrongNamesOfTournamentsAreRefused) {
  for (const char* wrong : {"", "Spring", "spring cup", "a*b", "**", "a/b", "..", "a\nb", "caf\u00e9"}) {
    EXPECT_THAT(why_not_grantable({.role = Role::organiser, .tournaments = {"cup", wrong}}).value_or(""),
                HasSubstr("is no id of a tournament"))
        << wrong;
  }
  EXPECT_NE(why_not_grantable({.role = Role::organiser, .tournaments = {std::string(65, 'a')}}), std::nullopt);
  EXPECT_NE(why_not_grantable({.role = Role::organiser, .tournaments = std::vector<std::string>(51, "cup")}),
            std::nullopt);
}

TEST(Roles, TournamentsAreOneText) {
  EXPECT_EQ(joined_tournaments({"spring-cup", "autumn-*"}), "spring-cup autumn-*");
  EXPECT_THAT(split_tournaments(" spring-cup,, autumn-* "), ElementsAre("spring-cup", "autumn-*"));
  EXPECT_THAT(split_tournaments(""), IsEmpty());
}

TEST(Roles, EveryRoleHasAName) {
  for (const Role role : {Role::worker, Role::organiser, Role::moderator, Role::administrator}) {
    EXPECT_EQ(role_from_name(name_of(role)), role);
  }
  EXPECT_EQ(role_from_name("king"), std::nullopt);
  EXPECT_EQ(role_from_name(""), std::nullopt);
}

class RolesInStore : public test::AnyStoreTest {
 protected:
  std::string refusal_of_role(std::int64_t id, const RoleGrant& grant) {
    const auto set = test::wait_for<bool>([&](auto done) { store_->set_role(id, grant, done); });
    return set ? "" : set.error().message;
  }
};

INSTANTIATE_TEST_SUITE_P(AllStores, RolesInStore, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(RolesInStore, AnAccountIsGivenAnotherRole) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("ann", Role::worker);
  const std::int64_t id = store.find_token(text)->id;
  const auto version = store.tokens_since(0)->version;
  const RoleGrant organiser{.role = Role::organiser, .tournaments = {"spring-cup", "autumn-*"}};
  EXPECT_TRUE(store.set_role(id, organiser));
  EXPECT_EQ(store.find_token(text)->grant(), organiser);
  const auto changed = store.tokens_since(version);
  ASSERT_TRUE(changed) << "the change of a role is a change of the tokens";
  EXPECT_EQ(changed->tokens.at(0).row.grant(), organiser);
  EXPECT_TRUE(store.set_role(id, {.role = Role::moderator}));
  EXPECT_EQ(store.find_token(text)->grant(), RoleGrant{.role = Role::moderator});
  EXPECT_TRUE(store.tokens_since(changed->version));
}

TEST_P(RolesInStore, AnAdministratorCanBecomeAWorker) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("boss", Role::administrator);
  EXPECT_TRUE(store.set_role(store.find_token(text)->id, {.role = Role::worker}));
  EXPECT_EQ(store.find_token(text)->role, Role::worker);
}

TEST_P(RolesInStore, AnUnknownOrRevokedAccountGetsNoRole) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("ann", Role::worker);
  const std::int64_t id = store.find_token(text)->id;
  for (const std::int64_t unknown : {std::int64_t{-1}, std::int64_t{0}, id + 1}) {
    EXPECT_FALSE(store.set_role(unknown, {.role = Role::administrator}));
  }
  store.revoke_token(id);
  EXPECT_FALSE(store.set_role(id, {.role = Role::administrator}));
  EXPECT_EQ(store.tokens().at(0).role, Role::worker);
}

TEST_P(RolesInStore, AWrongGrantChangesNothing) {
  const test::WaitingStore store(*store_);
  const std::string text = store.create_token("ann", Role::worker);
  const std::int64_t id = store.find_token(text)->id;
  EXPECT_THAT(refusal_of_role(id, {.role = Role::organiser}), HasSubstr("needs the tournaments"));
  EXPECT_THAT(refusal_of_role(id, {.role = Role::organiser, .tournaments = {"a b"}}), HasSubstr("no id"));
  EXPECT_EQ(store.find_token(text)->grant(), RoleGrant{});
}

TEST_P(RolesInStore, ATokenIsMadeForAWorkerOrAnAdministratorOnly) {
  const test::WaitingStore store(*store_);
  for (const Role role : {Role::organiser, Role::moderator}) {
    EXPECT_THAT(store.refusal_of_token("ann", role), HasSubstr("afterwards"));
  }
  EXPECT_THAT(store.tokens(), IsEmpty());
}

}  // namespace
}  // namespace rensa::storage
