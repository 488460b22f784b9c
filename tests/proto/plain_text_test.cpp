#include "proto/plain_text.h"

#include <gtest/gtest.h>

#include "proto/codec.h"

namespace rensa::proto {
namespace {

std::string plain(std::string_view text) { return plain_text(text, kMaxCommentBytes); }

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

// Of these a reader sees nothing, or sees the rest of a line from right to left.
TEST(PlainText, MarksWhatHidesOrTurns) {
  for (const char* character :
       {"\u200B", "\u200F", "\u2028", "\u202E", "\u2066", "\u2069", "\uFEFF", "\u061C", "\u00AD", "\U000E0041"}) {
    EXPECT_EQ(plain(std::string("a") + character + "b"), "a?b") << character;
  }
  EXPECT_EQ(plain("\u00A1\u2027\u202F\u2070 שלום"), "\u00A1\u2027\u202F\u2070 שלום");
}

TEST(PlainText, IsCutBetweenCharacters) {
  EXPECT_EQ(plain(std::string(300, 'x')), std::string(256, 'x'));
  std::string kanji;
  for (int i = 0; i < 100; ++i) kanji += "連";
  EXPECT_EQ(plain(kanji), kanji.substr(0, 255));
}

// Whatever a bot comes up with, the message that it is in is one of the schema.
TEST(PlainText, CanAlwaysBeSent) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; second += 3) {
      const std::string odd{static_cast<char>(first), static_cast<char>(second), '\x80', 'x'};
      Decide decide;
      decide.match = MatchId{1};
      decide.comment = plain_text(odd, kMaxCommentBytes);
      for (const Encoding encoding : {Encoding::binary, Encoding::json}) {
        const auto read = client_message_of(encode(decide, encoding), encoding);
        ASSERT_TRUE(read) << first << ' ' << second;
        ASSERT_EQ(std::get<Decide>(*read), decide) << first << ' ' << second;
      }
    }
  }
}

}  // namespace
}  // namespace rensa::proto
