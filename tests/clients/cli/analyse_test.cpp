#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/record/codec.h"
#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;

// Plays three games into the folder.
void record_games(const TestFolder& folder) {
  run({"match", "greedy", "random", "--games", "3", "--seed", "4", "--quiet", "--record", folder.path().string()});
}

TEST(AnalyseLost, CountsTheCausesOfAFolder) {
  const TestFolder folder;
  record_games(folder);
  const ProgramResult result =
      run({"analyse", "lost", folder.path().string(), "--search", "champion:nodes=1", "--json"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  const auto report = nlohmann::json::parse(result.out);
  ASSERT_EQ(report["games"].size(), 3U);
  int counted = 0;
  for (const auto& row : report["causes"]) {
    for (const char* cause : {"answered", "outgunned", "worn_down", "choked"}) counted += row[cause].get<int>();
  }
  EXPECT_EQ(counted, 3);
  for (const auto& game : report["games"]) {
    EXPECT_GE(game["lost_hand"], 1);
    EXPECT_LE(game["lost_hand"], game["hands"]);
  }
}

TEST(AnalyseLost, TellsTheHandAndTheCauseInText) {
  const TestFolder folder;
  record_games(folder);
  const ProgramResult result =
      run({"analyse", "lost", folder.path().string(), "--search", "greedy", "--loser", "random"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  EXPECT_THAT(result.out, HasSubstr("greedy-random-tsu-1-4-1.rensa"));
  EXPECT_THAT(result.out, HasSubstr("random lost to greedy:\n"));
  EXPECT_THAT(result.out, HasSubstr("D: chokes on its own building"));
}

TEST(AnalyseLost, ShowsAndTakesNamesAsPlainText) {
  const TestFolder folder;
  record_games(folder);
  std::string bytes = read_file(folder / "greedy-random-tsu-1-4-1.rensa");
  const record::DecodeResult decoded =
      record::decode({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  ASSERT_TRUE(decoded.record);
  record::Record record = *decoded.record;
  record.players[1] = "ran\u202Edom";
  const std::vector<std::uint8_t> odd = record::encode(record);
  write_file(folder / "odd.rensa", std::string(odd.begin(), odd.end()));
  const ProgramResult result =
      run({"analyse", "lost", folder / "odd.rensa", "--search", "greedy", "--loser", "ran?dom"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  EXPECT_THAT(result.out, HasSubstr("ran?dom lost to greedy:\n"));
}

TEST(AnalyseLost, RefusesAFolderWithoutRecordsAndAnUnknownSearch) {
  const TestFolder folder;
  const ProgramResult empty = run({"analyse", "lost", folder.path().string()});
  EXPECT_EQ(empty.exit_code, base::kExitFailed);
  EXPECT_THAT(empty.err, HasSubstr("the folder has no record"));
  const ProgramResult unknown = run({"analyse", "lost", folder.path().string(), "--search", "nobody"});
  EXPECT_EQ(unknown.exit_code, base::kExitWrongCall);
  EXPECT_THAT(unknown.err, HasSubstr("no player nobody"));
}

}  // namespace
}  // namespace rensa::cli::test
