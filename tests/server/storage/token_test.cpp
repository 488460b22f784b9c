#include "server/storage/token.h"

#include <gtest/gtest.h>
#include <set>

namespace rensa::storage {
namespace {

TEST(Token, HashIsSha256OfTheWholeText) {
  const std::string text = "rw_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  const auto hash = hash_of_token(text);
  ASSERT_TRUE(hash);
  std::string hex;
  for (const std::uint8_t byte : *hash) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  EXPECT_EQ(hex, "23f4453b8a1640391003ea6adf094eb8f7528905887b1a690d6c82a257f065cc");
}

TEST(Token, TwoTokensAreNeverEqual) {
  std::set<std::string> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random_token(Role::worker));
  EXPECT_EQ(seen.size(), 1000U);
}

TEST(Token, TextsAreUrlSafe) {
  for (int i = 0; i < 200; ++i) {
    const std::string text = random_token(Role::administrator);
    EXPECT_EQ(text.size(), 46U);
    EXPECT_EQ(text.find_first_of("+/="), std::string::npos) << text;
  }
}

TEST(TokenName, MayBeAnyVisibleText) {
  for (const char* name : {"a", "two words", "näive", "连锁", "\U0001F9F1", "0123456789abcdef0123456789abcdef"}) {
    EXPECT_NO_THROW(check_token_name(name)) << name;
  }
}

TEST(TokenName, MustBeUtf8OfTheRightLengthWithoutInvisibleCharacters) {
  using namespace std::string_view_literals;
  for (const std::string_view name : {
           ""sv,
           "0123456789abcdef0123456789abcdef0"sv,
           "\0"sv,
           "a\nb"sv,
           "\x7F"sv,
           "\xC2\x85"sv,  // a control character of two bytes
           "\x80"sv,      // the middle of a character
           "a\xC3"sv,     // half of one
           "\xC0\x80"sv,  // longer than need be
           "\xE0\x80\xAF"sv,
           "\xED\xA0\x80"sv,      // half of a surrogate pair
           "\xF4\x90\x80\x80"sv,  // beyond Unicode
           "\xFF"sv,
           "\u00A0"sv,
           "\u200B"sv,
           "ann\u202E"sv,
           " ann"sv,
           "two  spaces"sv,
       }) {
    EXPECT_THROW(check_token_name(name), TokenNameError) << name;
  }
}

TEST(Role, IsReadAsItIsWritten) {
  for (const Role role : {Role::worker, Role::administrator}) EXPECT_EQ(role_from_name(name_of(role)), role);
  EXPECT_EQ(role_from_name("root"), std::nullopt);
}

}  // namespace
}  // namespace rensa::storage
