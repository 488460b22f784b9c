#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(LabTemplates, PrintsTheSameAsJson) {
  const ProgramResult result = run({"lab", "templates", "--queues", "4", "--depth", "1", "--seed", "3", "--json",
                                    "--family", "stairs", "--family", "domino"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  EXPECT_EQ(results["queues"], 4);
  EXPECT_EQ(results["seed"], 3);
  ASSERT_THAT(results["rows"], SizeIs(2));
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["depth"], 1);
    EXPECT_GE(row["hands"]["value"], 16) << "eight links of four take sixteen hands";
    EXPECT_LE(row["hands"]["low"], row["hands"]["value"]);
  }
}

TEST(LabTemplates, PlotsALineForEachFamilyAndDepth) {
  const std::string plot = testing::TempDir() + "rensa_lab_templates.svg";
  const ProgramResult result = run({"lab", "templates", "--queues", "3", "--json", "--plot", plot, "--family", "gtr",
                                    "--family", "fron", "--depth", "1", "2"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto rows = nlohmann::json::parse(result.out)["rows"];
  ASSERT_THAT(rows, SizeIs(4));
  EXPECT_EQ(rows[0]["sorted_hands"].size() + rows[0]["not_built"].get<std::size_t>(), 3U);
  std::ifstream file(plot);
  const std::string svg((std::istreambuf_iterator<char>(file)), {});
  for (const char* line : {">gtr, depth 1<", ">gtr, depth 2<", ">fron, depth 1<", ">fron, depth 2<"}) {
    EXPECT_THAT(svg, HasSubstr(line));
  }
  std::filesystem::remove(plot);
}

TEST(LabTemplates, PrintsALineForEachFamilyAndDepth) {
  const ProgramResult result = run({"lab", "templates", "--queues", "2", "--depth", "1", "2", "--family", "domino"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 3);
  EXPECT_THAT(result.out, HasSubstr("domino         2 "));
}

TEST(LabTemplates, TakesSeveralFamiliesAsOneAndLooksAhead) {
  const ProgramResult result = run({"lab", "templates", "--queues", "2", "--depth", "1", "--family", "gtr", "--family",
                                    "meri", "--combine-families", "--lookahead"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 2);
  EXPECT_THAT(result.out, HasSubstr("\ntogether "));
}

TEST(LabTemplates, CountsTheHandsLeft) {
  const ProgramResult result =
      run({"lab", "templates", "--queues", "2", "--depth", "2", "--family", "flat-stairs", "--by-hands"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("\nflat-stairs "));
}

TEST(LabTemplates, RefusesInvalidOptions) {
  EXPECT_NE(run({"lab", "templates", "--by-hands", "--lookahead"}).exit_code, 0) << "one of them";
  EXPECT_THAT(run({"lab", "templates", "--family", "stair"}).err, HasSubstr("no family of templates called stair"));
  EXPECT_EQ(run({"lab", "templates", "--depth", "4"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "templates", "--queues", "1"}).exit_code, 2);
  EXPECT_THAT(run({"lab", "templates", "--queues", "2", "--family", "gtr", "--plot", "/nowhere/plot.svg"}).err,
              HasSubstr("/nowhere/plot.svg"));
  EXPECT_EQ(run({"lab"}).exit_code, 2);
}

TEST(LabSolo, PrintsTheSameAsJsonAndPlotsIt) {
  const std::string plot = testing::TempDir() + "rensa_lab_solo.svg";
  const ProgramResult result =
      run({"lab", "solo", "greedy", "random", "--queues", "3", "--seed", "5", "--json", "--plot", plot});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  EXPECT_EQ(results["known_pairs"], 2);
  ASSERT_THAT(results["players"], SizeIs(2));
  EXPECT_EQ(results["players"][0]["player"], "greedy");
  for (const auto& player : results["players"]) {
    EXPECT_THAT(player["sorted_links"], SizeIs(3));
    EXPECT_LE(player["points"]["low"], player["points"]["value"]);
  }
  std::ifstream file(plot);
  const std::string svg((std::istreambuf_iterator<char>(file)), {});
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n")) << svg;
  EXPECT_THAT(svg, HasSubstr(">greedy</text>"));
  std::filesystem::remove(plot);
}

TEST(LabChains, ComparesTwoPlayers) {
  const ProgramResult result = run({"lab", "chains", "greedy", "random", "--queues", "2", "--duels", "4", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  EXPECT_EQ(results["ruleset"], "jaist-1");
  EXPECT_EQ(results["duels"]["games"], 4);
  const auto& wins = results["duels"]["wins"];
  EXPECT_EQ(wins[0].get<int>() + wins[1].get<int>() + results["duels"]["draws"].get<int>(), 4);
}

TEST(LabSolo, TakesPlayersWithOptions) {
  const ProgramResult result =
      run({"lab", "solo", "gaze:nodes=500", "gaze:nodes=600", "--queues", "2", "--max-hands", "12", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto players = nlohmann::json::parse(result.out)["players"];
  EXPECT_EQ(players[0]["player"], "gaze:nodes=500");
  EXPECT_EQ(players[1]["player"], "gaze:nodes=600");
  EXPECT_THAT(run({"lab", "solo", "gaze:nodes"}).err, HasSubstr("nodes needs a value"));
}

TEST(LabChains, TakesPlayersWithOptions) {
  const ProgramResult result =
      run({"lab", "chains", "gaze:nodes=500", "greedy", "--queues", "2", "--duels", "2", "--max-hands", "12"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("2 duels: gaze:nodes=500 "));
  EXPECT_THAT(run({"lab", "chains", "greedy", "greedy:nodes=3"}).err, HasSubstr("greedy does not take nodes"));
}

TEST(LabPuzzles, PrintsTheSameAsJsonAndPlotsEachFigure) {
  TestFolder folder;
  const std::string plot = folder / "figure";
  const ProgramResult result =
      run({"lab", "puzzles", "--sketches", "2000", "--problems", "2", "--json", "--plot", plot});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  ASSERT_THAT(results["figures"], SizeIs(4));
  for (const auto& figure : results["figures"]) {
    int sketches = 0;
    int problems = 0;
    for (const auto& [links, by_puyos] : figure["counts"].items()) {
      for (const auto& [puyos, count] : by_puyos.items()) {
        sketches += count.get<int>();
        problems += links == "3" ? count.get<int>() : 0;
      }
    }
    EXPECT_EQ(sketches, 2000);
    EXPECT_DOUBLE_EQ(figure["share"]["value"].get<double>(), problems / 2000.0);
    const std::string svg = read_file(plot + std::to_string(figure["figure"].get<int>()) + ".svg");
    EXPECT_THAT(svg, HasSubstr(">longest chain 3</text>"));
  }
  EXPECT_EQ(results["generated"][0]["problems"], 2000);
  EXPECT_EQ(results["generated"][2]["problems"], 2);
}

TEST(LabAll, PutsPublishedFiguresBesideOurs) {
  const ProgramResult table = run({"lab", "all", "--only", "puzzles", "--quick", "--markdown"});
  ASSERT_EQ(table.exit_code, 0) << table.err;
  EXPECT_TRUE(table.out.starts_with("| what | published | ours |\n|---|---|---|\n")) << table.out;
  EXPECT_THAT(table.out, HasSubstr("figure 3, 6x5, none alike side by side: of three links | 1.6 % | "));
  EXPECT_THAT(table.out, HasSubstr("| 89.8 % | "));
  const auto rows = nlohmann::json::parse(run({"lab", "all", "--only", "puzzles", "--quick", "--json"}).out);
  EXPECT_EQ(rows.size() + 2, static_cast<std::size_t>(std::count(table.out.begin(), table.out.end(), '\n')));
  EXPECT_EQ(run({"lab", "all", "--only", "poker"}).exit_code, 2);
}

TEST(LabSolo, RefusesInvalidOptions) {
  EXPECT_THAT(run({"lab", "solo", "best"}).err, HasSubstr("no player best; there are random"));
  EXPECT_THAT(run({"lab", "solo", "greedy", "--ruleset", "none"}).err, HasSubstr("--ruleset"));
  EXPECT_EQ(run({"lab", "solo"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "solo", "greedy", "--known-pairs", "6"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "chains", "greedy"}).exit_code, 2);
  EXPECT_THAT(run({"lab", "solo", "random", "--queues", "2", "--plot", "/nowhere/plot.svg"}).err,
              HasSubstr("/nowhere/plot.svg cannot be written"));
}

TEST(Lab, RefusesAnUnwritablePlotBeforeTheWork) {
  const std::vector<std::vector<std::string>> commands{{"lab", "chains", "greedy", "random", "--plot"},
                                                       {"lab", "nplayer", "--plot"},
                                                       {"lab", "puzzles", "--plot"},
                                                       {"lab", "solo", "greedy", "--plot"},
                                                       {"lab", "spider", "--plot"},
                                                       {"lab", "templates", "--plot"}};
  for (const auto& command : commands) {
    for (const std::string path : {"/nowhere/x.svg", "/tmp", ""}) {
      std::vector<std::string> words = command;
      words.push_back(path);
      const ProgramResult result = run(words);
      EXPECT_EQ(result.exit_code, 2) << command[1] << " " << path;
      EXPECT_THAT(result.err, HasSubstr("--plot: "));
    }
  }
}

TEST(Lab, RefusesSeedsThatAreNoDecimalNumbers) {
  const std::vector<std::vector<std::string>> commands{{"lab", "all"},
                                                       {"lab", "chains", "greedy", "random"},
                                                       {"lab", "nplayer"},
                                                       {"lab", "puzzles"},
                                                       {"lab", "solo", "greedy"},
                                                       {"lab", "spider"},
                                                       {"lab", "templates"},
                                                       {"puzzle", "generate"}};
  for (const auto& command : commands) {
    for (const char* seed : {"99999999999999999999999", "-1", "1x", "0.5"}) {
      std::vector<std::string> words = command;
      words.insert(words.end(), {"--seed", seed});
      const ProgramResult result = run(words);
      EXPECT_EQ(result.exit_code, 2) << command[0] << " " << seed;
      EXPECT_THAT(result.err, HasSubstr("a seed is a number from 0 to 18446744073709551615"));
    }
  }
}

}  // namespace
}  // namespace rensa::cli::test
