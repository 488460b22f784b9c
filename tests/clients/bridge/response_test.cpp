#include "clients/bridge/response.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::bridge {
namespace {

using rules::Placement;
using rules::Rotation;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Response, TokensComeInAnyOrder) {
  const auto response = response_of("MSG=hello R=3 MA=1 X=6 PX=1 PR=2 ID=74 ");
  ASSERT_TRUE(response);
  EXPECT_EQ(*response, (Response{74, Placement{6, Rotation::left}, "hello"}));
}

TEST(Response, RotationsAreNumberedAlike) {
  const std::array<Rotation, 4> rotations{Rotation::up, Rotation::right, Rotation::down, Rotation::left};
  for (std::size_t r = 0; r < rotations.size(); ++r) {
    EXPECT_EQ(response_of("ID=1 X=3 R=" + std::to_string(r))->placement, (Placement{3, rotations[r]}));
  }
}

TEST(Response, TwentyTwoDecisionsExist) {
  int count = 0;
  for (int x = -1; x <= 300; ++x) {
    for (int r = -1; r <= 300; ++r) {
      const std::string text = "ID=1 X=" + std::to_string(x) + " R=" + std::to_string(r);
      count += response_of(text)->placement ? 1 : 0;
    }
  }
  EXPECT_EQ(count, 22);
  EXPECT_FALSE(response_of("ID=1 X=1 R=3")->placement);
  EXPECT_FALSE(response_of("ID=1 X=6 R=1")->placement);
}

TEST(Response, HalfADecisionIsNone) {
  for (const char* text : {"ID=5", "ID=5 X=3", "ID=5 R=0", "ID=5 X= R=", "ID=5 X=3a R=0", "  ID=5  =  X "}) {
    ASSERT_TRUE(response_of(text)) << text;
    EXPECT_EQ(response_of(text)->id, 5);
    EXPECT_FALSE(response_of(text)->placement) << text;
  }
}

TEST(Response, WithoutAnIdItAnswersNothing) {
  for (const char* text : {"", " ", "X=3 R=0", "ID= X=3 R=0", "ID=x", "ID=99999999999", "id=4"}) {
    EXPECT_FALSE(response_of(text)) << text;
  }
}

TEST(Response, NewestDecisionThatIsNotAheadCounts) {
  const Placement one{1, Rotation::up};
  const Placement two{2, Rotation::up};
  const Placement three{3, Rotation::up};
  EXPECT_EQ(decision_among({{7, one, ""}, {8, two, ""}}, 8), two);
  EXPECT_EQ(decision_among({{7, one, ""}, {8, {}, ""}}, 8), one);
  EXPECT_EQ(decision_among({{7, one, ""}, {974, three, ""}}, 8), one);
  EXPECT_EQ(decision_among({{974, three, ""}}, 8), std::nullopt);
  EXPECT_EQ(decision_among({}, 8), std::nullopt);
}

TEST(Message, UnderscoreIsASpaceAndCommaALine) {
  EXPECT_THAT(lines_of("5_chain,in_3"), ElementsAre("5 chain", "in 3"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(Message, WhatATerminalCouldObeyIsNotShown) {
  EXPECT_THAT(lines_of("a\x1b[2J\r\n\x7f\xc2\x9b"), ElementsAre("a?[2J?????"));
}

}  // namespace
}  // namespace rensa::bridge
