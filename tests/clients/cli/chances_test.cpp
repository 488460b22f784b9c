#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(RecordChances, GivesBothChancesForEachHand) {
  const std::string file = tests::data_path("record_v1_frames.rensa");
  const ProgramResult result = run({"record", "chances", file, "--json"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  const json rows = json::parse(result.out);
  ASSERT_GT(rows.size(), 10U);
  EXPECT_EQ(rows[0]["hand"], 1);
  for (const json& row : rows) EXPECT_EQ(row["chance_1"].get<int>() + row["chance_2"].get<int>(), 1000);
  const ProgramResult text = run({"record", "chances", file});
  EXPECT_THAT(text.out, HasSubstr("chance of seat 1"));
}

TEST(RecordChances, ComparesEstimatesWithResults) {
  const ProgramResult result = run({"record", "chances", tests::data_path("chances"), "--reliability", "--json"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  const json report = json::parse(result.out);
  EXPECT_EQ(report["bins"].size(), 10U);
  EXPECT_EQ(report["games"], 32);
  EXPECT_LT(report["brier"], report["brier_of_half"]);
  EXPECT_GT(report["gain"]["low"], 0);
}

TEST(RecordChances, RefusesGamesInTurns) {
  const ProgramResult one = run({"record", "chances", tests::data_path("record_v1_turns.rensa")});
  EXPECT_EQ(one.exit_code, base::kExitFailed);
  EXPECT_THAT(one.err, HasSubstr("only for games with frames"));
  const ProgramResult all = run({"record", "chances", tests::data_path("record_v1_turns.rensa"), "--reliability"});
  EXPECT_EQ(all.exit_code, base::kExitFailed);
  EXPECT_THAT(all.err, HasSubstr("there is no game with frames"));
}

TEST(TuneChances, WritesWeightsOfGamesAndChecksThemWithOthers) {
  const TestFolder folder;
  // The seeds of these games are consecutive, and each fourth is held out.
  run({"match", "greedy", "random", "--games", "12", "--seed", "4", "--quiet", "--record", folder / "games"});
  const std::string table = folder / "weights.inl";
  const ProgramResult result = run({"tune", "chances", folder / "games", "--table", table, "--json"});
  ASSERT_EQ(result.exit_code, base::kExitSuccess) << result.err;
  const json report = json::parse(result.out);
  EXPECT_GT(report["games"], 0);
  EXPECT_GT(report["held_out"]["games"], 0);
  std::ifstream stream(table);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  for (const auto& [name, weight] : report["weights"].items()) {
    EXPECT_THAT(text, HasSubstr(weight.dump() + ",  // " + name));
    EXPECT_GE(weight, 0);
  }
}

TEST(TuneChances, NeedsGamesToCheckWith) {
  const ProgramResult result = run({"tune", "chances", tests::data_path("record_v1_frames.rensa")});
  EXPECT_EQ(result.exit_code, base::kExitFailed);
  EXPECT_THAT(result.err, HasSubstr("too few games"));
}

}  // namespace
}  // namespace rensa::cli::test
