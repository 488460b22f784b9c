#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

const std::vector<std::string> kSmall{"lab", "nplayer", "--json", "--trees",         "4", "--rounds",
                                      "1",   "--depth", "3",      "--diamond-depth", "2"};

std::vector<std::string> few_games(const std::vector<std::string>& more) {
  std::vector<std::string> all = kSmall;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(LabNplayer, PlaysEachFigureAtEachDepth) {
  const ProgramResult result = run(kSmall);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["experiment"], "nplayer");
  std::map<int, int> rows;
  for (const auto& row : report["rows"]) {
    ++rows[row["figure"]];
    double wins = 0;
    for (const auto& player : row["players"]) {
      wins += player["wins"]["value"].get<double>();
      EXPECT_LE(player["wins"]["low"], player["wins"]["value"]);
    }
    EXPECT_NEAR(wins, 1, 1e-9) << "somebody wins, or it is shared";
    const bool is_diamond = row["game"] == "diamond";
    const bool is_pair = row["players"][1]["player"] != "Naive after it";
    EXPECT_EQ(row["games"], is_diamond ? (is_pair ? 6 : 3) : 4);
  }
  EXPECT_EQ(rows, (std::map<int, int>{
                      {2, 8}, {3, 7}, {4, 5}, {5, 2}, {6, 2}, {7, 1}, {8, 4}, {9, 3}, {10, 1}, {11, 1}, {12, 1}}));
  EXPECT_FALSE(report["claims"].empty());
  for (const auto& claim : report["claims"]) EXPECT_EQ(claim["verdict"], "undecided") << "of a few games: " << claim;
}

TEST(LabNplayer, ResultDoesNotDependOnJobs) {
  const ProgramResult one = run(few_games({"--figure", "2", "8", "--seed", "7"}));
  const ProgramResult three = run(few_games({"--figure", "2", "8", "--seed", "7", "--jobs", "3"}));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(one.out, three.out);
  EXPECT_NE(one.out, run(few_games({"--figure", "2", "8", "--seed", "8"})).out);
}

TEST(LabNplayer, GivesBestFirstSearchesTheNodesOfMaxN) {
  const auto report = nlohmann::json::parse(run(few_games({"--figure", "6"})).out);
  for (const auto& row : report["rows"]) {
    const double most = row["depth"] == 2 ? 4 : 13;
    for (const std::size_t player : {0U, 1U}) {
      EXPECT_LE(row["players"][player]["nodes_per_move"], most) << "three moves everywhere";
      EXPECT_GT(row["players"][player]["nodes_per_move"], 0.8 * most) << "but for the end of the game";
    }
  }
}

TEST(LabNplayer, PlotsAFigureInAFile) {
  const std::string prefix = testing::TempDir() + "rensa_lab_nplayer_";
  const ProgramResult result = run(few_games({"--figure", "4", "--figure", "6", "--plot", prefix}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_FALSE(std::filesystem::exists(prefix + "2.svg"));
  std::ifstream file(prefix + "4.svg");
  const std::string svg((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(svg, HasSubstr("figure 4: random games, B = 5<"));
  EXPECT_THAT(svg, HasSubstr(">Best-First Max-N (with Paranoid)<"));
  EXPECT_THAT(svg, HasSubstr(">Turn-considered (with Paranoid)<"));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  for (const char* figure : {"4.svg", "6.svg"}) EXPECT_TRUE(std::filesystem::remove(prefix + figure));
}

TEST(LabNplayer, PrintsPublishedResultsBesideOurs) {
  const ProgramResult result = run({"lab", "nplayer", "--quick", "--trees", "3", "--rounds", "1", "--depth", "2",
                                    "--diamond-depth", "2", "--figure", "3", "7"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("| what | published | ours |"));
  EXPECT_THAT(result.out, HasSubstr("| 75.7 % | "));
  EXPECT_THAT(result.out, HasSubstr("moves a player | 22 | "));
  EXPECT_THAT(result.out, HasSubstr("Best-First Max-N beats Max-N, depth 2"));
}

TEST(LabNplayer, RefusesInvalidOptions) {
  EXPECT_EQ(run({"lab", "nplayer", "--figure", "1"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "nplayer", "--trees", "1"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "nplayer", "--depth", "1"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "nplayer", "--jobs", "0"}).exit_code, 2);
  const ProgramResult nowhere = run({"lab", "nplayer", "--plot", "/nowhere/plot"});
  EXPECT_EQ(nowhere.exit_code, 2) << "before a game is played";
  EXPECT_THAT(nowhere.err, HasSubstr("there is no folder /nowhere"));
}

}  // namespace
}  // namespace rensa::cli::test
