#include "engine/notation/text.h"

#include <array>
#include <gtest/gtest.h>
#include <zlib.h>

#include "engine/rules/rng.h"
#include "tests/tools/drawn_field.h"
#include "tests/tools/field_picture.h"
#include "tests/tools/paths.h"

namespace rensa::notation {
namespace {

TEST(Picture, LastLineIsTheFloorAndMissingRowsAreEmpty) {
  const rules::Field field = tests::field_from_picture(R"(
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

TEST(Picture, WithoutRowsIsTheEmptyField) {
  EXPECT_EQ(tests::field_from_picture(""), rules::Field{});
  EXPECT_EQ(tests::field_from_picture(" \n\n "), rules::Field{});
}

TEST(Picture, EveryFieldComesBack) {
  rules::Rng rng(1);
  for (int round = 0; round < 500; ++round) {
    rules::Field field;
    const auto rows = static_cast<int>(rng.below(15));
    for (int y = 1; y <= rows; ++y) {
      for (int x = 1; x <= rules::kColumns; ++x) field.put(x, y, tests::kAllCells[rng.below(tests::kAllCells.size())]);
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

TEST(PictureDeathTest, AnInvalidPictureEndsTheTest) { EXPECT_DEATH((void)tests::field_from_picture("RR"), ""); }

TEST(QueueText, EveryQueueComesBack) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const rules::PairQueue queue = rules::PairQueue::from_seed(seed, 5);
    const rules::Parsed<rules::PairQueue> parsed = parse_queue_letters(letters_of(queue));
    ASSERT_TRUE(parsed) << parsed.error().message;
    EXPECT_EQ(*parsed, queue);
  }
}

TEST(QueueText, SpacesBetweenPairsDoNotMatter) {
  EXPECT_EQ(*parse_queue_letters("RB YG"), *parse_queue_letters(" RBYG\n"));
  EXPECT_EQ(parse_queue_letters("RB YG")->at(2), (rules::Pair{rules::Cell::red, rules::Cell::blue}));
}

TEST(QueueText, ErrorsNameCharacterAndPosition) {
  EXPECT_EQ(parse_queue_letters("RB Yx").error(),
            (rules::ParseError{"'x' at position 5 is not a colour: R, B, Y, G and P are", 5}));
  EXPECT_EQ(parse_queue_letters("RB Y G").error(),
            (rules::ParseError{"a space at position 5 stands within a pair", 5}));
  EXPECT_EQ(parse_queue_letters("RB Y").error(), (rules::ParseError{"'Y' at position 4 has no child", 4}));
  EXPECT_EQ(parse_queue_letters(" ").error().message, "a queue needs at least one pair");
  EXPECT_EQ(parse_queue_letters(std::string(258, 'R')).error(),
            (rules::ParseError{"'R' at position 257 begins a 129th pair", 257}));
}

TEST(FieldDigits, TopRowComesFirst) {
  const rules::Parsed<rules::Field> field = parse_field_digits(std::string(60, '0') + "100000" + "045670");
  ASSERT_TRUE(field) << field.error().message;
  EXPECT_EQ(*field, tests::field_from_picture("O.....\n.RBYG."));
}

TEST(FieldDigits, LengthTellsTheRows) {
  for (const int rows : {12, 13, 14}) {
    std::string text(static_cast<std::size_t>(rows * 6), '0');
    text.front() = '7';
    const rules::Parsed<rules::Field> field = parse_field_digits(text);
    ASSERT_TRUE(field);
    EXPECT_EQ(field->at(1, rows), rules::Cell::green);
    EXPECT_EQ(*digits_of(*field, rows), text);
  }
}

TEST(FieldDigits, EveryFieldComesBack) {
  constexpr std::array<rules::Cell, 6> kCells = {rules::Cell::empty,  rules::Cell::red,   rules::Cell::blue,
                                                 rules::Cell::yellow, rules::Cell::green, rules::Cell::garbage};
  rules::Rng rng(2);
  for (int round = 0; round < 300; ++round) {
    const int rows = 12 + static_cast<int>(rng.below(3));
    rules::Field field;
    for (int y = 1; y <= rows; ++y) {
      for (int x = 1; x <= rules::kColumns; ++x) field.put(x, y, kCells[rng.below(6)]);
    }
    const rules::Parsed<std::string> text = digits_of(field, rows);
    ASSERT_TRUE(text);
    EXPECT_EQ(*parse_field_digits(*text), field);
  }
}

TEST(FieldDigits, ErrorsNameCharacterAndPosition) {
  std::string text(72, '0');
  text[41] = '2';
  EXPECT_EQ(parse_field_digits(text).error(),
            (rules::ParseError{"'2' at position 42 is not a cell: 0, 1, 4, 5, 6 and 7 are", 42}));
  EXPECT_EQ(parse_field_digits("000").error(), (rules::ParseError{"a field has 72, 78 or 84 digits, not 3", 0}));
  EXPECT_EQ(parse_field_digits(std::string_view("0\0", 2)).error().position, 2U);
}

TEST(FieldDigits, RefuseCellsWithoutADigit) {
  rules::Field field;
  field.put(2, 3, rules::Cell::purple);
  EXPECT_EQ(digits_of(field, 12).error().message, "column 2, row 3: there is no digit for purple");
  field.put(2, 3, rules::Cell::empty);
  field.put(4, 13, rules::Cell::red);
  EXPECT_EQ(digits_of(field, 12).error().message, "column 4, row 13 is filled, but only 12 rows are written");
  EXPECT_TRUE(digits_of(field, 13));
}

TEST(QueueDigits, ErrorsNameCharacterAndPosition) {
  EXPECT_EQ(parse_queue_digits("4510").error(),
            (rules::ParseError{"'1' at position 3 is not a colour: 4, 5, 6 and 7 are", 3}));
  EXPECT_EQ(parse_queue_digits("456").error(),
            (rules::ParseError{"the text ends at position 3 in the middle of a pair", 3}));
  EXPECT_EQ(parse_queue_digits("").error().message, "a queue needs at least one pair");
  EXPECT_EQ(parse_queue_digits(std::string(258, '4')).error(),
            (rules::ParseError{"'4' at position 257 begins a 129th pair", 257}));
  EXPECT_EQ(digits_of(rules::PairQueue::from_seed(1, 5)).ok(), false);
}

// The sequences of the reference for 200 seeds.
TEST(QueueDigits, TakeTheSequencesOfTheReference) {
  gzFile file = gzopen(tests::data_path("seq_libstdcxx.jsonl.gz").c_str(), "rb");
  ASSERT_NE(file, nullptr);
  std::array<char, 1024> line{};
  int count = 0;
  while (gzgets(file, line.data(), line.size()) != nullptr) {
    const std::string_view text(line.data());
    const std::size_t begin = text.find("\"seq\":\"") + 7;
    const std::string_view digits = text.substr(begin, text.find('"', begin) - begin);
    ASSERT_EQ(digits.size(), 256U);
    const rules::Parsed<rules::PairQueue> queue = parse_queue_digits(digits);
    ASSERT_TRUE(queue) << queue.error().message;
    EXPECT_EQ(*digits_of(*queue), digits);
    ++count;
  }
  gzclose(file);
  EXPECT_EQ(count, 200);
}

}  // namespace
}  // namespace rensa::notation
