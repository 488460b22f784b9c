#include "engine/templates/drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::templates {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(Drawing, IsReadFromTheFloorUp) {
  const auto drawings = parse_drawings("two fires\n......\nAB....\nA....B\n");
  ASSERT_TRUE(drawings.ok()) << drawings.error().message;
  ASSERT_THAT(*drawings, SizeIs(1));
  const Drawing& drawing = drawings->front();
  EXPECT_EQ(drawing.name, "two");
  EXPECT_EQ(drawing.kind, Drawing::Kind::fires);
  EXPECT_EQ(drawing.link_count, 2);
  EXPECT_EQ(drawing.links.at(1, 1), 1);
  EXPECT_EQ(drawing.links.at(1, 2), 1);
  EXPECT_EQ(drawing.links.at(2, 2), 2);
  EXPECT_EQ(drawing.links.at(6, 1), 2);
  EXPECT_EQ(drawing.links.at(2, 1), 0);
}

TEST(Drawing, SeveralDrawingsAreSeparatedByBlankLines) {
  const auto drawings =
      parse_drawings("# what these are\n\none stands\nAA....   # the floor\r\n\n  \n# more\ntwo fires\n....AA\n");
  ASSERT_TRUE(drawings.ok()) << drawings.error().message;
  ASSERT_THAT(*drawings, SizeIs(2));
  EXPECT_EQ((*drawings)[0].kind, Drawing::Kind::stands);
  EXPECT_EQ((*drawings)[1].name, "two");
}

TEST(Drawing, ACommentBetweenRowsIsIgnored) {
  const auto drawings = parse_drawings("one fires\nA.....\n  # the floor\nAAA...\n");
  ASSERT_TRUE(drawings.ok());
  EXPECT_EQ(drawings->front().links.at(1, 2), 1);
}

struct Bad {
  const char* text;
  const char* message;
  std::size_t position;
};

class BadDrawing : public testing::TestWithParam<Bad> {};

TEST_P(BadDrawing, IsRefusedWithThePositionOfTheError) {
  const auto drawings = parse_drawings(GetParam().text);
  ASSERT_FALSE(drawings.ok());
  EXPECT_THAT(drawings.error().message, HasSubstr(GetParam().message));
  EXPECT_EQ(drawings.error().position, GetParam().position);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadDrawing,
    testing::Values(
        Bad{"", "no drawing", 0}, Bad{"# nothing\n\n", "no drawing", 0},
        Bad{"AA....\n", "begins with its name and 'fires' or 'stands'", 7},
        Bad{" fires\nAA....\n", "line 1, character 1: a drawing begins", 1},
        Bad{"one burns\nAA....\n", "line 1, character 4: a drawing begins", 4},
        Bad{"one fires\nAA...\n", "line 2, character 6: the row ends before the sixth column", 16},
        Bad{"one fires\nAA.....\n", "line 2, character 7: '.' stands beyond the sixth column", 17},
        Bad{"one fires\nAa....\n", "line 2, character 2: 'a' is no capital and no '.'", 12},
        Bad{"one fires\n......\n", "one has no A", 1}, Bad{"one fires\n", "one has no A", 1},
        Bad{"one fires\nAACC..\n", "one has no B", 1},
        Bad{"one fires\nA.....\nA.....\nA.....\nA.....\nA.....\nA.....\nA.....\nA.....\nA.....\nA.....\nA....."
            "\nA.....\nA.....\nA.....\n",
            "line 15, character 1: a drawing has at most 13 rows", 102}));

}  // namespace
}  // namespace rensa::templates
