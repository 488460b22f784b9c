#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(PuzzleSolve, FindsTheSolutionOfTheDocumentedExample) {
  const ProgramResult result = run({"puzzle", "solve", "http://ips.karou.jp/simu/pn.html?800F08J08A0EB_8161__270"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("in 2 hands clear all coloured: 1 solution"));
  EXPECT_THAT(result.out, HasSubstr("PR 4 right, YR 4 up"));
}

TEST(PuzzleSolve, OmitsTheUrlIfTheFormatHasNone) {
  // The ips format has no room for eight rows of garbage.
  const char* url = "http://www.puyop.com/s/1c_0000000[";
  const ProgramResult result = run({"puzzle", "solve", url, "--goal", "u01"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("RR 1 up"));
  EXPECT_THAT(result.out, Not(HasSubstr("ips.karou")));
  const auto rows = nlohmann::json::parse(run({"puzzle", "solve", url, "--goal", "u01", "--json"}).out);
  EXPECT_EQ(rows[0]["url"], "");
}

TEST(PuzzleSolve, SaysThatThereIsNoSolution) {
  const ProgramResult result = run({"puzzle", "solve", "800F08J08A0EB_8161", "--goal", "u06"});
  EXPECT_EQ(result.exit_code, base::kExitAnswerIsNo);
  EXPECT_THAT(result.out, HasSubstr("a chain of 6 links: no solution"));
}

TEST(PuzzleSolve, NamesTheFault) {
  const auto error_of = [](const std::vector<std::string>& arguments) {
    const ProgramResult result = run(arguments);
    EXPECT_NE(result.exit_code, 0);
    EXPECT_THAT(lines_of(result.err), SizeIs(1));
    return result.err;
  };
  EXPECT_THAT(error_of({"puzzle", "solve", "nowhere"}), HasSubstr("neither a file nor a URL"));
  EXPECT_THAT(error_of({"puzzle", "solve", "x?800F08J08A0EB_8161"}), HasSubstr("no goal"));
  EXPECT_THAT(error_of({"puzzle", "solve", "x?800F08J08A0EB_8!__270"}), HasSubstr("'!'"));
  TestFolder folder;
  write_file(folder / "puzzles.txt", "# one\n\n800F08J08A0EB_8161__270  # fine\n100000_01__u01\n");
  EXPECT_THAT(error_of({"puzzle", "solve", folder / "puzzles.txt"}), HasSubstr("line 4: something in the field hangs"));
  write_file(folder / "empty.txt", "# nothing\n");
  EXPECT_THAT(error_of({"puzzle", "solve", folder / "empty.txt"}), HasSubstr("no puzzle in it"));
}

TEST(PuzzleSolve, TakesGoalsOfThreeLetters) {
  for (const char* goal : {"u033", "u03u", "u0", "", "z03", "u83", "u0!", "u_3", "u%3", "?03", "u00"}) {
    const ProgramResult result = run({"puzzle", "solve", "800F08J08A0EB_8161__270", "--goal", goal});
    EXPECT_EQ(result.exit_code, 2) << goal;
    EXPECT_THAT(result.err, HasSubstr("--goal: "));
    EXPECT_THAT(result.err, HasSubstr(goal));
    EXPECT_THAT(result.err, Not(HasSubstr("800F08J08A0EB"))) << "it is not the URL's fault";
  }
}

TEST(PuzzleSolve, TakesLargeNumbersOfNodes) {
  for (const char* nodes : {"0", "-1", "1e3", "1.5", "99999999999999999999999"}) {
    const ProgramResult result = run({"puzzle", "solve", "800F08J08A0EB_8161__270", "--max-nodes", nodes});
    EXPECT_EQ(result.exit_code, 2) << nodes;
    EXPECT_THAT(lines_of(result.err), SizeIs(1));
    EXPECT_LT(result.err.size(), 120U) << result.err;
  }
  EXPECT_THAT(run({"puzzle", "solve", "800F08J08A0EB_8161__270", "--max-nodes", "1"}).out, HasSubstr("given up"));
}

TEST(PuzzleGenerate, MakesUrlsThatSolveConfirms) {
  TestFolder folder;
  const ProgramResult result = run(
      {"puzzle", "generate", "--hands", "2", "--chain", "3", "--count", "40", "--difficulty", "2..4", "--one-solution"},
      folder / "puzzles.txt");
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto lines = lines_of(read_file(folder / "puzzles.txt"));
  EXPECT_EQ(std::set<std::string>(lines.begin(), lines.end()).size(), 40U);
  const ProgramResult solved = run({"puzzle", "solve", folder / "puzzles.txt", "--json"});
  ASSERT_EQ(solved.exit_code, 0) << solved.err;
  const auto rows = nlohmann::json::parse(solved.out);
  ASSERT_THAT(rows, SizeIs(40));
  for (const auto& row : rows) {
    EXPECT_EQ(row["goal"], "a chain of 3 links");
    EXPECT_EQ(row["hands"], 2);
    EXPECT_EQ(row["different"], 1);
  }
}

TEST(PuzzleGenerate, KeepsToTheGivenRanges) {
  const ProgramResult result = run({"puzzle", "generate", "--count", "30", "--difficulty", "1.9..2.1", "--superfluous",
                                    "2..3", "--json", "--seed", "8"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto lines = lines_of(result.out);
  ASSERT_THAT(lines, SizeIs(30));
  for (const std::string& line : lines) {
    const auto row = nlohmann::json::parse(line);
    EXPECT_GE(row["difficulty"], 1.9);
    EXPECT_LE(row["difficulty"], 2.1);
    EXPECT_GE(row["superfluous"], 2);
    EXPECT_LE(row["superfluous"], 3);
  }
}

TEST(PuzzleGenerate, IsTheSameForASeed) {
  const auto out = [](const char* seed) { return run({"puzzle", "generate", "--count", "5", "--seed", seed}).out; };
  EXPECT_EQ(out("7"), out("7"));
  EXPECT_NE(out("7"), out("8"));
}

TEST(PuzzleGenerate, TakesASingleNumberAsARangeAroundIt) {
  const ProgramResult result = run({"puzzle", "generate", "--count", "30", "--difficulty", "2", "--superfluous", "3",
                                    "--json", "--tries", "100000"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::set<double> scores;
  for (const std::string& line : lines_of(result.out)) {
    const auto row = nlohmann::json::parse(line);
    scores.insert(row["difficulty"].get<double>());
    EXPECT_EQ(row["superfluous"], 3) << "what is counted is meant exactly";
  }
  EXPECT_GE(*scores.begin(), 1.5);
  EXPECT_LE(*scores.rbegin(), 2.5);
  EXPECT_GT(scores.size(), 1U);
}

TEST(PuzzleGenerate, CountsOneProblemAsOne) {
  EXPECT_THAT(run({"puzzle", "generate", "--count", "1"}).err, HasSubstr("1 problem in"));
  EXPECT_THAT(run({"puzzle", "generate", "--count", "2"}).err, HasSubstr("2 problems in"));
}

TEST(PuzzleGenerate, SaysHowManyWereFoundIfTooFew) {
  const ProgramResult few =
      run({"puzzle", "generate", "--difficulty", "4.9..5", "--usefulness", "5", "--tries", "200"});
  EXPECT_EQ(few.exit_code, base::kExitNoAnswer);
  EXPECT_THAT(few.err, HasSubstr("no more than 0 found"));
}

std::string refusal_of(std::vector<std::string> options) {
  options.insert(options.begin(), {"puzzle", "generate", "--count", "1"});
  const ProgramResult result = run(options);
  EXPECT_EQ(result.exit_code, 2) << result.out;
  EXPECT_THAT(lines_of(result.err), SizeIs(1));
  EXPECT_LT(result.err.size(), 120U);
  return result.err;
}

TEST(PuzzleGenerate, RefusesEmptyRanges) {
  for (const std::string option : {"--difficulty", "--usefulness"}) {
    EXPECT_THAT(refusal_of({option, "4..2"}), HasSubstr(option + ": '4..2' is empty"));
    for (const char* none : {"a", "", "..", "2..b", " 2"}) {
      EXPECT_THAT(refusal_of({option, none}), HasSubstr("no range such as 2..4"));
    }
    for (const char* outside : {"nan..3", "inf..", "40..50", "1e9..", "..0", "6", "2..9"}) {
      EXPECT_THAT(refusal_of({option, outside}), HasSubstr("is not within 1 to 5"));
    }
  }
  EXPECT_THAT(refusal_of({"--superfluous", "3000000000.."}),
              HasSubstr("--superfluous: '3000000000..' is not within 0"));
  EXPECT_THAT(refusal_of({"--superfluous", "-1..2"}), HasSubstr("is not within 0 to 60"));
  EXPECT_THAT(refusal_of({"--superfluous", "2.5"}), HasSubstr("is not whole"));
}

TEST(PuzzleGenerate, RefusesInvalidOptions) {
  EXPECT_THAT(refusal_of({"--hands", "0"}), HasSubstr("hands have to be"));
  EXPECT_THAT(refusal_of({"--seed", "-1"}), HasSubstr("--seed"));
  EXPECT_THAT(refusal_of({"--tries", "0"}), HasSubstr("--tries: 0 is no whole number from 1 to"));
  EXPECT_THAT(refusal_of({"--tries", "99999999999999999999999"}), HasSubstr("is no whole number"));
  EXPECT_EQ(run({"puzzle", "generate", "--hands", "0x2"}).err, "rensa: --hands: 0x2 is no whole number\n");
  EXPECT_EQ(run({"puzzle", "generate", "--hands", "2.5"}).err, "rensa: --hands: 2.5 is no whole number\n");
  EXPECT_THAT(run({"puzzle", "generate", "--count", "5000", "--sheet", "x"}).err, HasSubstr("room for 1000"));
}

TEST(PuzzleGenerate, RefusesOptionsOfTheOtherMethod) {
  EXPECT_THAT(refusal_of({"--same-colour-neighbours"}), HasSubstr("--same-colour-neighbours is for --method random"));
  EXPECT_THAT(refusal_of({"--method", "random", "--largest-group", "4"}), HasSubstr("is for --method backward"));
  EXPECT_THAT(refusal_of({"--method", "random", "--max-supports", "2"}),
              HasSubstr("--max-supports is for --method backward"));
}

TEST(PuzzleGenerate, KnowsMethodsByTheirNames) {
  for (const char* none : {"0", "1", "", "backwards"}) {
    EXPECT_THAT(refusal_of({"--method", none}), HasSubstr("only backward and random"));
  }
}

TEST(PuzzleHelp, IsPlainTextAndExplainsTheNotation) {
  for (const char* command : {"solve", "generate"}) {
    const ProgramResult help = run({"puzzle", command, "--help"});
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.out, HasSubstr("\"YB 5 up\""));
    EXPECT_TRUE(std::all_of(help.out.begin(), help.out.end(), [](char c) {
      return c == '\n' || (c >= ' ' && c <= '~');
    })) << help.out;
  }
}

}  // namespace
}  // namespace rensa::cli::test
