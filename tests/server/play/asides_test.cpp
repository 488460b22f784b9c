#include "server/play/asides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::play {
namespace {

using duel::Seat;
using testing::IsEmpty;

TEST(Asides, ARemarkIsACommentOnceItsDecisionIsPlayed) {
  Asides asides;
  asides.remark(Seat::one, 7, "fires");
  EXPECT_THAT(asides.comment(Seat::one), IsEmpty());
  EXPECT_FALSE(asides.played(Seat::one, 6));
  EXPECT_FALSE(asides.played(Seat::two, 7)) << "the other seat numbers its own";
  EXPECT_TRUE(asides.played(Seat::one, 7));
  EXPECT_EQ(asides.comment(Seat::one), "fires");
  EXPECT_THAT(asides.comment(Seat::two), IsEmpty());
}

TEST(Asides, TheSameAgainIsNoOtherComment) {
  Asides asides;
  asides.remark(Seat::one, 1, "builds");
  EXPECT_TRUE(asides.played(Seat::one, 1));
  EXPECT_FALSE(asides.played(Seat::one, 1)) << "it has been said";
  asides.remark(Seat::one, 2, "builds");
  EXPECT_FALSE(asides.played(Seat::one, 2));
  asides.remark(Seat::one, 3, "fires");
  EXPECT_TRUE(asides.played(Seat::one, 3));
}

TEST(Asides, WhoSaysNothingTakesNothingBack) {
  Asides asides;
  asides.remark(Seat::one, 1, "builds");
  asides.remark(Seat::one, 1, "");
  EXPECT_TRUE(asides.played(Seat::one, 1));
  EXPECT_FALSE(asides.played(Seat::one, 2));
  EXPECT_EQ(asides.comment(Seat::one), "builds");
}

TEST(Asides, OnlyTheNewestDecisionHasARemark) {
  Asides asides;
  asides.remark(Seat::one, 1, "left");
  asides.remark(Seat::one, 2, "right");
  EXPECT_FALSE(asides.played(Seat::one, 1));
  EXPECT_TRUE(asides.played(Seat::one, 2));
  EXPECT_EQ(asides.comment(Seat::one), "right");
}

TEST(Asides, AGameBeginsWithoutAny) {
  Asides asides;
  asides.remark(Seat::one, 1, "fires");
  asides.played(Seat::one, 1);
  asides.remark(Seat::two, 1, "of the last game");
  asides.begin_game();
  EXPECT_THAT(asides.comment(Seat::one), IsEmpty());
  EXPECT_FALSE(asides.played(Seat::two, 1));
}

TEST(Asides, ALineIsForWhoTellsItsOwn) {
  Asides asides;
  EXPECT_EQ(asides.line(Seat::one, 20), std::nullopt);
  EXPECT_EQ(asides.line(Seat::two, 30), (Asides::Line{.round_trip = 30, .late = 0}));
  EXPECT_EQ(asides.line(Seat::one, 20), (Asides::Line{.round_trip = 20, .late = 0}));
}

TEST(Asides, LateKeysAreCountedThroughAllGames) {
  Asides asides;
  asides.line(Seat::two, 30);
  asides.count_late_key(Seat::one);
  asides.begin_game();
  asides.count_late_key(Seat::one);
  EXPECT_EQ(asides.line(Seat::one, 20), (Asides::Line{.round_trip = 20, .late = 2}));
  EXPECT_EQ(asides.line(Seat::two, 2'000'000'000), (Asides::Line{.round_trip = 60'000, .late = 0}));
}

}  // namespace
}  // namespace rensa::play
