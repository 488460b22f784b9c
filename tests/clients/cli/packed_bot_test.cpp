#include "clients/cli/submit/packed_bot.h"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "clients/command_line/command_line.h"
#include "server/submissions/archive/bot_archive.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kAllFiles = R"({"name": "mine", "language": "python", "command": ["python3", "bot.py"]})";

std::vector<std::string> paths_in(const PackedBot& bot) {
  std::vector<std::string> paths;
  const auto upload = submissions::read_upload(bot.archive);
  EXPECT_TRUE(upload) << upload.error().message;
  if (!upload) return paths;
  for (const submissions::ArchivedFile& file : upload->files) {
    paths.push_back(file.path + (file.is_executable ? "*" : ""));
  }
  return paths;
}

std::string why_not_packed(const fs::path& folder) {
  try {
    pack_bot(folder);
  } catch (const command_line::UsageError& error) {
    return error.what();
  }
  return "packed";
}

TEST(PackedBotTest, HasAllFilesButHiddenOnesAndCaches) {
  const TestFolder folder;
  write_file(folder / "bot.json", kAllFiles);
  write_file(folder / "bot.py", "print()");
  for (const char* name : {"lib/deep", "__pycache__", ".git"}) fs::create_directories(folder / name);
  write_file(folder / "lib/deep/a.py", "a");
  write_file(folder / "__pycache__/bot.pyc", "x");
  write_file(folder / ".git/config", "secret");
  write_file(folder / ".env", "secret");
  write_file(folder / "run", "#!/bin/sh");
  fs::permissions(folder / "run", fs::perms::owner_exec, fs::perm_options::add);
  EXPECT_THAT(paths_in(pack_bot(folder.path())), ElementsAre("bot.json", "bot.py", "lib/deep/a.py", "run*"));
}

TEST(PackedBotTest, HasTheFilesThatItsManifestNames) {
  const TestFolder folder;
  write_file(folder / "bot.json",
             R"({"name": "mine", "language": "cpp", "command": ["bot"], "files": ["build", ".weights"]})");
  write_file(folder / "notes", "x");
  write_file(folder / ".weights", "x");
  fs::create_directories(folder / "build");
  write_file(folder / "build/bot", "x");
  EXPECT_THAT(paths_in(pack_bot(folder.path())), ElementsAre(".weights", "bot.json", "build/bot"));
}

TEST(PackedBotTest, KnowsItsLargestFile) {
  const TestFolder folder;
  write_file(folder / "bot.json", kAllFiles);
  write_file(folder / "bot.py", "print()");
  write_file(folder / "weights", std::string(5'000, 'x'));
  const PackedBot packed = pack_bot(folder.path());
  EXPECT_EQ(packed.largest_file, "weights");
  EXPECT_EQ(packed.largest_file_bytes, 5'000U);
}

TEST(PackedBotTest, IsRefusedWithTheNameOfTheFile) {
  const TestFolder folder;
  EXPECT_THAT(why_not_packed(folder / "nothing"), HasSubstr("nothing is no folder"));
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("has no bot.json, which rensa new-bot writes"));
  write_file(folder / "bot.json", "{");
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("bot.json: "));
  write_file(folder / "bot.json", R"({"name": "mine", "language": "cpp", "command": ["bot"], "files": ["build/bot"]})");
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("build/bot is missing, and bot.json names it"));
  write_file(folder / "bot.json", kAllFiles);
  fs::create_symlink("/etc/passwd", folder / "users");
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("users is a link: put what it leads to in its place"));
  fs::remove(folder / "users");
  fs::create_directories(folder / "node_modules");
  fs::create_symlink("/usr", folder / "node_modules/rensa");
  EXPECT_THAT(why_not_packed(folder.path()),
              HasSubstr("node_modules/rensa is a link: npm install --install-links PACKAGE copies it instead"));
  fs::remove_all(folder / "node_modules");
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("pipe is neither a file nor a folder"));
  fs::remove(folder / "pipe");
  write_file(folder / "wei\xc3\x9f", "x");
  EXPECT_THAT(why_not_packed(folder.path()), HasSubstr("has a character that is none of"));
}

TEST(PackedBotTest, ANewBotCanBePacked) {
  const TestFolder folder;
  for (const std::string language : {"cpp", "python", "js"}) {
    const fs::path bot = folder / language / "my-bot";
    ASSERT_EQ(run({"new-bot", bot, "--language", language}).exit_code, 0);
    // What is built or installed is not there yet.
    if (language == "cpp") {
      EXPECT_THAT(why_not_packed(bot), HasSubstr("build/bot is missing"));
      fs::create_directories(bot / "build");
      write_file(bot / "build/bot", "x");
    }
    if (language == "js") fs::create_directories(bot / "node_modules");
    const PackedBot packed = pack_bot(bot);
    EXPECT_EQ(packed.manifest.name, "my-bot");
    EXPECT_EQ(packed.manifest.language, language);
  }
}

}  // namespace
}  // namespace rensa::cli::test
