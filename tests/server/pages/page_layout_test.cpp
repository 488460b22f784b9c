#include "server/pages/page_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::pages {
namespace {

using testing::HasSubstr;

constexpr Viewer kChosenJapanese{.language = Language::japanese, .has_chosen_language = true};

TEST(PageLayout, LinksToTheOtherPages) {
  const std::string html = page_html({}, {.title = "League", .tournament = ""}, "");
  EXPECT_THAT(html, HasSubstr("<nav aria-label=\"Pages\"><a href=\"/play\">Play</a><a href=\"/practice\">Practice</a>"
                              "<a href=\"/train\">Train</a><a href=\"/tv\">TV</a>"
                              "<a href=\"/league\" aria-current=\"page\">League</a></nav>"));
  const std::string japanese = page_html(kChosenJapanese, {.title = "リーグ", .tournament = ""}, "");
  EXPECT_THAT(japanese, HasSubstr("<nav aria-label=\"ページ\"><a href=\"/play\">対戦</a><a href=\"/practice\">練習</a>"
                                  "<a href=\"/train\">問題</a><a href=\"/tv\">観戦</a>"
                                  "<a href=\"/league?lang=ja\" aria-current=\"page\">リーグ</a></nav>"));
}

TEST(PageLayout, TheLeagueIsTheCurrentSectionOnItsSubpages) {
  EXPECT_THAT(page_html({}, {.title = "cup", .tournament = "cup"}, ""),
              HasSubstr("<a href=\"/league\" aria-current=\"true\">League</a>"));
}

TEST(PageLayout, ItsHeaderCanBeSkipped) {
  const std::string html = page_html({}, {.title = "cup", .tournament = "cup"}, "");
  EXPECT_THAT(html, HasSubstr("<a class=\"skip\" href=\"#main\">Skip to content</a><header"));
  EXPECT_THAT(html, HasSubstr("<main id=\"main\">"));
}

TEST(PageLayout, LargeNumbersAreGrouped) {
  EXPECT_EQ(grouped_text(0), "0");
  EXPECT_EQ(grouped_text(999), "999");
  EXPECT_EQ(grouped_text(38'586), "38,586");
  EXPECT_EQ(grouped_text(1'234'567), "1,234,567");
  EXPECT_EQ(grouped_text(-100'000), "-100,000");
}

TEST(PageLayout, APlotHasTheColoursOfThePage) {
  const PagePath path{.kind = PageKind::sprt_plot, .tournament = "cup", .player = {}};
  const std::string html = plot_image(kChosenJapanese, path, TextId::sprt_plot, 7).html();
  EXPECT_THAT(html, HasSubstr("<source media=\"(prefers-color-scheme: dark)\" "
                              "srcset=\"/league/cup/llr-dark.svg?lang=ja&amp;points=7\">"));
  EXPECT_THAT(html, HasSubstr("src=\"/league/cup/llr.svg?lang=ja&amp;points=7\""));
}

}  // namespace
}  // namespace rensa::pages
