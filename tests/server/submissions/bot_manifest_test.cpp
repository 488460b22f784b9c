#include "server/submissions/bot_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace rensa::submissions {
namespace {

using testing::HasSubstr;

std::string manifest_with(const std::string& name, const std::string& rest) {
  return R"({"name": ")" + name + R"(", "language": "python", )" + rest + "}";
}

std::string error_of_manifest(const std::string& text) {
  const auto manifest = parse_manifest(text);
  return manifest ? "accepted" : manifest.error().message;
}

TEST(BotManifest, SaysHowTheBotIsStarted) {
  const auto manifest =
      parse_manifest(manifest_with("deep-thought", R"("command": ["python3", "bot.py"], "files": ["bot.py", "lib"])"));
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(*manifest, (BotManifest{.name = "deep-thought",
                                    .language = "python",
                                    .command = {"python3", "bot.py"},
                                    .files = std::vector<std::string>{"bot.py", "lib"}}));
  EXPECT_EQ(parse_manifest(manifest_with("a", R"("command": ["x"])"))->files, std::nullopt);
}

TEST(BotManifest, RefusesWhatIsMissingWrongOrUnknown) {
  EXPECT_THAT(error_of_manifest("["), HasSubstr("bot.json: "));
  EXPECT_THAT(error_of_manifest("[]"), HasSubstr("an object is expected"));
  EXPECT_THAT(error_of_manifest("{}"), HasSubstr("bot.json: name: is missing"));
  EXPECT_THAT(error_of_manifest(R"({"name": 3})"), HasSubstr("name: a text is expected"));
  EXPECT_THAT(error_of_manifest(R"({"name": "a", "command": ["x"]})"), HasSubstr("language: is missing"));
  EXPECT_THAT(error_of_manifest(manifest_with("a", R"("command": ["x"], "comand": ["y"])")),
              HasSubstr("\"comand\" is not known"));
  EXPECT_THAT(error_of_manifest(manifest_with("a", R"("command": ["x"], "command": ["y"])")), HasSubstr("command"));
  for (const char* command : {"\"python3 bot.py\"", "[]", "[3]", R"([""])", R"(["a\u0000b"])", R"(["a\nb"])"}) {
    EXPECT_THAT(error_of_manifest(manifest_with("a", std::string("\"command\": ") + command)),
                HasSubstr("command: a list of 1 to 32 texts is expected"))
        << command;
  }
  EXPECT_NE(error_of_manifest(manifest_with("a", R"("command": ["x"], "files": [])")), "accepted");
  EXPECT_THAT(error_of_manifest(manifest_with("a", R"("command": ["x"], "files": ["../b"])")),
              HasSubstr("files: \"../b\" leads out of the folder"));
}

TEST(BotManifest, RefusesNamesThatAreNone) {
  for (const char* name : {"", "Ringo", "2fast", "-x", "a b", "a/b", "..", "abcdefghijklmnopqrstuvwxyz-", "\xc3\xa9"}) {
    EXPECT_THAT(why_not_a_bot_name(name), HasSubstr("1 to 26 small letters")) << name;
  }
  EXPECT_THAT(why_not_a_bot_name("gaze"), HasSubstr("built-in player"));
  EXPECT_EQ(why_not_a_bot_name("abcdefghijklmnopqrstuvwxyz"), "");
}

TEST(BotManifest, AnUploadHasOneInItsFirstFolder) {
  const std::string text = manifest_with("mine", R"("command": ["python3", "bot.py"])");
  const auto bot = read_upload(archive_of({{"bot.json", text, false}, {"bot.py", "print()", false}}));
  ASSERT_TRUE(bot) << bot.error().message;
  EXPECT_EQ(bot->manifest.name, "mine");
  EXPECT_EQ(bot->files.size(), 2U);
  EXPECT_THAT(read_upload(archive_of({{"lib/bot.json", text, false}})).error().message,
              HasSubstr("has no bot.json in its first folder"));
  EXPECT_THAT(read_upload(archive_of({{"bot.json", "{", false}})).error().message, HasSubstr("bot.json: "));
  EXPECT_FALSE(read_upload("").ok());
}

}  // namespace
}  // namespace rensa::submissions
