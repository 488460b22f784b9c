#include "clients/command_line/ruleset_option.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "clients/command_line/command_line.h"

namespace rensa::command_line {
namespace {

using testing::HasSubstr;

TEST(RulesetOption, NamesAPublishedRulesetOrAFile) {
  EXPECT_EQ(ruleset_of_option("jaist-1"), *rules::find_ruleset("jaist-1"));
  const auto file = std::filesystem::path(testing::TempDir()) / ("rensa_ruleset_" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << R"({"id": "mine", "visible_pairs": 5})";
  const rules::Ruleset mine = ruleset_of_option(file.string());
  EXPECT_EQ(mine.id, "mine");
  EXPECT_EQ(mine.visible_pairs, 5);
  std::ofstream(file) << R"({"id": "mine", "visible_pairs": 6})";
  const auto refused = read_ruleset(file.string());
  std::filesystem::remove(file);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("visible_pairs is 6"));
  EXPECT_THROW(ruleset_of_option("chess-1"), UsageError);
  EXPECT_THAT(read_ruleset("chess-1").error().message, HasSubstr("neither a file nor one of tsu-1 jaist-1 class-1"));
}

}  // namespace
}  // namespace rensa::command_line
