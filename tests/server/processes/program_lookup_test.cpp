#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "server/processes/program.h"

namespace rensa::processes {
namespace {

namespace fs = std::filesystem;

TEST(ProgramLookup, CandidatesOfANameAreInTheFoldersOfPath) {
  const std::string before = std::getenv("PATH");
  setenv("PATH", "/one::/two", 1);
  EXPECT_EQ(candidate_paths("bot"), (std::vector<std::string>{"/one/bot", "./bot", "/two/bot"}));
  EXPECT_EQ(candidate_paths("./bot"), std::vector<std::string>{"./bot"});
  setenv("PATH", before.c_str(), 1);
}

TEST(ProgramLookup, SaysWhyAProgramCannotBeRun) {
  EXPECT_EQ(why_not_runnable("sh"), "");
  EXPECT_EQ(why_not_runnable("/bin/sh"), "");
  EXPECT_EQ(why_not_runnable("no-such-bot"), "no-such-bot is in no folder of PATH");
  EXPECT_EQ(why_not_runnable("/no/such/bot"), "there is no program /no/such/bot");
  EXPECT_EQ(why_not_runnable("/tmp"), "/tmp is a folder: name a program in it");
  const fs::path file = fs::temp_directory_path() / "rensa-places-test";
  std::ofstream(file) << "#!/bin/sh\n";
  fs::permissions(file, fs::perms::owner_read);
  EXPECT_EQ(why_not_runnable(file.string()), file.string() + " may not be executed");
  fs::remove(file);
  const fs::path before = fs::current_path();
  const fs::path folder = fs::path(testing::TempDir()) / "rensa_program_lookup";
  fs::create_directories(folder);
  fs::current_path(folder);
  std::ofstream("bot.py") << "print()\n";
  EXPECT_EQ(why_not_runnable("bot.py"),
            "bot.py is in no folder of PATH: name the file of this folder as ./bot.py, or behind its interpreter");
  fs::current_path(before);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace rensa::processes
