#include <gtest/gtest.h>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "tests/engine/notation/random_shared.h"

namespace rensa::notation {
namespace {

struct FieldExample {
  std::string_view code;
  std::string_view picture;
};

// The same letters mean the same field in both formats. More of them are in ips_test.cpp.
constexpr FieldExample kFields[] = {
    {"420Aa9r9hj", ".....Y\n.G..YY\nRGRRBB\nRRGRGB\n"},
    {"pg0ra09i0", "BRG...\nBBRG..\nRRGG..\n"},
    {"804rcxpcpAxbpkrraA9iz", "R....Y\nBBRYYR\nBRRYBR\nYYYRRB\nBRGYBB\nBBRGYY\nRRGGYB\n"},
    {"asF", "RGBYPR\n"},
    {"1c", "...RRY\n"},
    {"81iykz", "R..RGG\nYGGYYB\n"},
    {"", "......\n"},
};

SharedPosition read(std::string_view text) {
  const rules::Parsed<SharedPosition> shared = parse_puyop(text);
  EXPECT_TRUE(shared) << text << ": " << shared.error().message;
  return shared ? *shared : SharedPosition{};
}

std::string write(const SharedPosition& shared) {
  const rules::Parsed<std::string> text = puyop_code(shared);
  EXPECT_TRUE(text) << text.error().message;
  return text ? *text : "";
}

rules::Pair pair_of(rules::Cell axis, rules::Cell child) { return {axis, child}; }
SharedMove placed(rules::Cell axis, rules::Cell child, int x, rules::Rotation r) {
  return PlacedPair{pair_of(axis, child), {static_cast<std::int8_t>(x), r}};
}

TEST(PuyopField, WorkedExamplesReadAndWriteTheSame) {
  for (const FieldExample& example : kFields) {
    const SharedPosition shared = read(example.code);
    EXPECT_EQ(picture_of(*playable_field(shared.field)), example.picture);
    EXPECT_EQ(write(shared), example.code);
  }
}

TEST(PuyopField, FullFieldsWriteTheSame) {
  for (const std::string_view code :
       {"23aj9x9AsaxpyxsyqxhqxpssczApspqs9yqqbji", "BizsHHBizBjGsHjBjGsGGsGIzzytrIjIIjIIjI"}) {
    EXPECT_EQ(write(read(code)), code);
  }
}

TEST(PuyopField, LeadingZerosAreReadButNotWritten) {
  EXPECT_EQ(write(read("0001c")), "1c");
  EXPECT_EQ(write(read(std::string(39, '0'))), "");
  EXPECT_EQ(write(read("=000560789")), "=560789");
}

TEST(PuyopField, LongFormHoldsSpecialCells) {
  const SharedPosition shared = read("=560789");
  const SharedCell row[] = {SharedCell::purple, SharedCell::garbage, SharedCell::empty,
                            SharedCell::hard,   SharedCell::iron,    SharedCell::point};
  for (int x = 1; x <= 6; ++x) EXPECT_EQ(shared.field.at(x, 1), row[x - 1]);
  EXPECT_EQ(write(shared), "=560789");
  EXPECT_EQ(read("=114"), read("1c")) << "without them the short form is as good";
}

TEST(PuyopMoves, WorkedExampleOfEveryRotation) {
  const std::vector<SharedMove> moves = {placed(rules::Cell::red, rules::Cell::blue, 1, rules::Rotation::down),
                                         placed(rules::Cell::yellow, rules::Cell::yellow, 2, rules::Rotation::right),
                                         placed(rules::Cell::green, rules::Cell::yellow, 4, rules::Rotation::down),
                                         placed(rules::Cell::yellow, rules::Cell::blue, 3, rules::Rotation::right)};
  EXPECT_EQ(read("_2cii8Ahq").moves, moves);
  EXPECT_EQ(write(read("_2cii8Ahq")), "_2cii8Ahq");
}

TEST(PuyopMoves, WorkedExampleWithGarbage) {
  const std::vector<SharedMove> moves = {placed(rules::Cell::green, rules::Cell::red, 1, rules::Rotation::up),
                                         placed(rules::Cell::yellow, rules::Cell::blue, 3, rules::Rotation::left),
                                         placed(rules::Cell::red, rules::Cell::purple, 4, rules::Rotation::down),
                                         placed(rules::Cell::blue, rules::Cell::green, 5, rules::Rotation::right),
                                         GarbageDrop{{4, 3, 4, 3, 4, 3}}};
  EXPECT_EQ(read("_58hu4AbGlX").moves, moves);
  EXPECT_EQ(write(read("_58hu4AbGlX")), "_58hu4AbGlX");
}

TEST(PuyopMoves, WorkedExampleWithAField) {
  const SharedPosition shared = read("http://www.puyop.com/s/81iykz_2mic8ohQ");
  EXPECT_EQ(picture_of(*playable_field(shared.field)), "R..RGG\nYGGYYB\n");
  const std::vector<SharedMove> moves = {placed(rules::Cell::red, rules::Cell::blue, 2, rules::Rotation::left),
                                         placed(rules::Cell::yellow, rules::Cell::yellow, 1, rules::Rotation::down),
                                         placed(rules::Cell::green, rules::Cell::yellow, 3, rules::Rotation::up),
                                         placed(rules::Cell::yellow, rules::Cell::blue, 6, rules::Rotation::down)};
  EXPECT_EQ(shared.moves, moves);
  EXPECT_EQ(*puyop_url(shared), "http://www.puyop.com/s/81iykz_2mic8ohQ");
}

// A pair takes seven bits. With a mask of six bits this would be a red pair, and with a shift by six in another column.
TEST(PuyopMoves, SeventhBitOfAPairCounts) {
  EXPECT_FALSE(parse_puyop("_01"));
  EXPECT_FALSE(parse_puyop("_09"));
  const std::vector<SharedMove> moves = {placed(rules::Cell::purple, rules::Cell::purple, 5, rules::Rotation::up)};
  EXPECT_EQ(read("_oE").moves, moves);
  EXPECT_EQ(write(read("_oE")), "_oE");
}

TEST(PuyopMoves, ColumnZeroIsShownButNotPlaced) {
  EXPECT_EQ(read("_50").moves, std::vector<SharedMove>{(UpcomingPair{pair_of(rules::Cell::green, rules::Cell::red)})});
}

TEST(PuyopMoves, OddLastLetterStandsForItselfAndAZero) { EXPECT_EQ(read("_2cii8"), read("_2cii80")); }

TEST(PuyopMoves, OneMoreInAllColumnsIsOneMoreRow) {
  EXPECT_EQ(read("_%5DV"), read("_0W"));
  EXPECT_EQ(read("_0W").moves, std::vector<SharedMove>{(GarbageDrop{{2, 2, 2, 2, 2, 2}})});
}

TEST(PuyopText, BracketsArePercentEncodedOnlyOnOutput) {
  SharedPosition shared;
  shared.moves = {GarbageDrop{{6, 7, 7, 7, 7, 7}}, GarbageDrop{{8, 8, 8, 8, 8, 8}}};
  EXPECT_EQ(write(shared), "_%5B%5B%5D%5D");
  EXPECT_EQ(read("_[[]]"), shared);
  EXPECT_EQ(read("_%5b%5B%5d%5D"), shared);
}

TEST(PuyopText, WholeUrlAndItsPartAreTheSame) {
  EXPECT_EQ(read("http://www.puyop.com/s/420Aa9r9hj"), read("420Aa9r9hj"));
  EXPECT_EQ(read("https://puyop.com/s/_2cii8Ahq#top"), read("_2cii8Ahq"));
  EXPECT_EQ(read("http://www.puyop.com/s/"), SharedPosition{});
  EXPECT_EQ(read(""), SharedPosition{});
  EXPECT_EQ(read("_"), SharedPosition{});
}

TEST(PuyopText, EveryValueComesBack) {
  rules::Rng rng(4);
  for (int round = 0; round < 1000; ++round) {
    const SharedPosition shared = random_shared(rng, 8);
    const rules::Parsed<std::string> url = puyop_url(shared);
    ASSERT_TRUE(url) << url.error().message;
    const rules::Parsed<SharedPosition> again = parse_puyop(*url);
    ASSERT_TRUE(again) << *url << ": " << again.error().message;
    EXPECT_EQ(*again, shared) << *url;
  }
}

TEST(PuyopText, ErrorsNameCharacterAndPosition) {
  struct Bad {
    std::string text;
    std::size_t position;
    std::string_view message;
  };
  const Bad all[] = {
      {"42!", 3, "'!' at position 3 does not belong into a field"},
      {"http://www.puyop.com/s/42!", 26, "'!' at position 26 does not belong"},
      {"%5F2c%2e", 6, "'.' at position 6 does not belong into a move"},
      {"[", 1, "'[' at position 1 stands for a cell that the short form does not have"},
      {"7", 1, "'7' at position 1 stands for a cell that the short form does not have"},
      {std::string(40, '1'), 40, "'1' at position 40 is one too many: a field has 39 letters at most"},
      {"=12a", 4, "'a' at position 4 is not a digit"},
      {'=' + std::string(79, '1'), 80, "'1' at position 80 is one too many: a field has 78 digits at most"},
      {"1c_2c_2c", 6, "'_' at position 6 begins a third part"},
      {"_2c p", 4, "a space at position 4 does not belong into a move"},
      {"_2c%", 4, "'%' at position 4 is not followed by two hexadecimal digits"},
      {"_2c%5g00", 4, "'%' at position 4 is not followed by two hexadecimal digits"},
      {"_2cp8", 4, "'p' at position 4 begins a move that does not exist"},  // pair 25
      {"_2c0e", 4, "'0' at position 4 begins a move that does not exist"},  // column 1, child left of it
      {"_2c0O", 4, "'0' at position 4 begins a move that does not exist"},  // column 6, child right of it
      {"http://www.puyop.com/", 5, "':' at position 5 does not belong into a field"},
  };
  for (const Bad& bad : all) {
    const rules::Parsed<SharedPosition> shared = parse_puyop(bad.text);
    ASSERT_FALSE(shared) << bad.text;
    EXPECT_EQ(shared.error().position, bad.position) << bad.text << ": " << shared.error().message;
    EXPECT_NE(shared.error().message.find(bad.message), std::string::npos) << shared.error().message;
  }
}

TEST(PuyopText, ValuesThatItCannotWriteAreRefused) {
  const auto message = [](const SharedMove& move) {
    SharedPosition shared;
    shared.moves = {UpcomingPair{pair_of(rules::Cell::red, rules::Cell::red)}, move};
    const rules::Parsed<std::string> text = puyop_code(shared);
    return text ? *text : text.error().message;
  };
  EXPECT_EQ(message(placed(rules::Cell::red, rules::Cell::red, 7, rules::Rotation::up)),
            "move 2: the pair is off the field");
  EXPECT_EQ(message(placed(rules::Cell::red, rules::Cell::red, 0, rules::Rotation::up)),
            "move 2: the pair is off the field");
  EXPECT_EQ(message(placed(rules::Cell::red, rules::Cell::red, 6, rules::Rotation::right)),
            "move 2: the pair is off the field");
  EXPECT_EQ(message(placed(rules::Cell::red, rules::Cell::empty, 1, rules::Rotation::up)),
            "move 2: a pair needs two colours");
  EXPECT_EQ(message(UpcomingPair{pair_of(rules::Cell::garbage, rules::Cell::red)}), "move 2: a pair needs two colours");
  EXPECT_EQ(message(GarbageDrop{{0, 2, 0, 0, 0, 0}}), "move 2: no column may get two garbage more than another");
  EXPECT_EQ(message(GarbageDrop{{-1, 0, 0, 0, 0, 0}}), "move 2: garbage cannot be negative");
  EXPECT_EQ(message(GarbageDrop{{8, 8, 8, 8, 8, 9}}), "move 2: more than eight rows of garbage cannot be written");
  SharedPosition shared;
  shared.goal = Goal{};
  EXPECT_EQ(puyop_code(shared).error().message, "puyop knows no goals");
  EXPECT_EQ(puyop_url(shared).error().message, "puyop knows no goals");
}

}  // namespace
}  // namespace rensa::notation
