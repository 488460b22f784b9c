#include "engine/notation/text.h"

#include <gtest/gtest.h>

#include "engine/rules/rng.h"

namespace rensa::notation {
namespace {

TEST(Picture, LastLineIsTheFloorAndMissingRowsAreEmpty) {
  const rules::Field field = field_from_picture(R"(
    O.....
    RBYGP.
  )");
  EXPECT_EQ(field.at(1, 2), rules::Cell::garbage);
  EXPECT_EQ(field.at(1, 1), rules::Cell::red);
  EXPECT_EQ(field.at(2, 1), rules::Cell::blue);
  EXPECT_EQ(field.at(3, 1), rules::Cell::yellow);
  EXPECT_EQ(field.at(4, 1), rules::Cell::green);
  EXPECT_EQ(field.at(5, 1), rules::Cell::purple);
  EXPECT_EQ(field.occupied().count(), 6);
}

TEST(Picture, EndsAtTheHighestRowThatHasACell) {
  rules::Field field;
  EXPECT_EQ(picture_of(field), "......\n");
  field.put(6, 2, rules::Cell::purple);
  EXPECT_EQ(picture_of(field), ".....P\n......\n");
  field.put(1, 14, rules::Cell::garbage);
  EXPECT_EQ(picture_of(field).size(), 14U * 7U);
  EXPECT_EQ(picture_of(field).substr(0, 7), "O.....\n");
}

TEST(Picture, OfNothingIsTheEmptyField) {
  EXPECT_EQ(field_from_picture(""), rules::Field{});
  EXPECT_EQ(field_from_picture(" \n\n "), rules::Field{});
}

TEST(Picture, EveryFieldComesBack) {
  rules::Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    rules::Field field;
    const auto rows = static_cast<int>(rng.below(15));
    for (int y = 1; y <= rows; ++y) {
      for (int x = 1; x <= rules::kColumns; ++x) field.put(x, y, rules::kAllCells[rng.below(rules::kAllCells.size())]);
    }
    const rules::Parsed<rules::Field> parsed = parse_picture(picture_of(field));
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(*parsed, field);
  }
}

TEST(Picture, ErrorsNameLineAndCharacter) {
  const auto error = [](std::string_view text) {
    const rules::Parsed<rules::Field> parsed = parse_picture(text);
    EXPECT_FALSE(parsed) << text;
    return parsed ? rules::ParseError{} : parsed.error();
  };
  EXPECT_EQ(error("RRR...\n..x..."), (rules::ParseError{"line 2, character 3: 'x' is not a cell", 10}));
  EXPECT_EQ(error("\n  RRR.."), (rules::ParseError{"line 2, character 6: the row ends before the sixth column", 9}));
  EXPECT_EQ(error("RRR...R"), (rules::ParseError{"line 1, character 7: 'R' stands beyond the sixth column", 7}));
  EXPECT_EQ(error("......\n\n......"),
            (rules::ParseError{"line 2, character 1: the row ends before the sixth column", 8}));
  EXPECT_EQ(error("R\x07"), (rules::ParseError{"line 1, character 2: byte 0x07 is not a cell", 2}));
  std::string tall;
  for (int i = 0; i < 15; ++i) tall += "......\n";
  EXPECT_EQ(error(tall), (rules::ParseError{"line 15: a field has 14 rows at most", 99}));
}

TEST(PictureDeathTest, IllFormedPictureInTheProgramEndsIt) { EXPECT_DEATH((void)field_from_picture("RR"), ""); }

}  // namespace
}  // namespace rensa::notation
