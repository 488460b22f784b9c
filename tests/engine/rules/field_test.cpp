#include "engine/rules/field.h"

#include <gtest/gtest.h>

namespace rensa::rules {
namespace {

TEST(Field, HoldsThePutCellsAndNoOthers) {
  Field field;
  field.put(3, 13, Cell::blue);
  field.put(3, 14, Cell::garbage);
  EXPECT_EQ(field.at(3, 13), Cell::blue);
  EXPECT_EQ(field.at(3, 14), Cell::garbage);
  EXPECT_EQ(field.at(4, 13), Cell::empty);
  field.put(3, 13, Cell::empty);
  field.put(3, 14, Cell::empty);
  EXPECT_EQ(field, Field{});
}

TEST(Field, TrapRowBlocksButDoesNotCountForAllClear) {
  Field field;
  field.put(1, 14, Cell::red);
  EXPECT_TRUE(field.is_all_clear());
  EXPECT_TRUE(field.occupied().empty());
  EXPECT_EQ(field.heights()[1], 0);
}

TEST(Field, FindsFloatingCells) {
  Field field;
  field.put(2, 1, Cell::red);
  EXPECT_TRUE(field.is_at_rest());
  field.put(2, 3, Cell::red);
  EXPECT_FALSE(field.is_at_rest());
}

}  // namespace
}  // namespace rensa::rules
