#include <csignal>
#include <cstdio>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

using Words = std::vector<std::string>;

TEST(Sprt, FindsTheStrongerOne) {
  const ProgramResult result = run({"sprt", "greedy", "random", "--seed", "1"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("greedy against random: stronger: nElo 30"));
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1);
  EXPECT_EQ(run({"sprt", "random", "greedy", "--seed", "1", "--quiet"}).exit_code, base::kExitAnswerIsNo);
}

TEST(Sprt, AnswersTheSameOnAnyNumberOfThreads) {
  for (const char* seed : {"1", "2", "3"}) {
    const Words words{"sprt", "random", "random", "--seed", seed, "--elo", "0", "60", "--json"};
    const ProgramResult one = run(words);
    Words more = words;
    more.insert(more.end(), {"--jobs", "7"});
    EXPECT_THAT(one.out, HasSubstr("\"accepted\": \"elo"));
    EXPECT_EQ(run(more).out, one.out);
  }
}

TEST(Sprt, JsonHoldsTheAnswerItsIntervalAndItsCost) {
  const nlohmann::json answer =
      nlohmann::json::parse(run({"sprt", "greedy", "random", "--seed", "2", "--json", "--quiet"}).out);
  EXPECT_EQ(answer["accepted"], "elo1");
  int pairs = 0;
  for (const int count : answer["pairs"]) pairs += count;
  EXPECT_EQ(answer["games"], 2 * pairs);
  EXPECT_GT(answer["llr"], answer["bounds"][1]);
  EXPECT_LT(answer["elo"]["low"], answer["elo"]["value"]);
  EXPECT_GT(answer["elo"]["high"], answer["elo"]["value"]);
}

TEST(Sprt, SaysThatThereIsNoAnswer) {
  const ProgramResult result = run({"sprt", "greedy", "random", "--seed", "1", "--games", "4", "--quiet"});
  EXPECT_EQ(result.exit_code, base::kExitNoAnswer);
  EXPECT_THAT(result.out, HasSubstr("no answer yet"));
  EXPECT_THAT(result.out, HasSubstr("4 games"));
  const ProgramResult won = run({"sprt", "greedy", "random", "--seed", "4", "--games", "4", "--quiet", "--json"});
  EXPECT_TRUE(nlohmann::json::parse(won.out)["elo"]["high"].is_null()) << "all were won: there is no bound";
}

TEST(Sprt, AFailedProgramHasAnExitCodeOfItsOwn) {
  const TestFolder folder;
  const std::string ends = folder / "ends.json";
  write_file(ends, R"({"name": "ends", "exec": ["/bin/true"]})");
  const ProgramResult result =
      run({"sprt", ends, "greedy", "--seed", "1", "--elo", "-30", "0", "--quiet", "--exec-isolation", "none"});
  EXPECT_EQ(result.exit_code, base::kExitPlayerFailed) << result.err;
  EXPECT_THAT(result.out, HasSubstr("no answer yet"));
  EXPECT_THAT(result.out, HasSubstr("ends failed too often"));
  const ProgramResult json = run(
      {"sprt", ends, "greedy", "--seed", "1", "--elo", "-30", "0", "--quiet", "--json", "--exec-isolation", "none"});
  EXPECT_EQ(nlohmann::json::parse(json.out)["failed_player"], "ends");
  write_file(ends, R"({"name": "missing", "exec": ["./no-such-bot"]})");
  EXPECT_EQ(run({"sprt", ends, "greedy", "--seed", "1", "--quiet"}).exit_code, base::kExitFailed);
}

TEST(Sprt, PlayersMayBeFilesAndPrograms) {
  const TestFolder folder;
  const std::string fresh = (folder / "fresh.json").string();
  const std::string old = (folder / "old.json").string();
  write_file(fresh, R"({"player": "greedy"})");
  write_file(old, R"({"name": "before", "exec": [")" + tests::program_path("rensa-worker") +
                      R"(", "--player", "random", "--quiet"]})");
  const ProgramResult result =
      run({"sprt", fresh, old, "--seed", "1", "--jobs", "2", "--quiet", "--exec-isolation", "none"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("fresh against before: stronger"));
  // Built-in players need no programs, and two equal players get different names.
  const ProgramResult same = run({"sprt", fresh, fresh, "--seed", "1", "--games", "4", "--quiet"});
  EXPECT_THAT(same.out, HasSubstr("fresh against fresh (old): no answer yet"));
  write_file(old, "{\"name\": \"old\",\n\"guest\": true,\n\"guest\": true}");
  EXPECT_THAT(run({"sprt", fresh, old}).err, HasSubstr("old.json: line 3: \"guest\" is given twice"));
  write_file(old, "[]");
  EXPECT_THAT(run({"sprt", fresh, old}).err, HasSubstr("it has to be an object"));
}

TEST(Sprt, ErrorsInTheFileOfAPlayerNameTheLineAndTheKey) {
  const TestFolder folder;
  const std::string file = (folder / "new.json").string();
  const auto error = [&](const std::string& text) {
    write_file(file, text);
    return run({"sprt", file, "greedy"}).err;
  };
  const std::string begin = "rensa: sprt: " + file + ": ";
  EXPECT_EQ(error("{\"name\": \"new\",\n\"exec\": 5}"),
            begin + "line 2: \"exec\" has to be an array of a program and its arguments\n");
  EXPECT_EQ(error("{\n\n\"colour\": 5, \"player\": \"greedy\"}"), begin + "line 3: a player cannot have \"colour\"\n");
  EXPECT_THAT(error("{\n\"player\": \"nobody\"}"), testing::StartsWith(begin + "line 2: no player nobody"));
  EXPECT_EQ(error("{}"), begin + "a player has one of \"player\", \"exec\" and \"guest\"\n");
}

TEST(Sprt, ProgramsAreIsolated) {
  const TestFolder folder;
  const std::string old = (folder / "old.json").string();
  write_file(old, R"({"name": "before", "exec": [")" + tests::program_path("rensa-worker") +
                      R"(", "--player", "random", "--quiet"]})");
  const std::vector<std::string> call{"sprt", "greedy", old, "--seed", "1", "--games", "2", "--quiet"};
  std::vector<std::string> missing = call;
  missing.insert(missing.end(), {"--exec-isolation", "/nowhere/bwrap"});
  const ProgramResult refused = run(missing);
  EXPECT_EQ(refused.exit_code, base::kExitFailed);
  EXPECT_THAT(refused.err, HasSubstr("there is no program /nowhere/bwrap. Install Debian's package bubblewrap"));
  RENSA_SKIP_WITHOUT_ISOLATION();
  const ProgramResult isolated = run(call);
  EXPECT_EQ(isolated.exit_code, base::kExitNoAnswer) << isolated.err;
  EXPECT_THAT(isolated.out, HasSubstr("greedy against before: no answer yet"));
}

// A player with a weights file is no file of a player, although it ends with ".json".
TEST(Sprt, PlayersMayHaveWeightsFromAFile) {
  const std::string weights = testing::TempDir() + "w.json";
  std::ofstream(weights) << R"({"link": 900})";
  const ProgramResult result =
      run({"sprt", "gaze:nodes=500,weights=" + weights, "random", "--games", "2", "--seed", "1"});
  EXPECT_THAT(result.out, HasSubstr("gaze:nodes=500,weights=w.json against random")) << result.err;
  std::remove(weights.c_str());
}

TEST(Sprt, NamesMistakes) {
  const auto refused = [](const Words& words, const std::string& why) {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  refused({"sprt", "greedy"}, "OLD is required");
  refused({"sprt", "greedy", "nobody"}, "sprt: no player nobody");
  refused({"sprt", "greedy", "random", "--elo", "30", "30"}, "--elo");
  refused({"sprt", "greedy", "random", "--elo", "nan", "30"}, "--elo");
  refused({"sprt", "greedy", "random", "--elo", "0", "201"}, "201 is no number from -200 to 200");
  refused({"sprt", "greedy", "random", "--beta", "nan"}, "--beta");
  refused({"sprt", "greedy", "random", "--games", "3"}, "has to be even");
  refused({"sprt", "greedy", "random", "--alpha", "0.5", "--beta", "0.5"}, "--alpha");
}

TEST(Sprt, PrintsItsStateWhenStopped) {
  if (!has_terminals()) GTEST_SKIP() << "no pseudo-terminals here";
  const ProgramResult result = run_on_terminal({"sprt", "potential", "potential", "--seed", "1", "--elo", "0", "1"},
                                               {.after = "LLR", .signal = SIGINT});
  EXPECT_EQ(result.exit_code, 128 + SIGINT);
  EXPECT_THAT(result.out, HasSubstr("no answer yet"));
}

}  // namespace
}  // namespace rensa::cli::test
