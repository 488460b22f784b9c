#include "engine/json/record_json.h"

#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>

#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "tests/tools/paths.h"

namespace rensa::json {
namespace {

record::Record golden(const std::string& name) {
  std::ifstream file(tests::data_path("record_" + name + ".rensa"), std::ios::binary);
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return *record::decode(bytes).record;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

std::string whole_refusal(const std::string& text) {
  const auto record = record_of_json(text);
  return record ? "accepted" : record.error().message;
}

// Returns the error without its line.
std::string refusal(const std::string& text) {
  const std::string message = whole_refusal(text);
  const std::size_t end = message.starts_with("line ") ? message.find(": ") : std::string::npos;
  return end == std::string::npos ? message : message.substr(end + 2);
}

TEST(RecordJson, HoldsTheSameAsTheBytes) {
  for (const char* name : {"v1_frames", "v1_keys", "v1_turns", "v1_turns_score", "v1_forfeit", "v2_interrupted"}) {
    const record::Record record = golden(name);
    const auto again = record_of_json(json_of(record));
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(*again, record);
    EXPECT_TRUE(record::verify(*again).ok());
  }
}

TEST(RecordJson, OrderAndSpaceDoNotMatter) {
  const record::Record record = golden("v1_turns");
  std::string text = json_of(record);
  text = replaced(text, " \"format\": \"rensa-record\",\n \"version\": 1,", "");
  text = replaced(text, "{", "{  \"version\":1 ,\"format\"  : \"rensa-record\",");
  EXPECT_EQ(*record_of_json(text), record);
}

TEST(RecordJson, InterruptionsBelongToVersion2) {
  const record::Record record = golden("v2_interrupted");
  const std::string text = json_of(record);
  EXPECT_NE(text.find("\"version\": 2"), std::string::npos);
  EXPECT_EQ(refusal(replaced(text, "\"interruptions\"", "\"stops\"")), "\"interruptions\" is missing");
  EXPECT_EQ(refusal(replaced(text, "\"version\": 2", "\"version\": 1")),
            "\"/interruptions\" is not part of a record, or not written as it should");
  const std::string whole = json_of(golden("v1_frames"));
  EXPECT_EQ(whole.find("interruptions"), std::string::npos);
  for (const char* wrong : {"[]", "[-1]", "[1.5]", "7", "[\"1\"]"}) {
    std::string changed = replaced(whole, "\"version\": 1", "\"version\": 2");
    changed = replaced(changed, "\"inputs\"", std::string("\"interruptions\": ") + wrong + ", \"inputs\"");
    EXPECT_EQ(refusal(changed), "\"interruptions\" has to be an array of frames") << wrong;
  }
}

TEST(RecordJson, MissingUnknownAndRepeatedMembersAreRefused) {
  const std::string text = json_of(golden("v1_forfeit"));
  EXPECT_EQ(refusal("[]"), "\"format\" is missing");
  EXPECT_EQ(refusal("{"), "the text ends too early");
  EXPECT_EQ(refusal(replaced(text, "rensa-record", "other")), "\"format\" has to be \"rensa-record\"");
  EXPECT_EQ(refusal(replaced(text, "\"version\": 1", "\"version\": 3")), "version 3 is not known");
  EXPECT_EQ(refusal(replaced(text, "\"version\": 1", "\"version\": -1")), "\"version\" is out of range");
  EXPECT_EQ(refusal(replaced(text, "\"version\": 1,", "\"version\": 1, \"more\": 2,")),
            "\"/more\" is not part of a record, or not written as it should");
  EXPECT_EQ(refusal(replaced(text, "\"version\": 1,", "\"version\": 1, \"version\": 1,")),
            "\"version\" is given twice");
  EXPECT_EQ(refusal(replaced(text, "\"seat\": ", "\"more\": 1, \"seat\": ")),
            "\"/inputs/0/more\" is not part of a record, or not written as it should");
  EXPECT_EQ(refusal(replaced(text, "\"seat\": ", "\"foot\": ")), "input 1: \"seat\" is missing");
  EXPECT_EQ(refusal(replaced(text, "\"cause\": \"disconnected\"", "\"cause\": \"bored\"")), "\"bored\" is not a cause");
  EXPECT_EQ(refusal(replaced(text, "\"winner\": 2", "\"winner\": 3")), "\"winner\" is out of range");
  EXPECT_EQ(refusal(replaced(text, "\"seed\": \"1\"", "\"seed\": 1")), "\"seed\" has to be a string");
  EXPECT_EQ(refusal(replaced(text, "\"seed\": \"1\"", "\"seed\": \"1x\"")), "\"1x\" is not a number");
  EXPECT_EQ(refusal(replaced(text, "\"seed\": \"1\"", "\"seed\": \"01\"")),
            "\"/seed\" is not part of a record, or not written as it should");
  EXPECT_EQ(refusal(replaced(text, "\"one\"", "1")), "\"players\" has to be two strings");
  EXPECT_EQ(refusal(replaced(text, "\"one\"", "\"\\u0007\"")), "a name is too long or not UTF-8");
  EXPECT_EQ(refusal(replaced(text, "\"colours\": 4", "\"colours\": 9")).substr(0, 21), "\"ruleset\": colours is");
  EXPECT_EQ(refusal(replaced(text, "\"colours\": 4", "\"colours\": [[4]]")),
            "\"ruleset\" has to be an object of numbers and strings");
  EXPECT_EQ(refusal(replaced(text, "\"queue\": \"RB", "\"queue\": \"R?")).substr(0, 8), "\"queue\":");
  EXPECT_EQ(refusal(replaced(text, "\"frame\": 777", "\"frame\": 837")),
            "the number of state hashes does not fit the length of the game");
}

TEST(RecordJson, ErrorsNameTheLine) {
  const std::string text = json_of(golden("v1_forfeit"));
  const auto line_with = [](const std::string& whole, const std::string& part) {
    const auto end = whole.begin() + static_cast<std::ptrdiff_t>(whole.find(part));
    return "line " + std::to_string(1 + std::count(whole.begin(), end, '\n')) + ": ";
  };
  const auto expect_line = [&](const std::string& before, const std::string& after) {
    const std::string changed = replaced(text, before, after);
    EXPECT_THAT(whole_refusal(changed), testing::StartsWith(line_with(changed, after))) << after;
  };
  expect_line("\"version\": 1,", "\"version\": 3,");
  expect_line("\"cause\": \"disconnected\"", "\"cause\": \"bored\"");
  expect_line("\"winner\": 2", "\"winner\": 3");
  expect_line("\"frame\": 777", "\"frame\": \"777\"");
  const std::string twice = replaced(text, "\"cause\": ", "\"cause\": 1,\n\"cause\": ");
  EXPECT_EQ(whole_refusal(twice), line_with(twice, "\"cause\": \"") + "\"cause\" is given twice");
}

TEST(RecordJson, KeysAreLetters) {
  const std::string text = json_of(golden("v1_keys"));
  EXPECT_NE(text.find("\"keys\": \""), std::string::npos);
  EXPECT_EQ(refusal(replaced(text, "\"keys\": \"", "\"keys\": \"X")),
            "input 1: \"keys\" and \"route\" may hold L R D A B only");
}

TEST(RecordJson, RoutesAreKeysAndFrames) {
  const std::string text = json_of(golden("v1_frames"));
  const std::string begin = "\"route\": [";
  ASSERT_NE(text.find(begin), std::string::npos);
  EXPECT_NE(refusal(replaced(text, begin, "\"route\": [\"Q\", 1, ")), "accepted");
  EXPECT_NE(refusal(replaced(text, begin, "\"route\": [\"L\", 0, ")), "accepted");
  EXPECT_NE(refusal(replaced(text, begin, "\"route\": [\"L\", 256, ")), "accepted");
  EXPECT_NE(refusal(replaced(text, begin, "\"route\": [7, ")), "accepted");
  EXPECT_NE(refusal(replaced(text, begin, "\"route\": [\"LR\", 255, ")), "accepted");
}

TEST(RecordJson, DeepNestingIsRefused) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(refusal(deep), "it is nested deeper than 4 levels");
  const std::string text = json_of(golden("v1_turns"));
  EXPECT_EQ(refusal(replaced(text, "\"version\": 1,", "\"version\": 1, \"more\": " + deep + ",")),
            "it is nested deeper than 4 levels");
  std::string objects;
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  EXPECT_NE(refusal(objects), "accepted");
}

}  // namespace
}  // namespace rensa::json
