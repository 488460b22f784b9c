#include <gtest/gtest.h>

#include "engine/notation/shared_position.h"
#include "engine/notation/text.h"
#include "tests/engine/notation/random_shared.h"

namespace rensa::notation {
namespace {

SharedPosition read(std::string_view text) {
  const rules::Parsed<SharedPosition> shared = parse_ips(text);
  EXPECT_TRUE(shared) << text << ": " << shared.error().message;
  return shared ? *shared : SharedPosition{};
}

std::string write(const SharedPosition& shared) {
  const rules::Parsed<std::string> text = ips_code(shared);
  EXPECT_TRUE(text) << text.error().message;
  return text ? *text : "";
}

SharedMove placed(rules::Cell axis, rules::Cell child, int x, rules::Rotation r) {
  return PlacedPair{{axis, child}, {static_cast<std::int8_t>(x), r}};
}

TEST(IpsText, WorkedExampleOfAPuzzle) {
  const SharedPosition shared = read("http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270");
  EXPECT_EQ(picture_of(*playable_field(shared.field)), "....R.\n....PR\n..R.PP\n..R.YY\n..P.YP\n");
  const std::vector<SharedMove> moves = {UpcomingPair{{rules::Cell::purple, rules::Cell::red}},
                                         UpcomingPair{{rules::Cell::yellow, rules::Cell::red}}};
  EXPECT_EQ(shared.moves, moves);
  EXPECT_EQ(shared.goal, (Goal{GoalKind::clear_all, GoalBound::exactly, GoalColour::coloured, 0}));
  EXPECT_EQ(*ips_url(shared), "http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270");
}

TEST(IpsText, FieldsWithoutSpecialCellsReadAsPuyopDoes) {
  for (const std::string_view code :
       {"420Aa9r9hj", "23aj9x9AsaxpyxsyqxhqxpssczApspqs9yqqbji", "BizsHHBizBjGsHjBjGsGGsGIzzytrIjIIjIIjI", "pg0ra09i0",
        "804rcxpcpAxbpkrraA9iz", "asF", "1c", ""}) {
    EXPECT_EQ(read(code), *parse_puyop(code));
    EXPECT_EQ(write(read(code)), code);
  }
}

TEST(IpsText, PuzzlesInCirculationWriteTheSame) {
  for (const std::string_view code :
       {"100310p30p10pp0Sb8_01o1__u05", "203iqkArjr_g1i1__u05", "3k03k03k01903k03k03k0190_G1s101__278",
        "8888b8xpozjoqmM_G121s1__205", "13MN3CNS9CQabAir_G1o1i1s1__u07", "1021z26z_i141q1A1__E03",
        "400300r00c0oA0i9zkbryzxyzAck9yz_E1q1__u0b", "1NM1NM1NM6e86e81NM1NM6e86e81NM1NM_010101__G7f",
        "c01cw2jo9jAbckAq9zqhacs9jAiSr_c1g1E1E1c1A1__200", "5F85r81qg1aw3sw2p82k81Ao1bo_o1c1u1k1A1o1__u0c",
        "w00908e08y08ANwO9wOmSSSSSSSSSSSSSSSS_0101__210", "___200"}) {
    EXPECT_EQ(write(read(code)), code);
  }
}

TEST(IpsField, SpecialCellsCountTheOtherWayThanPuyop) {
  EXPECT_EQ(read("~560987"), *parse_puyop("=560789"));
  EXPECT_EQ(write(read("~560987")), "~560987");
  EXPECT_EQ(read("~560987").field.at(4, 1), SharedCell::hard);
  EXPECT_EQ(read("~560987").field.at(6, 1), SharedCell::point);
}

TEST(IpsField, DotEndsARowEarly) {
  SharedField field;
  field.put(1, 3, SharedCell::hard);
  for (int x = 1; x <= 6; ++x) field.put(x, 2, SharedCell::red);
  field.put(2, 1, SharedCell::blue);
  EXPECT_EQ(read("~9.11111103").field, field);
  EXPECT_EQ(read("~9.111111.03").field, field) << "a dot after a whole row does not make another";
  EXPECT_EQ(read("~90000011111103").field, field);
  EXPECT_EQ(write(read("~9.11111103")), "~9.11111103");
}

TEST(IpsField, EmptyRowsAreDotsAlone) {
  SharedField field;
  field.put(1, 4, SharedCell::iron);
  for (int x = 1; x <= 6; ++x) field.put(x, 2, SharedCell::red);
  EXPECT_EQ(read("~8..111111.").field, field);
  SharedPosition shared;
  shared.field = field;
  EXPECT_EQ(write(shared), "~8..111111.");
  EXPECT_EQ(read("~..8..111111.").field, field);
  EXPECT_EQ(read("~"), SharedPosition{});
}

TEST(IpsMoves, OddPlaceMeansNotPlaced) {
  const std::vector<SharedMove> moves = {UpcomingPair{{rules::Cell::red, rules::Cell::red}}};
  EXPECT_EQ(read("_01").moves, moves);
  EXPECT_EQ(read("_03").moves, moves);
  EXPECT_EQ(write(read("_03")), "_01");
}

TEST(IpsMoves, PlayerMarkIsIgnored) {
  EXPECT_EQ(read("_16"), read("_06"));
  EXPECT_EQ(read("_b1"), read("_a1"));
}

TEST(IpsMoves, PlacesAreColumnsAndRotations) {
  EXPECT_EQ(read("_8601gGqo").moves,
            (std::vector<SharedMove>{placed(rules::Cell::purple, rules::Cell::red, 4, rules::Rotation::up),
                                     UpcomingPair{{rules::Cell::red, rules::Cell::red}},
                                     placed(rules::Cell::blue, rules::Cell::green, 4, rules::Rotation::left),
                                     placed(rules::Cell::green, rules::Cell::blue, 1, rules::Rotation::down)}));
  EXPECT_EQ(write(read("_8601gGqo")), "_8601gGqo");
}

TEST(IpsMoves, GarbageNamesTheColumnsThatGetMost) {
  const auto drop = [](std::string_view text) { return std::get<GarbageDrop>(read(text).moves.at(0)).counts; };
  using Counts = std::array<int, 6>;
  EXPECT_EQ(drop("_a0"), (Counts{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(drop("_aw"), (Counts{1, 0, 0, 0, 0, 0})) << "the highest of six bits is column 1";
  EXPECT_EQ(drop("_a1"), (Counts{0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(drop("_m1"), (Counts{1, 1, 1, 1, 1, 2}));
  EXPECT_EQ(drop("_yG"), (Counts{3, 2, 3, 2, 3, 2}));
  EXPECT_EQ(drop("_K-"), (Counts{4, 4, 4, 4, 4, 4}));
  EXPECT_EQ(drop("_W-"), (Counts{5, 5, 5, 5, 5, 5}));
  EXPECT_EQ(drop("_W0"), (Counts{4, 4, 4, 4, 4, 4}));
  EXPECT_EQ(write(read("_W0")), "_K-");
  EXPECT_EQ(write(read("_a0a1m1")), "_a0a1m1");
}

TEST(IpsGoal, EveryKindReadsAndWritesTheSame) {
  struct Example {
    std::string_view code;
    Goal goal;
  };
  using enum GoalKind;
  using enum GoalBound;
  const Example all[] = {
      {"u06", {chain, exactly, GoalColour::any, 6}},
      {"270", {clear_all, exactly, GoalColour::coloured, 0}},
      {"a04", {colours_vanish, exactly, GoalColour::any, 4}},
      {"b03", {colours_vanish, at_least, GoalColour::any, 3}},
      {"c1c", {cells_vanish, exactly, GoalColour::red, 12}},
      {"d5C", {cells_vanish, at_least, GoalColour::purple, 38}},
      {"v0j", {chain, at_least, GoalColour::any, 19}},
      {"w75", {chain_and_clear, exactly, GoalColour::coloured, 5}},
      {"x62", {chain_and_clear, at_least, GoalColour::garbage, 2}},
      {"E02", {colours_at_once, exactly, GoalColour::any, 2}},
      {"F03", {colours_at_once, at_least, GoalColour::any, 3}},
      {"G2a", {cells_at_once, exactly, GoalColour::green, 10}},
      {"H0-", {cells_at_once, at_least, GoalColour::any, 63}},
      {"I32", {groups_at_once, exactly, GoalColour::blue, 2}},
      {"J43", {groups_at_once, at_least, GoalColour::yellow, 3}},
      {"Q0.", {connected, exactly, GoalColour::any, 62}},
      {"R7b", {connected, at_least, GoalColour::coloured, 11}},
  };
  for (const Example& example : all) {
    const std::string text = "1c___" + std::string(example.code);
    const SharedPosition shared = read(text);
    EXPECT_EQ(shared.goal, example.goal) << example.code;
    EXPECT_EQ(write(shared), text);
  }
}

// Real URLs.
TEST(IpsGoal, TextAfterItsThreeLettersIsIgnored) {
  EXPECT_EQ(read("1c___u0g6"), read("1c___u0g"));
  EXPECT_EQ(read("1c___H0ml"), read("1c___H0m"));
  EXPECT_EQ(read("1c___u06_!_"), read("1c___u06"));
  EXPECT_EQ(write(read("1c___u0g6")), "1c___u0g");
}

TEST(IpsText, PartsMayBeMissing) {
  EXPECT_EQ(read(""), SharedPosition{});
  EXPECT_EQ(read("?"), SharedPosition{});
  EXPECT_EQ(read("___"), SharedPosition{});
  EXPECT_EQ(read("1c_"), read("1c"));
  EXPECT_EQ(read("1c_01_"), read("1c_01"));
  EXPECT_EQ(read("1c_01_0_"), read("1c_01")) << "the third part has no meaning";
  EXPECT_EQ(read("%7E560987#x"), read("~560987"));
  EXPECT_EQ(*ips_url(read("1c_01")), "http://ips.karou.jp/simu/ps.html?1c_01");
}

TEST(IpsText, EveryValueComesBack) {
  rules::Rng rng(5);
  for (int round = 0; round < 1000; ++round) {
    SharedPosition shared = random_shared(rng, 5);
    if (rng.below(2) == 0) {
      const auto kind = static_cast<GoalKind>(rng.below(9));
      const auto bound = static_cast<GoalBound>(kind == GoalKind::clear_all ? 0 : rng.below(2));
      shared.goal = Goal{kind, bound, static_cast<GoalColour>(rng.below(8)), static_cast<int>(rng.below(64))};
    }
    const rules::Parsed<std::string> url = ips_url(shared);
    ASSERT_TRUE(url) << url.error().message;
    const rules::Parsed<SharedPosition> again = parse_ips(*url);
    ASSERT_TRUE(again) << *url << ": " << again.error().message;
    EXPECT_EQ(*again, shared) << *url;
  }
}

TEST(IpsText, ErrorsNameCharacterAndPosition) {
  struct Bad {
    std::string text;
    std::size_t position;
    std::string_view message;
  };
  const Bad all[] = {
      {"http://ips.karou.jp/simu/pn.html?80!", 36, "'!' at position 36 does not belong into a field"},
      {"[", 1, "'[' at position 1 does not belong into a field"},
      {"-", 1, "'-' at position 1 stands for a cell that the short form does not have"},
      {std::string(40, '1'), 40, "'1' at position 40 is one too many"},
      {"~12x", 4, "'x' at position 4 is neither a digit nor '.'"},
      {'~' + std::string(79, '1'), 80, "'1' at position 80 begins a 14th row"},
      {'~' + std::string(13, '.'), 14, "'.' at position 14 begins a 14th row"},
      {"1c_0", 4, "'0' at position 4 is only half a move"},
      {"1c_010", 6, "'0' at position 6 is only half a move"},
      {"1c_0*", 5, "'*' at position 5 does not belong into a move"},
      {"1c_*0", 4, "'*' at position 4 does not belong into a move"},
      {"1c_Y1", 4, "'Y' at position 4 begins a move that does not exist"},  // child 5
      {"1c_0M", 4, "'0' at position 4 begins a move that does not exist"},  // rotation 4
      {"1c_0A", 4, "'0' at position 4 begins a move that does not exist"},  // column 1, child left of it
      {"1c_0m", 4, "'0' at position 4 begins a move that does not exist"},  // column 6, child right of it
      {"1c___y06", 6, "'y' at position 6 is not a kind of goal"},
      {"1c___u86", 7, "'8' at position 7 is not a colour of a goal"},
      {"1c___u0!", 8, "'!' at position 8 is not a number of a goal"},
      {"1c___u0", 8, "the end at position 8 cuts the goal short"},
      {"1c___u", 7, "the end at position 7 cuts the goal short"},
      {"1c%4", 3, "'%' at position 3 is not followed by two hexadecimal digits"},
  };
  for (const Bad& bad : all) {
    const rules::Parsed<SharedPosition> shared = parse_ips(bad.text);
    ASSERT_FALSE(shared) << bad.text;
    EXPECT_EQ(shared.error().position, bad.position) << bad.text << ": " << shared.error().message;
    EXPECT_NE(shared.error().message.find(bad.message), std::string::npos) << shared.error().message;
  }
}

TEST(IpsText, ValuesThatItCannotWriteAreRefused) {
  const auto message = [](const SharedPosition& shared) {
    const rules::Parsed<std::string> text = ips_url(shared);
    return text ? *text : text.error().message;
  };
  const auto move = [&message](const SharedMove& only) { return message({{}, {only}, {}}); };
  EXPECT_EQ(move(placed(rules::Cell::red, rules::Cell::red, 7, rules::Rotation::up)),
            "move 1: the pair is off the field");
  EXPECT_EQ(move(placed(rules::Cell::red, rules::Cell::red, 1, rules::Rotation::left)),
            "move 1: the pair is off the field");
  EXPECT_EQ(move(placed(rules::Cell::garbage, rules::Cell::red, 1, rules::Rotation::up)),
            "move 1: a pair needs two colours");
  EXPECT_EQ(move(UpcomingPair{}), "move 1: a pair needs two colours");
  EXPECT_EQ(move(GarbageDrop{{0, 0, 2, 0, 0, 0}}), "move 1: no column may get two garbage more than another");
  EXPECT_EQ(move(GarbageDrop{{0, 0, -1, 0, 0, 0}}), "move 1: garbage cannot be negative");
  EXPECT_EQ(move(GarbageDrop{{5, 5, 6, 5, 5, 5}}), "move 1: more than five rows of garbage cannot be written");
  EXPECT_EQ(message({{}, {}, Goal{GoalKind::chain, GoalBound::exactly, GoalColour::any, 64}}),
            "the goal's number has to be within 0 and 63");
  EXPECT_EQ(message({{}, {}, Goal{GoalKind::chain, GoalBound::exactly, GoalColour::any, -1}}),
            "the goal's number has to be within 0 and 63");
  EXPECT_EQ(message({{}, {}, Goal{GoalKind::clear_all, GoalBound::at_least, GoalColour::any, 0}}),
            "the goal to clear all cannot be at least");
}

}  // namespace
}  // namespace rensa::notation
