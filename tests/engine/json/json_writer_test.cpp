#include "engine/json/json_writer.h"

#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/json/record_json.h"
#include "engine/json/settings_json.h"
#include "engine/record/codec.h"
#include "tests/tools/paths.h"

namespace rensa::json {
namespace {

// The library writes the same text with a line for each value.
std::string as_by_library(const std::string& text, int indentation) {
  return nlohmann::ordered_json::parse(text).dump(indentation);
}

TEST(JsonWriter, WritesALineForEachValue) {
  JsonWriter writer(2);
  writer.begin_object();
  writer.member("number", -3);
  writer.member("text", "two words");
  writer.key("nothing");
  writer.add_null();
  for (const char* name : {"empty", "list"}) {
    writer.key(name);
    writer.begin_array();
    for (int i = 0; name == std::string("list") && i < 2; ++i) writer.add(std::uint64_t{1} << 63);
    writer.end_array();
  }
  writer.key("inner");
  writer.begin_object();
  writer.end_object();
  writer.end_object();
  const std::string text = writer.take_text();
  EXPECT_EQ(text, R"({
  "number": -3,
  "text": "two words",
  "nothing": null,
  "empty": [],
  "list": [
    9223372036854775808,
    9223372036854775808
  ],
  "inner": {}
})");
  EXPECT_EQ(text, as_by_library(text, 2));
}

TEST(JsonWriter, EscapesWhatJsonDoesNotAllow) {
  for (const std::string text : {"", "\"", "\\", "a\nb", "\x01", "\x7f", "ぷよ", "~ !"}) {
    JsonWriter writer(1);
    writer.begin_object();
    writer.member(text, text);
    writer.end_object();
    EXPECT_EQ(writer.take_text(), nlohmann::json({{text, text}}).dump(1)) << text;
  }
  JsonWriter writer(1);
  writer.add("\xFF");
  EXPECT_EQ(nlohmann::json::parse(writer.take_text()), "\xEF\xBF\xBD");
}

TEST(JsonWriter, WritesRecordsAndRulesetsAsTheLibraryDoes) {
  for (const char* name : {"v1_frames", "v1_keys", "v1_turns", "v1_turns_score", "v1_forfeit", "v2_interrupted"}) {
    std::ifstream file(tests::data_path(std::string("record_") + name + ".rensa"), std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const record::Record record = *record::decode(bytes).record;
    EXPECT_EQ(json_of(record), as_by_library(json_of(record), 1) + "\n") << name;
    const std::string ruleset = json_of(record.setup.ruleset);
    EXPECT_EQ(ruleset, as_by_library(ruleset, 2) + "\n") << name;
  }
}

}  // namespace
}  // namespace rensa::json
