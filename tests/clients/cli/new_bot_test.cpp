#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/server/app/run_program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

namespace fs = std::filesystem;
using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename());
  return names;
}

TEST(NewBot, HasAProjectInEachLanguage) {
  const TestFolder folder;
  const std::vector<std::pair<std::string, std::vector<std::string>>> files_of_languages{
      {"cpp", {"CMakeLists.txt", "main.cpp", "builder.h", "builder.cpp", "bot_test.cpp"}},
      {"python", {"bot.py", "test_bot.py"}},
      {"js", {"package.json", "bot.js", "main.js", "bot_test.js"}}};
  for (const auto& [language, files] : files_of_languages) {
    const fs::path project = folder / language / "deep-thought";
    const ProgramResult written = run({"new-bot", project, "--language", language});
    EXPECT_EQ(written.exit_code, base::kExitSuccess) << written.err;
    EXPECT_THAT(written.out, HasSubstr(project / "README.md"));
    EXPECT_THAT(names_in(project), IsSupersetOf(files));
    EXPECT_THAT(names_in(project), IsSupersetOf({"README.md", "plan.json"}));
    for (const std::string& name : names_in(project)) {
      EXPECT_THAT(read_file(project / name), Not(AnyOf(HasSubstr("@NAME@"), HasSubstr("@VERSION@"))))
          << name << ": a value has not been put in";
    }
    const auto plan = nlohmann::json::parse(read_file(project / "plan.json"));
    EXPECT_EQ(plan.at("players").at(2).at("name"), "deep-thought");
  }
}

TEST(NewBot, TakesANameOfItsOwn) {
  const TestFolder folder;
  ASSERT_EQ(run({"new-bot", folder / "My Bot", "--language", "js", "--name", "ringo-2"}).exit_code, 0);
  const auto package = nlohmann::json::parse(read_file(folder / "My Bot" / "package.json"));
  EXPECT_EQ(package.at("name"), "ringo-2");
}

TEST(NewBot, GoesIntoAnEmptyFolderThatIsThere) {
  const TestFolder folder;
  fs::create_directory(folder / "mine");
  EXPECT_EQ(run({"new-bot", (folder / "mine").string() + "/", "--language", "python"}).exit_code, 0);
  EXPECT_THAT(names_in(folder / "mine"), Contains("bot.py"));
}

TEST(NewBot, RefusesAFolderThatIsNotEmpty) {
  const TestFolder folder;
  ASSERT_EQ(run({"new-bot", folder / "mine", "--language", "python"}).exit_code, 0);
  write_file(folder / "mine" / "bot.py", "changed");
  const ProgramResult again = run({"new-bot", folder / "mine", "--language", "python"});
  EXPECT_EQ(again.exit_code, base::kExitWrongCall);
  EXPECT_THAT(again.err, HasSubstr("mine is a folder that is not empty: name a new one"));
  EXPECT_EQ(read_file(folder / "mine" / "bot.py"), "changed");
  write_file(folder / "file", "");
  const ProgramResult file = run({"new-bot", folder / "file", "--language", "python"});
  EXPECT_EQ(file.exit_code, base::kExitWrongCall);
  EXPECT_THAT(file.err, HasSubstr("file is a file: name a new folder"));
}

TEST(NewBot, RefusesAnUnknownLanguage) {
  const TestFolder folder;
  const ProgramResult refused = run({"new-bot", folder / "mine", "--language", "cobol"});
  EXPECT_EQ(refused.exit_code, base::kExitWrongCall);
  EXPECT_THAT(refused.err, HasSubstr("--language: cobol not in {cpp,python,js}"));
  const ProgramResult missing = run({"new-bot", folder / "mine"});
  EXPECT_EQ(missing.exit_code, base::kExitWrongCall);
  EXPECT_EQ(missing.err, "rensa: --language is required: one of cpp, python, js\n");
  EXPECT_FALSE(fs::exists(folder / "mine"));
}

TEST(NewBot, RefusesAnEmptyName) {
  const TestFolder folder;
  const ProgramResult refused = run({"new-bot", folder / "mine", "--language", "cpp", "--name", ""});
  EXPECT_EQ(refused.exit_code, base::kExitWrongCall);
  EXPECT_THAT(refused.err, HasSubstr("an empty name"));
  EXPECT_FALSE(fs::exists(folder / "mine"));
}

TEST(NewBot, RefusesAFolderThatCannotBeWritten) {
  const TestFolder folder;
  std::ofstream(folder / "file") << "text";
  EXPECT_EQ(run({"new-bot", folder / "file" / "mine", "--language", "cpp"}).exit_code, base::kExitWrongCall);
  EXPECT_EQ(run({"new-bot", "/proc/mine", "--language", "cpp"}).exit_code, base::kExitWrongCall);
}

// The limit of the size of files stands for a disk that is full.
TEST(NewBot, WritesAllFilesOrNothing) {
  const TestFolder folder;
  fs::create_directory(folder / "empty");
  for (const char* name : {"new/mine", "empty"}) {
    const std::string call = "trap '' XFSZ; ulimit -f 1; exec '" + tests::program_path("rensa") +
                             "' new-bot --language python --name mine '" + (folder / name).string() + "'";
    const app::test::ProgramResult result = app::test::run(call);
    EXPECT_EQ(result.exit_code, base::kExitWrongCall);
    EXPECT_THAT(result.output, HasSubstr(std::string(name) + "/README.md cannot be written: File too large\n"));
  }
  EXPECT_THAT(names_in(folder.path()), ElementsAre("empty"));
  EXPECT_THAT(names_in(folder / "empty"), IsEmpty());
}

TEST(NewBot, RefusesANameThatIsNotOne) {
  const TestFolder folder;
  for (const char* name : {"Ringo", "2fast", "-x", "a b", "a/b", "\"", "abcdefghijklmnopqrstuvwxyz-"}) {
    const ProgramResult refused = run({"new-bot", folder / "mine", "--language", "cpp", std::string("--name=") + name});
    EXPECT_EQ(refused.exit_code, base::kExitWrongCall) << name;
    EXPECT_THAT(refused.err, HasSubstr("has 1 to 26 small letters, digits and hyphens")) << name;
  }
  EXPECT_THAT(run({"new-bot", folder / "mine", "--language", "cpp", "--name", "rensa"}).err,
              HasSubstr("rensa: this is the name of the library"));
  EXPECT_THAT(run({"new-bot", folder / "gaze", "--language", "cpp"}).err,
              HasSubstr("gaze: this is the name of a built-in player; --name gives the bot a name of its own"));
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

}  // namespace
}  // namespace rensa::cli::test
