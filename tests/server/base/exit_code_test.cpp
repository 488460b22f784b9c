#include "server/base/exit_code.h"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/tools/paths.h"

namespace rensa::base {
namespace {

using testing::HasSubstr;

std::string text_of_file(const std::string& file) {
  std::ifstream in(tests::source_path() + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(ExitCodes, EachCodeHasOneMeaning) {
  std::set<int> codes;
  std::set<std::string_view> meanings;
  for (const ExitCodeMeaning& known : kExitCodes) {
    EXPECT_TRUE(codes.insert(known.code).second) << known.code;
    EXPECT_TRUE(meanings.insert(known.meaning).second) << known.meaning;
    EXPECT_LT(known.code, exit_code_of_signal(1)) << "shells use the numbers from here on for signals";
  }
}

TEST(ExitCodes, TheDocumentationListsThem) {
  const std::string page = text_of_file("/docs/command_line.md");
  for (const ExitCodeMeaning& known : kExitCodes) {
    EXPECT_THAT(page, HasSubstr("| " + std::to_string(known.code) + " | " + std::string(known.meaning) + " |\n"));
  }
}

TEST(ExitCodes, AnErrorInAPartCountsMoreThanAnAnswer) {
  using Parts = std::vector<int>;
  EXPECT_EQ(exit_code_of_parts(Parts{}), kExitSuccess);
  EXPECT_EQ(exit_code_of_parts(Parts{kExitSuccess, kExitNoAnswer}), kExitNoAnswer);
  EXPECT_EQ(exit_code_of_parts(Parts{kExitNoAnswer, kExitAnswerIsNo}), kExitAnswerIsNo);
  EXPECT_EQ(exit_code_of_parts(Parts{kExitAnswerIsNo, kExitFailed, kExitNoAnswer}), kExitFailed);
}

// The programs use the names of the header, so that no other meaning of a number can come up.
TEST(ExitCodes, TheMainFilesOfProgramsReturnNoOtherNumbers) {
  for (const char* file :
       {"/server/main.cpp", "/server/bench/main.cpp", "/server/processes/supervisor_main.cpp",
        "/server/app/commands/commands.cpp", "/server/app/commands/account_commands.cpp",
        "/server/app/commands/store_commands.cpp", "/clients/cli/main.cpp", "/clients/cli/sprt_command.cpp",
        "/clients/cli/tournament_command.cpp", "/clients/cli/record_command.cpp", "/clients/cli/template_command.cpp",
        "/clients/cli/engine_commands.cpp", "/clients/load/main.cpp", "/clients/worker/main.cpp",
        "/clients/bridge/main.cpp"}) {
    const std::string text = text_of_file(file);
    ASSERT_FALSE(text.empty()) << file;
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, std::regex("return [1-9];|[?] 0 : [1-9];|[?] [1-9] : 0;")))
        << file << ": " << found.str();
  }
}

}  // namespace
}  // namespace rensa::base
