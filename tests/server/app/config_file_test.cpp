#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "server/app/config.h"

namespace rensa::app {
namespace {

using testing::HasSubstr;

TEST(ConfigFile, MeansTheSettingsFromWhichItWasMade) {
  Config config;
  config.data = "/var/lib/rensa";
  config.host_names = "a.example b.example";
  config.exec_players = 1;
  const auto read = config_of_json(config_file_of(config), {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, config);
}

TEST(ConfigFile, ShowsEachDefaultAsACommentBelowItsHelp) {
  const std::string text = config_file_of({});
  for (const Setting& setting : settings()) {
    const std::string is_comment = setting.name == "data" ? "" : "// ";
    EXPECT_THAT(text, HasSubstr("  // " + setting.help + "\n  " + is_comment + "\"" + setting.name + "\": "));
  }
}

// Removes the marks of comments from all lines that show a setting.
std::string with_all_settings(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    if (const auto mark = line.find("// \""); mark != std::string::npos) line.erase(mark, 3);
    result += line + "\n";
  }
  return result;
}

TEST(ConfigFile, StaysCorrectWhenTheMarksOfCommentsAreRemoved) {
  const std::string text = with_all_settings(config_file_of({}));
  EXPECT_THAT(text, HasSubstr("\n  \"web_port\": 8787,\n"));
  const auto read = config_of_json(text, {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, Config{});
}

TEST(ConfigFile, ErrorsNameTheLineOfAFileWithComments) {
  const auto read = config_of_json("// one\n{\n  // \"web_port\": 1,\n  \"web_prot\": 2\n}\n", {});
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message, HasSubstr("line 4"));
}

TEST(ConfigFile, OnlyWholeLinesAreComments) {
  const auto read = config_of_json("{\"host_names\": \"//a.example\"}", {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->host_names, "//a.example");
  EXPECT_FALSE(config_of_json("{\"web_port\": 1 // a port\n}", {}));
}

}  // namespace
}  // namespace rensa::app
