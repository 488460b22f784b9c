#include "server/base/plain_text.h"

#include <gtest/gtest.h>

#include "server/base/types.h"

namespace rensa::base {
namespace {

std::string plain(std::string_view text) { return plain_text(text, 256); }

TEST(PlainText, KeepsWhatPeopleWrite) {
  EXPECT_EQ(plain("fires 7 links"), "fires 7 links");
  EXPECT_EQ(plain("七連鎖 ← ünd 🀄"), "七連鎖 ← ünd 🀄");
  EXPECT_EQ(plain(""), "");
}

TEST(PlainText, MarksWhatIsNoCharacter) {
  EXPECT_EQ(plain("a\nb\x7F"), "a?b?");
  EXPECT_EQ(plain(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(plain("\xFF"), "?");
  EXPECT_EQ(plain("\xE4\xB8"), "??") << "cut short";
  EXPECT_EQ(plain("\xC0\xAF"), "??") << "overlong";
  EXPECT_EQ(plain("\xE0\x80\xAF"), "???") << "overlong";
  EXPECT_EQ(plain("\xED\xA0\x80"), "???") << "half of a surrogate pair";
  EXPECT_EQ(plain("\xF4\x90\x80\x80"), "????") << "beyond Unicode";
  EXPECT_EQ(plain("\xC2\x85"), "?") << "a control character";
}

// These characters are invisible, or turn the rest of a line from right to left.
TEST(PlainText, ReplacesInvisibleAndDirectionCharacters) {
  for (const char* character :
       {"\u200B", "\u200F", "\u2028", "\u202E", "\u2066", "\u2069", "\uFEFF", "\u061C", "\u00AD", "\U000E0041"}) {
    EXPECT_EQ(plain(std::string("a") + character + "b"), "a?b") << character;
  }
  EXPECT_EQ(plain("\u00A1\u2027\u202F\u2070 שלום"), "\u00A1\u2027\u202F\u2070 שלום");
}

TEST(PlainText, IsATextThatStaysAsItIs) {
  for (const char* text : {"", "two  words", "七連鎖\u3000ünd 🀄"}) EXPECT_TRUE(is_plain_text(text)) << text;
  for (const char* text : {"\x1B[2J", "a\n", "\u009B", "\u200B", "\u202Eevil", "\xFF"}) {
    EXPECT_FALSE(is_plain_text(text)) << testing::PrintToString(text);
  }
  EXPECT_TRUE(is_plain_text(std::string(1'000, 'x')));
}

TEST(PlainText, LinesStayLines) {
  EXPECT_EQ(plain_lines("rensa: no player gr\x1B[31m\n  there are\r\n\n"),
            "rensa: no player gr?[31m\n  there are?\n\n");
  EXPECT_EQ(plain_lines(""), "");
  EXPECT_EQ(plain_lines(std::string(1'000, 'x')), std::string(1'000, 'x'));
}

TEST(PlainText, IsCutBetweenCharacters) {
  EXPECT_EQ(plain(std::string(300, 'x')), std::string(256, 'x'));
  std::string kanji;
  for (int i = 0; i < 100; ++i) kanji += "連";
  EXPECT_EQ(plain(kanji), kanji.substr(0, 255));
}

TEST(PlainName, AcceptsUsualNames) {
  for (const char* name :
       {"gaze", "a", "Ann Lee", "Bob 2nd-1", "プヨ太郎", "Łukasz", "é", "שלום", "🀄", "김철수", "xXx?"}) {
    EXPECT_TRUE(is_plain_name(name)) << name;
  }
  EXPECT_TRUE(is_plain_name(std::string(kMaxNameBytes, 'x')));
  EXPECT_FALSE(is_plain_name(std::string(kMaxNameBytes + 1, 'x')));
  EXPECT_FALSE(is_plain_name(""));
}

TEST(PlainName, HasNoInvisibleCharacters) {
  for (const char* character :
       {"\n",     "\x1B",   "\u009B", "\x7F",       "\u0085",     "\u00A0",     "\u00AD",     "\u034F",
        "\u061C", "\u115F", "\u1160", "\u1680",     "\u17B4",     "\u180B",     "\u180E",     "\u2000",
        "\u2003", "\u200A", "\u200B", "\u200D",     "\u2028",     "\u202E",     "\u202F",     "\u205F",
        "\u2060", "\u2800", "\u3000", "\u3164",     "\uFE00",     "\uFE0F",     "\uFEFF",     "\uFFA0",
        "\uFFF0", "\uFFFC", "\xFF",   "\U0001D159", "\U0001D173", "\U000E0041", "\U000E0100", "\U000E0FFF"}) {
    EXPECT_FALSE(is_plain_name(character)) << testing::PrintToString(character);
    EXPECT_FALSE(is_plain_name(std::string("gaze") + character)) << testing::PrintToString(character);
    EXPECT_FALSE(is_plain_name(std::string("ga") + character + "ze")) << testing::PrintToString(character);
  }
}

TEST(PlainName, HasSingleSpacesAndOnlyInside) {
  EXPECT_TRUE(is_plain_name("ga ze"));
  for (const char* name : {" ", "gaze ", " gaze", "ga  ze"}) EXPECT_FALSE(is_plain_name(name)) << name;
}

}  // namespace
}  // namespace rensa::base
