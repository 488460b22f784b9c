#include "engine/players/room.h"

#include <gtest/gtest.h>

#include "engine/rules/picture.h"
#include "tests/tools/drawn_field.h"

namespace rensa::players {
namespace {

using rules::Choke;

duel::SideView side_of(const rules::Field& field) {
  duel::SideView side;
  side.field = field;
  side.hand = 1;
  return side;
}

TEST(Room, IsWhatIsEmptyInTheVisibleRows) {
  EXPECT_EQ(room_of({}), 72);
  EXPECT_EQ(room_of(tests::field_of_heights({13, 12, 1, 0, 0, 2})), 72 - 12 - 12 - 1 - 2);
}

TEST(Burying, TakesARowForEachFreeOneAboveTheSpawnColumn) {
  EXPECT_EQ(burying(side_of({}), Choke::spawn_cell), 12 * 6);
  EXPECT_EQ(burying(side_of(tests::field_of_heights({0, 12, 7, 12, 0, 0})), Choke::spawn_cell), 5 * 6);
  EXPECT_EQ(burying(side_of(tests::field_of_heights({0, 0, 11, 0, 0, 0})), Choke::spawn_cell), 6);
}

// On the way down from a chain the spawn cell may be filled: whatever comes is too much, but nothing is not.
TEST(Burying, TakesARowWhereTheSpawnCellIsFilled) {
  EXPECT_EQ(burying(side_of(tests::field_of_heights({0, 0, 13, 0, 0, 0})), Choke::spawn_cell), 6);
}

TEST(Burying, TakesAllThatFitsWhereOnlyTheLackOfAMoveLoses) {
  EXPECT_EQ(burying(side_of({}), Choke::no_move), 13 * 6);
  EXPECT_EQ(burying(side_of(tests::field_of_heights({0, 0, 13, 1, 0, 0})), Choke::no_move), 13 * 6 - 14);
}

TEST(Burying, IsAskedOfWhatTheRunningChainLeaves) {
  duel::SideView side =
      side_of(rules::field_of_picture("..R...\n"
                                      "..R...\n"
                                      "..R...\n"
                                      "..R...\n"
                                      "OOBOOO\n"
                                      "OOYOOO"));
  EXPECT_EQ(burying(side, Choke::spawn_cell), 10 * 6);
  side.phase = duel::Phase::vanishing;
  EXPECT_EQ(burying(side, Choke::spawn_cell), 10 * 6);
}

TEST(Burying, WhoHasHadNoPairIsNotThere) {
  duel::SideView side = side_of(tests::field_of_heights({0, 0, 11, 0, 0, 0}));
  side.hand = 0;
  for (const Choke choke : {Choke::spawn_cell, Choke::no_move}) EXPECT_EQ(burying(side, choke), kBuriesNobody);
}

}  // namespace
}  // namespace rensa::players
