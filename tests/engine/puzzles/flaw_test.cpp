#include "engine/puzzles/flaw.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/ips.h"

namespace rensa::puzzles {
namespace {

rules::Shared shared(const char* text) { return *rules::shared_of_ips(text); }

TEST(Flaw, IsFoundInWhatIsNoProblem) {
  EXPECT_EQ(flaw_of(shared("800F08J08A0EB_8161")), Flaw::no_goal);
  EXPECT_EQ(flaw_of(shared("800F08J08A0EB_8161__u00")), Flaw::goal_of_nothing);
  EXPECT_EQ(flaw_of(shared("~9_01__u01")), Flaw::strange_cells);
  EXPECT_EQ(flaw_of(shared("100000_0161__u01")), Flaw::hangs);
  EXPECT_EQ(flaw_of(shared("991_01__u01")), Flaw::vanishes);
  EXPECT_EQ(flaw_of(shared("800F08J08A0EB___270")), Flaw::no_pair);
  EXPECT_EQ(flaw_of(shared("_010101010101010101010101010101__u01")), Flaw::endless);
  EXPECT_EQ(flaw_of(shared("800F08J08A0EB_8161__270")), std::nullopt);
}

TEST(Flaw, OfAFieldWithoutRoomIsThatNoPairCanAppear) {
  rules::Shared full = shared("_01__u01");
  for (int y = 1; y <= 12; ++y) full.field.put(3, y, rules::SharedCell::garbage);
  EXPECT_EQ(flaw_of(full), Flaw::choked);
}

TEST(Flaw, OfAPairIsThatItHasNoTwoColours) {
  rules::Shared grey = shared("_01__u01");
  grey.moves.emplace_back(rules::ShownPair{{rules::Cell::red, rules::Cell::garbage}});
  EXPECT_EQ(flaw_of(grey), Flaw::colourless);
}

TEST(Flaw, IsWhatAProblemIsRefusedFor) {
  const auto floating = puzzle_of(shared("100000_0161__u01"));
  ASSERT_FALSE(floating.ok());
  EXPECT_EQ(floating.error().message, text_of(Flaw::hangs));
}

TEST(Flaw, HasWordsOfItsOwn) {
  std::set<std::string> texts;
  for (int i = 0; i <= static_cast<int>(Flaw::endless); ++i) texts.insert(text_of(static_cast<Flaw>(i)));
  EXPECT_EQ(texts.size(), 9U);
  EXPECT_FALSE(texts.contains(""));
}

}  // namespace
}  // namespace rensa::puzzles
