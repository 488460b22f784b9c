#include "engine/search/hands_left.h"

#include <gtest/gtest.h>
#include <string>

#include "engine/rules/picture.h"

namespace rensa::search {
namespace {

using rules::field_of_picture;

int left(const std::string& drawing, const std::string& picture) {
  const templates::Template form(templates::drawings_of(drawing).front());
  return hands_left(form, FieldView(field_of_picture(picture)));
}

const std::string kTwoGroups = "groups stands\nAAABBB\n";

TEST(HandsLeft, AreFewerWithEachPuyoThatStands) {
  EXPECT_GT(left(kTwoGroups, "......"), left(kTwoGroups, "R....."));
  EXPECT_GT(left(kTwoGroups, "R....."), left(kTwoGroups, "RR...."));
  EXPECT_GT(left(kTwoGroups, "RRR..."), left(kTwoGroups, "RRRB.."));
}

TEST(HandsLeft, AreMoreWhereOneColourIsWantedTwice) {
  const std::string apart = "apart stands\nAA.BB.\n";
  EXPECT_GT(left(apart, "R..R.."), left(apart, "R..B.."));
}

TEST(HandsLeft, AreMoreWhereAWallColumnIsShutIn) {
  const std::string wall =
      "wall stands\n"
      "AB....\n"
      "AB....\n";
  EXPECT_GT(left(wall, "R....."), left(wall, "RB....")) << "beside an open column any puyo may come along";
  EXPECT_GT(left(wall,
                 "..R...\n"
                 "..B...\n"
                 "RBYG.."),
            left(wall,
                 ".B....\n"
                 "RBYG.."))
      << "what stands elsewhere is no help";
}

TEST(HandsLeft, AreMoreWhereTheFirstLinkHasToWait) {
  const std::string rows =
      "B.....\n"
      "AAAA..\n"
      "BBB...\n";
  const std::string picture =
      "RRR...\n"
      "BBBY..";
  EXPECT_GT(left("chain fires\n" + rows, picture), left("form stands\n" + rows, picture))
      << "the fourth red would fire alone";
}

}  // namespace
}  // namespace rensa::search
