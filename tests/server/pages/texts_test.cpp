#include "server/pages/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::pages {
namespace {

// The numbers of the placeholders in a text.
std::string placeholders_in(const std::string& text) {
  std::string places;
  for (char number = '1'; number <= '9'; ++number) {
    if (text.find(std::string{'%', number}) != std::string::npos) places += number;
  }
  return places;
}

TEST(Texts, EveryWordHasATextInBothLanguages) {
  for (std::size_t i = 0; i < kTextCount; ++i) {
    const auto id = static_cast<TextId>(i);
    const std::string english = text_of(Language::english, id);
    const std::string japanese = text_of(Language::japanese, id);
    EXPECT_FALSE(english.empty()) << i;
    EXPECT_FALSE(japanese.empty()) << english;
    EXPECT_EQ(english == japanese, id == TextId::elo) << english;
    EXPECT_EQ(placeholders_in(english), placeholders_in(japanese)) << english;
  }
}

TEST(Texts, PlacesAreFilledOnce) {
  EXPECT_EQ(text_of(Language::english, TextId::games_of_total, {"%2", "7"}), "%2 of 7");
  EXPECT_EQ(text_of(Language::english, TextId::interval_heading, {"x"}), "95 % interval");
}

TEST(Viewer, ChoosesALanguageOrPrefersOne) {
  EXPECT_EQ(viewer_of("", "ja-JP,ja;q=0.9,en;q=0.8").language, Language::japanese);
  EXPECT_EQ(viewer_of("", "en-GB,ja;q=0.8").language, Language::english);
  EXPECT_EQ(viewer_of("", "").language, Language::english);
  EXPECT_EQ(viewer_of("", "fr, ja;q=0.1").language, Language::japanese);
  EXPECT_EQ(viewer_of("points=3&lang=ja", "en").link("/league"), "/league?lang=ja");
  EXPECT_EQ(viewer_of("lang=en", "ja").language, Language::english);
  EXPECT_EQ(viewer_of("lang=<script>", "").link("/league"), "/league");
}

}  // namespace
}  // namespace rensa::pages
