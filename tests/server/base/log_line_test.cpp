#include "server/base/log_line.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rensa::base {
namespace {

// Reads a line of the log as a program would: keys, and values with or without quotes. Fails the test for other lines.
std::vector<std::pair<std::string, std::string>> fields_of(const std::string& line) {
  std::vector<std::pair<std::string, std::string>> fields;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t equals = line.find('=', at);
    EXPECT_NE(equals, std::string::npos) << line;
    if (equals == std::string::npos) return {};
    std::string value;
    std::size_t end = equals + 1;
    const bool is_quoted = end < line.size() && line[end] == '"';
    if (is_quoted) ++end;
    for (; end < line.size() && line[end] != (is_quoted ? '"' : ' '); ++end) {
      if (line[end] == '\\') value.push_back(line[end++]);
      value.push_back(line[end]);
    }
    if (is_quoted) ++end;
    EXPECT_TRUE(end == line.size() || line[end] == ' ') << line;
    fields.emplace_back(line.substr(at, equals - at), value);
    at = end + 1;
  }
  return fields;
}

enum class SomeId : std::uint64_t {};

TEST(LogLine, HasKeysAndValues) {
  const std::string line = LogLine("entered")
                               .number("session", SomeId{7})
                               .text("name", "ann b")
                               .word("address", "[::1]")
                               .number("offset", -3);
  EXPECT_EQ(line, "event=entered session=7 name=\"ann b\" address=[::1] offset=-3");
}

TEST(LogLine, OrdinaryTextsOfAllLanguagesStayAsTheyAre) {
  for (const char* text : {"", "ann", "it's 100 % = ok; {a: [b]}", "J\xC3\xBCrgen", "\xE3\x81\xB7\xE3\x82\x88",
                           "\xF0\x9F\x90\xB8", "\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0"}) {
    EXPECT_EQ(quoted_for_log(text), std::string("\"") + text + "\"");
  }
}

TEST(LogLine, WhatCouldEndAFieldOrALineIsEscaped) {
  EXPECT_EQ(quoted_for_log("a\" b=\"c"), "\"a\\\" b=\\\"c\"");
  EXPECT_EQ(quoted_for_log("a\\"), "\"a\\\\\"");
  EXPECT_EQ(quoted_for_log("a\nb\rc\td"), "\"a\\nb\\rc\\td\"");
  EXPECT_EQ(quoted_for_log(std::string("\0\x1B[2J\x7F", 6)), "\"\\u0000\\u001B[2J\\u007F\"");
  EXPECT_EQ(quoted_for_log("\xC2\x85\xC2\x9B"), "\"\\u0085\\u009B\"") << "control characters of eight bits";
  EXPECT_EQ(quoted_for_log("\xE2\x80\xA8\xE2\x80\xA9"), "\"\\u2028\\u2029\"") << "separators of lines and paragraphs";
  EXPECT_EQ(quoted_for_log("\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8B"), "\"\\u202E\\u2066\\u200B\"")
      << "direction of writing, and no width";
  EXPECT_EQ(quoted_for_log("\xF3\xA0\x81\x81"), "\"\\U000E0041\"") << "an invisible letter";
}

TEST(LogLine, BytesThatAreNotUtf8AreEscaped) {
  const std::map<std::string, std::string> escapes{
      {"\x80", "\\x80"},
      {"a\xFF", "a\\xFF"},
      {"\xC0\xA2", "\\xC0\\xA2"},           // a quote in two bytes
      {"\xE0\x80\xA2", "\\xE0\\x80\\xA2"},  // and in three
      {"\xED\xA0\x80", "\\xED\\xA0\\x80"},  // a surrogate
      {"\xF4\x90\x80\x80", "\\xF4\\x90\\x80\\x80"},
      {"\xE3\x81", "\\xE3\\x81"},
      {"\xC3\"", "\\xC3\\\""},  // the quote is not a part of the character
  };
  for (const auto& [text, escaped] : escapes) EXPECT_EQ(quoted_for_log(text), "\"" + escaped + "\"");
}

TEST(LogLine, NoValueForgesAnotherField) {
  const std::vector<std::string> hostile{"a\" player=admin why=\"",
                                         "a\\\" player=admin \\",
                                         "a\" address=10.0.0.1",
                                         "\"",
                                         "\\",
                                         "\\\"",
                                         "x\n2026-01-01T00:00:00Z event=entered name=\"admin",
                                         "x\r\nevent=entered",
                                         "\xC0\xA2 player=admin",
                                         std::string("a\0\" player=admin", 17),
                                         "player=admin",
                                         " ",
                                         "="};
  for (const std::string& value : hostile) {
    const std::string line = LogLine("entered").text("name", value).word("address", value).number("session", 7);
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    EXPECT_EQ(line.find('\r'), std::string::npos) << line;
    const auto fields = fields_of(line);
    ASSERT_EQ(fields.size(), 4U) << line;
    EXPECT_EQ(fields[0], std::pair(std::string("event"), std::string("entered")));
    EXPECT_EQ(fields[1].first, "name") << line;
    EXPECT_EQ(fields[2].first, "address") << line;
    EXPECT_EQ(fields[2].second, fields[1].second) << line;
    EXPECT_EQ(fields[3], std::pair(std::string("session"), std::string("7"))) << line;
  }
}

// Every pair of bytes, which has all quotes, escapes and beginnings of characters next to each other.
TEST(LogLine, NoTwoBytesForgeAField) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string value{static_cast<char>(first), static_cast<char>(second)};
      const auto fields = fields_of(LogLine("e").text("a", value).word("b", value).word("c", "end"));
      ASSERT_EQ(fields.size(), 4U) << first << " " << second;
      ASSERT_EQ(fields[3].second, "end") << first << " " << second;
    }
  }
}

}  // namespace
}  // namespace rensa::base
