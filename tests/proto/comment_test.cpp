#include "proto/comment.h"

#include <gtest/gtest.h>

#include "proto/codec.h"

namespace rensa::proto {
namespace {

TEST(Comment, KeepsWhatPeopleWrite) {
  EXPECT_EQ(comment_of("fires 7 links"), "fires 7 links");
  EXPECT_EQ(comment_of("七連鎖 ← ünd 🀄"), "七連鎖 ← ünd 🀄");
  EXPECT_EQ(comment_of(""), "");
}

TEST(Comment, MarksWhatIsNoCharacter) {
  EXPECT_EQ(comment_of("a\nb\x7F"), "a?b?");
  EXPECT_EQ(comment_of(std::string("a\0b", 3)), "a?b");
  EXPECT_EQ(comment_of("\xFF"), "?");
  EXPECT_EQ(comment_of("\xE4\xB8"), "??") << "cut short";
  EXPECT_EQ(comment_of("\xC0\xAF"), "??") << "overlong";
  EXPECT_EQ(comment_of("\xE0\x80\xAF"), "???") << "overlong";
  EXPECT_EQ(comment_of("\xED\xA0\x80"), "???") << "half of a surrogate pair";
  EXPECT_EQ(comment_of("\xF4\x90\x80\x80"), "????") << "beyond Unicode";
  EXPECT_EQ(comment_of("\xC2\x85"), "??") << "a control character";
}

TEST(Comment, IsCutBetweenCharacters) {
  EXPECT_EQ(comment_of(std::string(300, 'x')), std::string(256, 'x'));
  std::string kanji;
  for (int i = 0; i < 100; ++i) kanji += "連";
  EXPECT_EQ(comment_of(kanji), kanji.substr(0, 255));
}

// Whatever a bot comes up with, the message that it is in is one of the schema.
TEST(Comment, CanAlwaysBeSent) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; second += 3) {
      const std::string odd{static_cast<char>(first), static_cast<char>(second), '\x80', 'x'};
      Decide decide;
      decide.match = MatchId{1};
      decide.comment = comment_of(odd);
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
