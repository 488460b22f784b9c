#include "server/lobby/presence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::lobby {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

constexpr base::PlayerId kAnn{.number = 1};
constexpr base::PlayerId kBob{.number = 2};
constexpr base::PlayerId kAccount{.kind = base::PlayerId::Kind::account, .client_index = 0, .number = 3};

TEST(Presence, KnowsAPlayerFromItsEntryToItsLeave) {
  Presence presence;
  presence.enter(kAnn, "ann", Access::full);
  presence.enter(kAccount, "bot", Access::arranged_matches_only);
  EXPECT_EQ(presence.count(), 2U);
  EXPECT_TRUE(presence.contains(kAnn));
  EXPECT_EQ(presence.name_of(kAnn), "ann");
  EXPECT_TRUE(presence.player(kAnn).payer.is_guest);
  EXPECT_FALSE(presence.player(kAccount).payer.is_guest);
  EXPECT_LT(presence.player(kAnn).entered, presence.player(kAccount).entered);
  presence.leave(kAnn);
  EXPECT_EQ(presence.count(), 1U);
  EXPECT_FALSE(presence.contains(kAnn));
  EXPECT_TRUE(presence.is_name_free("ann"));
}

TEST(Presence, ANameIsFreeOnlyIfNoneLooksLikeIt) {
  Presence presence;
  presence.enter(kAnn, "ann", Access::full);
  EXPECT_FALSE(presence.is_name_free("ann"));
  EXPECT_FALSE(presence.is_name_free("ANN")) << "it looks like the other name";
  EXPECT_TRUE(presence.is_name_free("anna"));
  EXPECT_THAT(presence.players_with_name_like("Ann"), ElementsAre(kAnn));
}

TEST(Presence, PlayersWithOneNameAreToldApart) {
  Presence presence;
  presence.enter(kAnn, "bot", Access::full);
  presence.enter(kBob, "bot", Access::full);
  EXPECT_THAT(presence.players_with_name_like("bot"), UnorderedElementsAre(kAnn, kBob));
  presence.rename(kAnn, "ann");
  EXPECT_THAT(presence.players_with_name_like("bot"), ElementsAre(kBob));
  EXPECT_THAT(presence.players_with_name_like("ann"), ElementsAre(kAnn));
  presence.leave(kBob);
  EXPECT_THAT(presence.players_with_name_like("bot"), IsEmpty());
}

TEST(Presence, ANameIsOpenIfOneOfItsPlayersAcceptsChallenges) {
  Presence presence;
  presence.enter(kAnn, "bot", Access::full);
  presence.enter(kBob, "bot", Access::full);
  EXPECT_FALSE(presence.is_open("bot"));
  presence.set_offer(kBob, {.matches = 3, .subscription = match::Subscription::frames});
  EXPECT_TRUE(presence.is_open("bot"));
  EXPECT_FALSE(presence.is_open("BOT")) << "it is not the same name";
  EXPECT_EQ(presence.player(kBob).offer->matches, 3);
  presence.leave(kBob);
  EXPECT_FALSE(presence.is_open("bot"));
}

TEST(Presence, APlayerForArrangedMatchesMakesNoOffer) {
  Presence presence;
  presence.enter(kAnn, "program", Access::arranged_matches_only);
  const std::uint64_t version = presence.version();
  presence.set_offer(kAnn, {.matches = 3});
  EXPECT_FALSE(presence.player(kAnn).offer);
  EXPECT_EQ(presence.version(), version);
}

TEST(Presence, TheEarlierPlayerOfAGuestHasAllThatTheGuestHad) {
  Presence presence;
  presence.enter(kBob, "bob", Access::full);
  presence.set_payer(kBob, {.name = "address 1"});
  presence.set_offer(kBob, {.matches = 2});
  presence.replace(kBob, kAnn);
  EXPECT_FALSE(presence.contains(kBob));
  EXPECT_EQ(presence.name_of(kAnn), "bob");
  EXPECT_EQ(presence.player(kAnn).payer.name, "address 1");
  EXPECT_TRUE(presence.player(kAnn).offer);
  EXPECT_THAT(presence.players_with_name_like("bob"), ElementsAre(kAnn));
  presence.leave(kAnn);
  EXPECT_TRUE(presence.is_name_free("bob"));
}

TEST(Presence, TheVersionChangesWithEveryNameAndOffer) {
  Presence presence;
  std::uint64_t version = presence.version();
  const auto has_changed = [&] { return std::exchange(version, presence.version()) != presence.version(); };
  presence.enter(kAnn, "ann", Access::full);
  EXPECT_TRUE(has_changed());
  presence.rename(kAnn, "anna");
  EXPECT_TRUE(has_changed());
  presence.set_offer(kAnn, {});
  EXPECT_TRUE(has_changed());
  presence.set_payer(kAnn, {.name = "address 1"});
  EXPECT_FALSE(has_changed()) << "others do not see the payer";
  presence.replace(kAnn, kBob);
  EXPECT_TRUE(has_changed());
  presence.leave(kBob);
  EXPECT_TRUE(has_changed());
}

}  // namespace
}  // namespace rensa::lobby
