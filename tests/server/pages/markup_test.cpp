#include "server/pages/markup/markup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/net/http.h"
#include "server/pages/page_path.h"

namespace rensa::pages {
namespace {

TEST(Markup, TextIsAlwaysEscaped) {
  EXPECT_EQ(Markup("<script>alert('x')</script> & \"co\"").html(),
            "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &quot;co&quot;");
  EXPECT_EQ(Markup("&lt;").html(), "&amp;lt;");
  EXPECT_EQ(Markup(std::string_view("a\0b\x1B[31m", 8)).html(),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD[31m");
}

TEST(Markup, ValuesStayInTheirAttribute) {
  EXPECT_EQ(element("a", {{"href", "\"><script>"}, {"title", "it's"}}, {"x<y"}).html(),
            "<a href=\"&quot;&gt;&lt;script&gt;\" title=\"it&#39;s\">x&lt;y</a>");
}

TEST(Markup, ElementsNestInOrder) {
  EXPECT_EQ(element("p", {}, {"a", element("b", {}, {"c"}), void_element("br", {})}).html(), "<p>a<b>c</b><br></p>");
  EXPECT_EQ(concatenated({"a", Markup(), "<"}).html(), "a&lt;");
}

TEST(PagePath, IsReadAsItIsWritten) {
  const std::string hostile = "a/b?c#d<\"é .svg";
  for (const PagePath& path :
       {PagePath{}, PagePath{.kind = PageKind::tournament, .tournament = "spring-cup", .player = {}},
        PagePath{.kind = PageKind::sprt_plot, .tournament = "x", .player = {}},
        PagePath{.kind = PageKind::player, .tournament = "x", .player = hostile},
        PagePath{.kind = PageKind::player_plot, .tournament = "x", .player = hostile},
        PagePath{.kind = PageKind::sprt_plot, .tournament = "x", .player = {}, .scheme = ColourScheme::dark},
        PagePath{.kind = PageKind::player_plot, .tournament = "x", .player = hostile, .scheme = ColourScheme::dark}}) {
    const std::string text = url_of(path);
    EXPECT_THAT(text, testing::Not(testing::ContainsRegex("[<\"?# ]")));
    const auto unescape = net::unescape(text);
    ASSERT_TRUE(unescape);
    EXPECT_EQ(parse_page_path(*unescape), path) << text;
  }
  // Browsers and proxies would take these for folders above, also if they are escaped.
  for (const char* name : {".", "..", "../..", "a/../b", "..\\x", "~x2E", "~x", "~xyz", "..."}) {
    for (const PageKind kind : {PageKind::player, PageKind::player_plot}) {
      const PagePath path{.kind = kind, .tournament = "x", .player = name};
      const std::string text = url_of(path);
      EXPECT_EQ(text.find("/../"), std::string::npos) << text;
      EXPECT_THAT(text, testing::Not(testing::ContainsRegex("(/|%2F)\\.\\.?(/|%2F|%5C|$)"))) << text;
      EXPECT_EQ(parse_page_path(*net::unescape(text)), path) << text;
    }
  }
  EXPECT_EQ(parse_page_path("/league/"), PagePath{});
  for (const char* other : {"/", "/leagues", "/league/x/", "/league/x/other", "/league/x/players/", "/league/x/players",
                            "/league/x/ratings/.svg", "/league/x/ratings/ann"}) {
    EXPECT_FALSE(parse_page_path(other)) << other;
  }
}

TEST(PagePath, ReplaysNameTheRecordOfTheApi) {
  EXPECT_EQ(replay_url("cup", "3-1"), "/replay/?record=%2Fapi%2Fv1%2Ftournaments%2Fcup%2Frecords%2F3-1");
}

}  // namespace
}  // namespace rensa::pages
