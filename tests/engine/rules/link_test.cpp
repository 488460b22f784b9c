#include "engine/rules/link.h"

#include <gtest/gtest.h>

#include "tests/tools/field_picture.h"

namespace rensa::rules {
namespace {

using tests::field_from_picture;

TEST(Link, IsNothingWithoutAGroup) {
  Field field = field_from_picture("RRR.RB");
  const Field before = field;
  EXPECT_EQ(erase_groups(field).erased, 0);
  EXPECT_EQ(field, before);
}

TEST(Link, CountsCellsGroupsColoursAndGarbage) {
  Field field = field_from_picture(R"(
    O.....
    RRRRRO
    BBBBGG)");
  const Link link = erase_groups(field);
  EXPECT_EQ(link.erased, 9);
  EXPECT_EQ(link.garbage, 2);
  EXPECT_EQ(link.colours, 2);
  EXPECT_EQ(link.bonus, 2 + 3);
  EXPECT_EQ(field, field_from_picture("....GG"));
}

TEST(Link, LetsEverythingAboveAGapFallByOneRowAtATime) {
  Field field;
  field.put(1, 5, Cell::red);
  field.put(1, 6, Cell::blue);
  field.put(2, 1, Cell::green);
  EXPECT_TRUE(fall_one_row(field));
  EXPECT_EQ(field.at(1, 4), Cell::red);
  EXPECT_EQ(field.at(1, 5), Cell::blue);
  EXPECT_EQ(field.at(2, 1), Cell::green);
  EXPECT_EQ(settle(field), 3);
  EXPECT_EQ(field, field_from_picture(R"(
    B.....
    RG....)"));
  EXPECT_FALSE(fall_one_row(field));
}

TEST(Link, NeverLetsTheTrapRowFall) {
  Field field;
  field.put(4, kTrapRow, Cell::red);
  EXPECT_EQ(settle(field), 0);
  EXPECT_EQ(field.at(4, kTrapRow), Cell::red);
}

TEST(Link, ScoresByItsNumber) {
  const Link link{.erased = 4, .garbage = 0, .colours = 1, .bonus = 0};
  EXPECT_EQ(link_score(link, 1), 40);
  EXPECT_EQ(link_score(link, 2), 320);
  EXPECT_EQ(link_score(link, 19), 20480);
  EXPECT_EQ(link_score({.erased = 70, .garbage = 0, .colours = 5, .bonus = 600}, 19), 10 * 70 * 999);
}

}  // namespace
}  // namespace rensa::rules
