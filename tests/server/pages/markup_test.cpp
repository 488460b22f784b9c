#include "server/pages/markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/net/target.h"
#include "server/pages/path.h"

namespace rensa::pages {
namespace {

TEST(Markup, TextIsNeverMarkup) {
  EXPECT_EQ(Markup("<script>alert('x')</script> & \"co\"").bytes(),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;");
  EXPECT_EQ(Markup("&lt;").bytes(), "&amp;lt;");
  EXPECT_EQ(Markup(std::string_view("a\0b\x1B[31m", 8)).bytes(),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD[31m");
}

TEST(Markup, ValuesStayInTheirAttribute) {
  EXPECT_EQ(element("a", {{"href", "\"><script>"}, {"title", "it's"}}, {"x<y"}).bytes(),
            "<a href=\"&quot;&gt;&lt;script&gt;\" title=\"it&#39;s\">x&lt;y</a>");
}

TEST(Markup, ElementsNestInOrder) {
  EXPECT_EQ(element("p", {}, {"a", element("b", {}, {"c"}), childless("br", {})}).bytes(), "<p>a<b>c</b><br></p>");
  EXPECT_EQ(together({"a", Markup(), "<"}).bytes(), "a&lt;");
}

TEST(PagePath, IsReadAsItIsWritten) {
  const std::string hostile = "a/b?c#d<\"é .svg";
  for (const PagePath& path :
       {PagePath{}, PagePath{.kind = PageKind::tournament, .tournament = "spring-cup", .player = {}},
        PagePath{.kind = PageKind::test_plot, .tournament = "x", .player = {}},
        PagePath{.kind = PageKind::player, .tournament = "x", .player = hostile},
        PagePath{.kind = PageKind::player_plot, .tournament = "x", .player = hostile},
        PagePath{.kind = PageKind::test_plot, .tournament = "x", .player = {}, .scheme = Scheme::dark},
        PagePath{.kind = PageKind::player_plot, .tournament = "x", .player = hostile, .scheme = Scheme::dark}}) {
    const std::string text = text_of(path);
    EXPECT_THAT(text, testing::Not(testing::ContainsRegex("[<\"?# ]")));
    const auto unescaped = net::unescaped(text);
    ASSERT_TRUE(unescaped);
    EXPECT_EQ(page_path_of(*unescaped), path) << text;
  }
  EXPECT_EQ(page_path_of("/league/"), PagePath{});
  for (const char* other : {"/", "/leagues", "/league/x/", "/league/x/other", "/league/x/players/", "/league/x/players",
                            "/league/x/ratings/.svg", "/league/x/ratings/ann"}) {
    EXPECT_FALSE(page_path_of(other)) << other;
  }
}

TEST(PagePath, ReplaysNameTheRecordOfTheApi) {
  EXPECT_EQ(replay_of("cup", "3-1"), "/replay/?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F3-1");
}

}  // namespace
}  // namespace rensa::pages
