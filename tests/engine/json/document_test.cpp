#include "engine/json/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rensa::json {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

std::string refusal(std::string_view text) {
  const auto document = parse_document(text);
  EXPECT_FALSE(document) << text;
  return document ? "" : document.error().message;
}

TEST(JsonDocument, HasTheSameValuesAsTheLibraryReads) {
  for (const char* text :
       {R"({"a": [1, -2, 0.5, 1e3, true, false, null, "x\u00e9\n"], "b": {"c": {}, "d": []}, "": 0})", "7", "\"x\"",
        "[]", "[[[1], 2], {\"a\": [{}]}]", " \n null \t", "18446744073709551615", "-9223372036854775808",
        "\xEF\xBB\xBF{}"}) {
    const auto document = parse_document(text);
    ASSERT_TRUE(document) << text << ": " << document.error().message;
    EXPECT_EQ(*document, json::parse(text)) << text;
    EXPECT_EQ(parse_ordered_document(text)->dump(), nlohmann::ordered_json::parse(text).dump()) << text;
  }
}

TEST(JsonDocument, AKeyThatIsGivenTwiceIsNamedWithItsLine) {
  EXPECT_EQ(refusal(R"({"a": 1, "a": 1})"), "line 1: \"a\" is given twice");
  EXPECT_EQ(refusal("{\"a\": 1,\n\"b\": 2,\n\n\"a\": 3}"), "line 4: \"a\" is given twice");
  EXPECT_EQ(refusal("{\"x\": [{}, {\"k\": {\"inner\": 1,\n\"inner\": 2}}]}"), "line 2: \"inner\" is given twice");
  EXPECT_EQ(refusal(R"({"a": 1, "\u0061": 2})"), "line 1: \"a\" is given twice") << "written in another way";
  EXPECT_EQ(refusal(R"({"": 1, "": 2})"), "line 1: \"\" is given twice");
  EXPECT_FALSE(parse_ordered_document(R"({"a": 1, "b": 2, "a": 3})"));
  EXPECT_TRUE(parse_document(R"([{"a": 1}, {"a": 1, "b": {"a": 1}}])")) << "of different objects";
  EXPECT_TRUE(parse_document(R"({"a": 1, "A": 1})"));
}

TEST(JsonDocument, KeysInErrorsCannotAddLines) {
  EXPECT_EQ(refusal("{\"a\\n\\\"b\": 1, \"a\\n\\\"b\": 1}"), "line 1: \"a\\n\\\"b\" is given twice");
  const std::string key(1000, 'k');
  EXPECT_EQ(refusal("{\"" + key + "\": 1, \"" + key + "\": 1}"),
            "line 1: \"" + key.substr(0, 64) + "...\" is given twice");
}

TEST(JsonDocument, FaultsAreToldInOurWords) {
  EXPECT_EQ(refusal(""), "line 1, column 1: the text ends too early");
  EXPECT_EQ(refusal("{\n\"seed\": 7"),
            "line 2, column 10: the text ends too early; the last key before it is \"seed\"");
  EXPECT_EQ(refusal("{seed: 7}"), "line 1, column 2: a key in quotes has to stand here");
  EXPECT_EQ(refusal("{\"a\" 7}"), "line 1, column 6: a colon has to stand here; the last key before it is \"a\"");
  EXPECT_EQ(refusal("{\"a\": 7 \"b\": 8}"),
            "line 1, column 11: a comma or } has to stand here; the last key before it is "
            "\"a\"");
  EXPECT_EQ(refusal("[7 8]"), "line 1, column 4: a comma or ] has to stand here");
  EXPECT_EQ(refusal("[7,]"), "line 1, column 4: a value has to stand here");
  EXPECT_EQ(refusal("{} x"), "line 1, column 4: something follows after the end");
  EXPECT_EQ(refusal("[nul]"), "line 1, column 5: this is not a value of JSON");
  EXPECT_THAT(refusal("[1e999]"), HasSubstr(": a number is too large"));
  EXPECT_THAT(refusal("[-]"), HasSubstr(": a number is not written as JSON writes numbers"));
  EXPECT_THAT(refusal("[01]"), HasSubstr(": a comma or ] has to stand here"));
  EXPECT_THAT(refusal("[\"a"), HasSubstr(": a string has no closing quote"));
  EXPECT_THAT(refusal("[\"a\nb\"]"), HasSubstr(": a string holds a control character that is not escaped"));
  EXPECT_THAT(refusal("[\"\\x\"]"), HasSubstr(": a string has an escape that JSON does not have"));
  EXPECT_THAT(refusal("[\"\\ud800\"]"), HasSubstr(": a string has an escape that JSON does not have"));
  EXPECT_THAT(refusal("[\"\xFF\"]"), HasSubstr(": a string is not UTF-8"));
}

TEST(JsonDocument, NoFaultIsToldInTheWordsOfTheLibrary) {
  const std::string whole = R"({"a": [1, -2.5e3, true, null, "x\u00e9"], "b": {"c": {}}})";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    for (const char* end : {"", "x", "}", "]", "\"", ",", ":", "\\", "\x01", "\xFF", "-", "."}) {
      const auto document = parse_document(whole.substr(0, length) + end);
      if (document) continue;
      EXPECT_THAT(document.error().message, Not(HasSubstr("json"))) << length << end;
      EXPECT_THAT(document.error().message, Not(HasSubstr("parse error"))) << length << end;
      EXPECT_THAT(document.error().message, Not(HasSubstr("this is not JSON"))) << length << end;
      EXPECT_THAT(document.error().message, testing::StartsWith("line 1, column ")) << length << end;
    }
  }
}

TEST(JsonDocument, DeepNestingIsRefused) {
  EXPECT_TRUE(parse_document("[[1]]", 2));
  EXPECT_EQ(parse_document("[[\n[1]]]", 2).error().message, "line 2: it is nested deeper than 2 levels");
  EXPECT_EQ(refusal(std::string(1'000'000, '[')), "line 1: it is nested deeper than 16 levels");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_EQ(refusal(objects), "line 1: it is nested deeper than 16 levels");
}

TEST(JsonDocument, TheLineOfAValueIsThatOfItsKeyOrItsBeginning) {
  const std::string text =
      "{\n"
      "  \"name\":\n"
      "    \"a\",\n"
      "  \"players\": [\n"
      "    \"greedy\",\n"
      "    7\n"
      "    , {\n"
      "      \"name\": \"b\"\n"
      "    }\n"
      "  ],\n"
      "  \"seed\": 1\n"
      "}\n";
  const auto line = [&](const std::vector<std::string>& path) { return line_of_value(text, path); };
  EXPECT_EQ(line({}), 1U);
  EXPECT_EQ(line({"name"}), 2U);
  EXPECT_EQ(line({"players"}), 4U);
  EXPECT_EQ(line({"players", "0"}), 5U);
  EXPECT_EQ(line({"players", "1"}), 6U);
  EXPECT_EQ(line({"players", "2"}), 7U);
  EXPECT_EQ(line({"players", "2", "name"}), 8U);
  EXPECT_EQ(line({"seed"}), 11U);
  EXPECT_EQ(line({"players", "3"}), 0U);
  EXPECT_EQ(line({"none"}), 0U);
  EXPECT_EQ(line({"name", "more"}), 0U);
  EXPECT_EQ(line_of_value("{\"a\": ", {"b"}), 0U) << "a text that cannot be read has no values";
}

}  // namespace
}  // namespace rensa::json
