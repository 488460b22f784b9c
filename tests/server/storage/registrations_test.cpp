#include "server/storage/registrations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/storage/registration_rules.h"
#include "server/storage/token.h"
#include "tests/server/storage/any_store.h"
#include "tests/server/storage/waiting_store.h"

namespace rensa::storage {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

NewRegistration registration(const std::string& name, bool has_to_wait = false) {
  return {.name = name,
          .payer = "guests at 192.0.2.1",
          .made = "2026-01-02T12:00:00Z",
          .day_before = "2026-01-01T12:00:00Z",
          .day_after = "2026-01-03T12:00:00Z",
          .has_to_wait = has_to_wait,
          .most_of_payer = 3,
          .most = 100};
}

class RegistrationsTest : public test::AnyStoreTest {
 protected:
  // The sentence of the refusal; empty: it is made.
  std::string refusal_of(const NewRegistration& wanted) const {
    const auto made = test::wait_for<Registered>([&](auto done) { store_->register_account(wanted, done); });
    if (made) return "";
    EXPECT_EQ(made.error().kind, StoreError::Kind::refused);
    return made.error().message;
  }
};

INSTANTIATE_TEST_SUITE_P(AllStores, RegistrationsTest, testing::ValuesIn(test::kStores),
                         [](const auto& one) { return one.param.name; });

TEST_P(RegistrationsTest, ARegistrationMakesAnAccountOfAWorker) {
  const test::WaitingStore store(*store_);
  const Registered made = store.register_account(registration("ann"));
  const auto token = store.find_token(made.token);
  ASSERT_TRUE(token);
  EXPECT_EQ(token->id, made.account);
  EXPECT_EQ(token->name, "ann");
  EXPECT_EQ(token->grant(), RoleGrant{});
  EXPECT_THAT(store.waiting_registrations(), IsEmpty());
}

TEST_P(RegistrationsTest, ATokenThatHasBeenRevokedIsNotRegisteredAgain) {
  const test::WaitingStore store(*store_);
  NewRegistration drawn = registration("ann");
  drawn.hash = hash_of_token(random_token(Role::worker));
  ASSERT_TRUE(drawn.hash);
  const Registered made = store.register_account(drawn);
  EXPECT_EQ(made.token, "");
  EXPECT_EQ(store.register_account(drawn).account, made.account) << "it was asked for again";
  store.revoke_token(made.account);
  for (const bool has_to_wait : {false, true}) {
    drawn.has_to_wait = has_to_wait;
    EXPECT_THAT(refusal_of(drawn), HasSubstr("has been revoked"));
  }
}

TEST_P(RegistrationsTest, ATokenIsValidFromTheApprovalOn) {
  const test::WaitingStore store(*store_);
  const Registered made = store.register_account(registration("ann", true));
  EXPECT_EQ(made.account, 0);
  EXPECT_FALSE(store.find_token(made.token));
  const auto waiting = store.waiting_registrations();
  ASSERT_THAT(waiting, SizeIs(1));
  EXPECT_EQ(waiting[0].id, made.registration);
  EXPECT_EQ(waiting[0].name, "ann");
  EXPECT_FALSE(store.approve_registration(made.registration + 1));
  const auto account = store.approve_registration(made.registration);
  ASSERT_TRUE(account);
  ASSERT_TRUE(store.find_token(made.token));
  EXPECT_EQ(store.find_token(made.token)->id, *account);
  EXPECT_FALSE(store.approve_registration(made.registration)) << "once";
  EXPECT_FALSE(store.dismiss_registration(made.registration));
  EXPECT_THAT(store.waiting_registrations(), IsEmpty());
}

TEST_P(RegistrationsTest, ADismissedOneMakesNoAccount) {
  const test::WaitingStore store(*store_);
  const Registered made = store.register_account(registration("ann", true));
  EXPECT_TRUE(store.dismiss_registration(made.registration));
  EXPECT_FALSE(store.approve_registration(made.registration));
  EXPECT_FALSE(store.find_token(made.token));
  EXPECT_EQ(refusal_of(registration("ann")), "") << "its name is free again";
}

TEST_P(RegistrationsTest, NobodyGetsANameLikeThatOfAnother) {
  const test::WaitingStore store(*store_);
  store.create_token("deep", Role::worker);
  store.create_token("boss", Role::administrator);
  store.register_account(registration("ann", true));
  store.add_restriction({.kind = Restriction::Kind::name,
                         .subject = "insult",
                         .made = "2026-01-01T00:00:00Z",
                         .until = "2099-01-01T00:00:00Z"});
  for (const std::string name : {"deep", "DEEP", "boss", "B0SS", "ann", "ANN", "insult", "1nsult", "", " ", "a\nb"}) {
    EXPECT_NE(refusal_of(registration(name)), "") << name;
  }
  EXPECT_EQ(refusal_of(registration("zoe")), "");
}

TEST_P(RegistrationsTest, ANameThatIsTakenMeanwhileIsNotApproved) {
  const test::WaitingStore store(*store_);
  const Registered made = store.register_account(registration("ann", true));
  store.create_token("ANN", Role::administrator);
  const auto approved = test::wait_for<std::optional<std::int64_t>>(
      [&](auto done) { store_->approve_registration(made.registration, done); });
  ASSERT_FALSE(approved);
  EXPECT_EQ(approved.error().kind, StoreError::Kind::refused);
  EXPECT_THAT(store.waiting_registrations(), SizeIs(1));
}

TEST_P(RegistrationsTest, APayerAndAllPayersHaveALimitADay) {
  const test::WaitingStore store(*store_);
  NewRegistration wanted = registration("a");
  for (const std::string name : {"ann", "bob", "cid"}) store.register_account(registration(name, name == "bob"));
  EXPECT_THAT(refusal_of(registration("dan")), HasSubstr("try again tomorrow"));
  wanted.name = "eve";
  wanted.payer = "guests at 192.0.2.2";
  wanted.most = 3;
  EXPECT_THAT(refusal_of(wanted), HasSubstr("many registrations today"));
  wanted.most = 5;
  EXPECT_EQ(refusal_of(wanted), "");
  wanted = registration("dan");
  wanted.made = "2026-01-03T12:00:01Z";
  wanted.day_before = "2026-01-02T12:00:01Z";
  wanted.day_after = "2026-01-04T12:00:01Z";
  EXPECT_EQ(refusal_of(wanted), "") << "a day later";
  EXPECT_THAT(store.waiting_registrations(), SizeIs(1)) << "those that wait are kept";
}

// A clock that was ahead must not close the registration until it is right again.
TEST_P(RegistrationsTest, RegistrationsThatSeemToBeInTheFutureDoNotCount) {
  const test::WaitingStore store(*store_);
  NewRegistration ahead = registration("ann");
  ahead.made = "2036-01-02T12:00:00Z";
  ahead.day_before = "2036-01-01T12:00:00Z";
  ahead.day_after = "2036-01-03T12:00:00Z";
  ahead.most_of_payer = ahead.most = 1;
  EXPECT_EQ(refusal_of(ahead), "");
  NewRegistration now = registration("bob");
  now.most_of_payer = now.most = 1;
  EXPECT_EQ(refusal_of(now), "");
  now.name = "cid";
  EXPECT_NE(refusal_of(now), "") << "bob counts";
}

TEST_P(RegistrationsTest, AClockThatGoesBackALittleLiftsNoLimit) {
  const test::WaitingStore store(*store_);
  NewRegistration wanted = registration("ann");
  wanted.most_of_payer = 1;
  ASSERT_EQ(refusal_of(wanted), "");
  wanted.name = "bob";
  wanted.made = "2026-01-02T11:59:58Z";
  wanted.day_before = "2026-01-01T11:59:58Z";
  wanted.day_after = "2026-01-03T11:59:58Z";
  EXPECT_THAT(refusal_of(wanted), HasSubstr("from this address"));
  wanted.most_of_payer = 2;
  wanted.most = 1;
  EXPECT_THAT(refusal_of(wanted), HasSubstr("many registrations today"));
}

// Returns a name that looks like none with another number.
std::string name_of(int number) {
  std::string name = "name-";
  for (int digit = 0; digit < 5; ++digit, number /= 8) name += "abcdefgh"[number % 8];
  return name;
}

// Returns the registration `days` later.
NewRegistration later(NewRegistration registration, int days) {
  const auto date = [](int day) { return std::string(day < 10 ? "2026-01-0" : "2026-01-") + std::to_string(day); };
  registration.made = date(2 + days) + "T12:00:00Z";
  registration.day_before = date(1 + days) + "T12:00:01Z";
  registration.day_after = date(3 + days) + "T12:00:00Z";
  return registration;
}

TEST_P(RegistrationsTest, ANeighbourhoodHasALimitADay) {
  NewRegistration wanted = registration("", true);
  for (int i = 0; i < kMaxRegistrationsOfNeighbourhood; ++i) {
    wanted.name = name_of(i);
    wanted.payer = "guests at 2001:db8:1:" + std::to_string(i) + "::";
    ASSERT_EQ(refusal_of(wanted), "") << wanted.name;
  }
  wanted = registration("zoe");
  wanted.payer = "guests at 2001:db8:1:99::";
  EXPECT_THAT(refusal_of(wanted), HasSubstr("addresses near this one"));
  EXPECT_EQ(refusal_of(later(wanted, 1)), "") << "although the others still wait";
  const auto dismissed = test::wait_for<std::int64_t>(
      [&](auto done) { store_->dismiss_registration({.registration = 1, .of_all = true}, done); });
  ASSERT_TRUE(dismissed);
  EXPECT_EQ(*dismissed, kMaxRegistrationsOfNeighbourhood);
}

TEST_P(RegistrationsTest, AnAddressThatRegistersEachDayDoesNotCloseItsNeighbourhood) {
  int made = 0;
  for (int day = 0; day < 10; ++day) {
    for (int i = 0; i < 4; ++i) {
      NewRegistration wanted = later(registration(name_of(day * 4 + i), true), day);
      wanted.payer = "guests at 192.0.2.66";
      if (refusal_of(wanted).empty()) ++made;
    }
  }
  EXPECT_EQ(made, 3) << "as many wait as it makes in a day";
  EXPECT_EQ(refusal_of(later(registration("zoe", true), 10)), "") << "a neighbour";
}

TEST_P(RegistrationsTest, AnAddressIsToldWhenItsRegistrationsStopWaiting) {
  for (const std::string name : {"ann", "bob", "cid"}) ASSERT_EQ(refusal_of(registration(name, true)), "");
  EXPECT_THAT(refusal_of(later(registration("dan", true), 1)),
              AllOf(HasSubstr("3 registrations wait"), HasSubstr("approved or dismissed"), HasSubstr("14 days")));
}

TEST_P(RegistrationsTest, ManyNeighbourhoodsLeavePlacesForThoseWithoutARegistration) {
  for (const bool has_to_wait : {false, true}) {
    int made = 0;
    NewRegistration wanted = registration("", has_to_wait);
    wanted.most = 120;
    for (int i = 0; i < 200; ++i) {
      wanted.name = name_of(i + (has_to_wait ? 1'000 : 0));
      // Eight neighbourhoods of different regions.
      wanted.payer = "guests at 10." + std::to_string(i % 8) + ".7." + std::to_string(i / 8);
      if (has_to_wait) wanted = later(wanted, 5);
      if (refusal_of(wanted).empty()) ++made;
    }
    EXPECT_EQ(made, 90);
    wanted.name = has_to_wait ? "zoe" : "ann";
    wanted.payer = "guests at 10.9.7.1";
    EXPECT_EQ(refusal_of(wanted), "") << "a neighbourhood that has none today";
  }
}

TEST_P(RegistrationsTest, NeighbourhoodsOfOneRegionHaveAQuarterOfAllPlaces) {
  NewRegistration wanted = registration("");
  wanted.most = 160;
  int made = 0;
  for (int i = 0; i < 60; ++i) {
    wanted.name = name_of(i);
    wanted.payer = "guests at 2001:db8:" + std::to_string(i) + ":1::";
    if (refusal_of(wanted).empty()) ++made;
  }
  EXPECT_EQ(made, 40);
  wanted.name = "zoe";
  wanted.payer = "guests at 2001:db9:1:1::";
  EXPECT_EQ(refusal_of(wanted), "");
}

TEST(RegistrationRules, ANeighbourhoodThatRegistersForDaysDoesNotCloseItsRegion) {
  std::vector<TakenRegistration> taken;
  const auto register_at = [&taken](const std::string& network, int day) {
    NewRegistration wanted = later(registration("zoe", true), day);
    wanted.payer = "guests at " + network;
    wanted.most = 1'000;
    check_limits(wanted, count_for(wanted, taken), 0);
    taken.push_back({.payer = wanted.payer, .made = wanted.made, .waits = true});
  };
  for (int day = 0; day < 14; ++day) {
    for (int i = 0; i < kMaxRegistrationsOfNeighbourhood; ++i) {
      const std::string network = "2001:470:1:" + std::to_string(day * 100 + i) + "::";
      try {
        register_at(network, day);
      } catch (const StoreException&) {
        EXPECT_EQ(taken.size(), kMaxRegistrationsOfNeighbourhood);
      }
    }
  }
  EXPECT_NO_THROW(register_at("2001:470:2:1::", 13)) << "another neighbourhood of the region";
}

// Each of these neighbourhoods of one region has as many registrations as it can have.
std::vector<TakenRegistration> registrations_of_full_neighbourhoods(int neighbourhoods, bool waits) {
  std::vector<TakenRegistration> taken;
  for (int i = 0; i < neighbourhoods; ++i) {
    for (int j = 0; j < kMaxRegistrationsOfNeighbourhood; ++j) {
      const std::string network = "2001:470:" + std::to_string(i) + ":" + std::to_string(j) + "::";
      taken.push_back({.payer = "guests at " + network, .made = "2026-01-02T00:00:00Z", .waits = waits});
    }
  }
  return taken;
}

TEST(RegistrationRules, TheLastPlacesOfARegionAreForNeighbourhoodsThatHaveNone) {
  for (const bool has_to_wait : {false, true}) {
    std::vector<TakenRegistration> taken = registrations_of_full_neighbourhoods(9, has_to_wait);
    taken.resize(249);
    if (has_to_wait) {
      for (TakenRegistration& one : taken) one.made = "2025-12-25T00:00:00Z";
    }
    NewRegistration wanted = registration("zoe", has_to_wait);
    wanted.most = 1'000;
    const auto check = [&](const std::string& network) {
      wanted.payer = "guests at " + network;
      check_limits(wanted, count_for(wanted, taken), 0);
    };
    EXPECT_THROW(check("2001:470:8:99::"), StoreException) << "it has nine";
    EXPECT_NO_THROW(check("2001:470:9:1::"));
    taken.resize(187);
    EXPECT_NO_THROW(check("2001:470:6:99::")) << "it has seven";
  }
}

TEST(RegistrationRules, TheLastPlacesToWaitAreForNeighbourhoodsOfWhichNoneWait) {
  const std::vector<TakenRegistration> taken = [] {
    std::vector<TakenRegistration> all;
    for (int i = 0; i < kMaxWaitingRegistrations * 3 / 4; ++i) {
      const std::string network = "10." + std::to_string(i % 200) + ".7." + std::to_string(i / 200);
      all.push_back({.payer = "guests at " + network, .made = "2026-01-01T00:00:00Z", .waits = true});
    }
    return all;
  }();
  NewRegistration wanted = registration("zoe", true);
  const auto check = [&] { check_limits(wanted, count_for(wanted, taken), 0); };
  wanted.payer = "guests at 10.7.7.99";
  EXPECT_THROW(check(), StoreException);
  wanted.payer = "guests at 10.7.8.99";
  EXPECT_NO_THROW(check());
}

}  // namespace
}  // namespace rensa::storage
