#include "engine/notation/text.h"

#include <array>
#include <gtest/gtest.h>
#include <zlib.h>

#include "engine/rules/rng.h"

namespace rensa::notation {
namespace {

TEST(FieldDigits, TopRowComesFirst) {
  const rules::Parsed<rules::Field> field = parse_field_digits(std::string(60, '0') + "100000" + "045670");
  ASSERT_TRUE(field) << field.error().message;
  EXPECT_EQ(*field, field_from_picture("O.....\n.RBYG."));
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

TEST(FieldDigits, RefuseWhatTheyCannotSay) {
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
  gzFile file = gzopen(RENSA_TEST_DATA "/seq_libstdcxx.jsonl.gz", "rb");
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
