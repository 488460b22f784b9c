#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"

// Tests the files that `rensa puzzle generate` writes: a sheet, or one file for each problem.

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;

int count_of(const std::string& page, const std::string& what) {
  int found = 0;
  for (auto at = page.find(what); at != std::string::npos; at = page.find(what, at + 1)) ++found;
  return found;
}

struct DrawnPair {
  std::string number;
  int above_x = 0, above_y = 0;
  char above = ' ';
  int below_x = 0, below_y = 0;
  char below = ' ';
};

std::vector<DrawnPair> pairs_of(const std::string& page) {
  const std::string puyo = "<circle cx=\"(\\d+)\" cy=\"(\\d+)\"[^>]*/><text[^>]*>(.)</text>\n";
  const std::regex pair("<g class=\"pair\"><text[^>]*>(\\d+)</text>\n" + puyo + puyo + "</g>");
  std::vector<DrawnPair> pairs;
  for (std::sregex_iterator found(page.begin(), page.end(), pair), end; found != end; ++found) {
    const std::smatch& match = *found;
    pairs.push_back({match[1].str(), std::stoi(match[2]), std::stoi(match[3]), match[4].str()[0], std::stoi(match[5]),
                     std::stoi(match[6]), match[7].str()[0]});
  }
  return pairs;
}

struct Made {
  std::string page;
  nlohmann::json problem;
};

// Returns one problem as a sheet and as JSON.
Made made(const std::vector<std::string>& recipe) {
  const TestFolder folder;
  std::vector<std::string> arguments = {"puzzle", "generate", "--count", "1", "--json", "--sheet", folder / "s.html"};
  arguments.insert(arguments.end(), recipe.begin(), recipe.end());
  const ProgramResult result = run(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return {read_file(folder / "s.html"), nlohmann::json::parse(result.out)};
}

TEST(PuzzleSheet, HasSolutionsOnSeparatePages) {
  const TestFolder folder;
  const std::string sheet = folder / "sheet.html";
  ASSERT_EQ(run({"puzzle", "generate", "--count", "4", "--sheet", sheet}).exit_code, 0);
  const std::string page = read_file(sheet);
  EXPECT_THAT(page, HasSubstr("break-before: page"));
  EXPECT_LT(page.find("4: in 2 hands a chain of 3 links"), page.find("<h1 class=\"solutions\">"));
  EXPECT_EQ(count_of(page, "<svg"), 4 + 4 * 2) << "a picture a problem, and one a hand of its solution";
  EXPECT_EQ(count_of(page, "stroke-width=\"3\""), 4 * 2 * 2) << "the puyos that were placed";
}

TEST(PuzzleSheet, DrawsPairsUprightApartAndNumbered) {
  const Made one = made({"--hands", "5", "--chain", "7"});
  const std::vector<DrawnPair> pairs = pairs_of(one.page);
  ASSERT_EQ(pairs.size(), 5U);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const DrawnPair& pair = pairs[i];
    EXPECT_EQ(pair.number, std::to_string(i + 1));
    EXPECT_EQ((std::string{pair.below, pair.above}), one.problem["steps"][i].get<std::string>()) << "the axis is below";
    EXPECT_EQ(pair.above_x, pair.below_x);
    const int cell = pair.below_y - pair.above_y;
    EXPECT_GT(cell, 0);
    if (i == 0) continue;
    const DrawnPair& before = pairs[i - 1];
    const bool is_below = pair.above_x == before.above_x && pair.above_y - before.below_y > cell;
    const bool is_beside = pair.above_x - before.above_x > cell;
    EXPECT_TRUE(is_below || is_beside) << "pair " << i + 1 << " touches the one before it";
  }
}

TEST(PuzzleSheet, HasTheLinkOfEachProblem) {
  const Made one = made({});
  EXPECT_THAT(one.page, HasSubstr(">" + one.problem["url"].get<std::string>() + "</a>"));
}

TEST(PuzzleSheet, ExplainsTheNotationAtItsEnd) {
  const std::string page = made({}).page;
  EXPECT_THAT(page.substr(page.find("<footer>")), HasSubstr("goes into column 5 from the left, and B lies above it"));
}

TEST(PuzzleFiles, CanBeSolved) {
  const TestFolder folder;
  const std::string files = folder / "made";
  ASSERT_EQ(run({"puzzle", "generate", "--count", "3", "--hands", "4", "--chain", "8", "--folder", files}).exit_code,
            0);
  const ProgramResult solved = run({"puzzle", "solve", files + "/puzzle_00003.txt", "--max-solutions", "0"});
  EXPECT_EQ(solved.exit_code, 0) << solved.err;
  EXPECT_THAT(solved.out, HasSubstr("in 4 hands a chain of 8 links"));
}

TEST(PuzzleFiles, AreNotMixedWithEarlierOnes) {
  const TestFolder folder;
  const std::string files = folder / "made/";
  ASSERT_EQ(run({"puzzle", "generate", "--count", "3", "--folder", files}).exit_code, 0);
  const std::string first = read_file(folder / "made/puzzle_00001.txt");
  const ProgramResult second = run({"puzzle", "generate", "--count", "2", "--seed", "9", "--folder", files});
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.err, HasSubstr("has problems in it already, such as puzzle_0000"));
  EXPECT_EQ(read_file(folder / "made/puzzle_00001.txt"), first);
}

TEST(PuzzleFiles, MayShareAFolderWithOtherFiles) {
  const TestFolder folder;
  write_file(folder / "notes.txt", "mine");
  EXPECT_EQ(run({"puzzle", "generate", "--count", "1", "--folder", folder.path()}).exit_code, 0);
  EXPECT_EQ(read_file(folder / "notes.txt"), "mine");
}

TEST(PuzzleFiles, AreRefusedForAnUnusableFolder) {
  const TestFolder folder;
  write_file(folder / "file", "mine");
  // The error comes before the search, which would take minutes with this number of tries.
  const auto error_of = [](const std::string& option, const std::string& path) {
    const ProgramResult result =
        run({"puzzle", "generate", "--count", "1000", "--hands", "7", "--chain", "12", option, path});
    EXPECT_EQ(result.exit_code, option == "--sheet" ? 2 : 1) << option << ' ' << path;
    return result.err;
  };
  const std::string nowhere = folder / "no";
  for (const char* option : {"--folder", "--sheet"}) {
    EXPECT_THAT(error_of(option, nowhere + "/made"), HasSubstr("there is no folder " + nowhere + "\n"));
    EXPECT_THAT(error_of(option, folder / "file/made"), HasSubstr("there is no folder"));
  }
  EXPECT_FALSE(std::filesystem::exists(nowhere));
  EXPECT_THAT(error_of("--folder", folder / "file"), HasSubstr("it is a file, not a folder"));
  EXPECT_THAT(error_of("--sheet", folder.path()), HasSubstr("it is a folder, not a file"));
  EXPECT_EQ(read_file(folder / "file"), "mine");
}

TEST(PuzzleFiles, AreNotReplacedByAnEmptySheet) {
  const TestFolder folder;
  write_file(folder / "sheet.html", "mine");
  const ProgramResult result =
      run({"puzzle", "generate", "--hands", "6", "--chain", "12", "--tries", "1", "--sheet", folder / "sheet.html"});
  EXPECT_EQ(result.exit_code, base::kExitNoAnswer);
  EXPECT_EQ(read_file(folder / "sheet.html"), "mine");
}

TEST(PuzzleFiles, NeedNames) {
  for (const std::string option : {"--folder", "--sheet"}) {
    const ProgramResult result = run({"puzzle", "generate", option, ""});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr(option + ": a name is needed"));
  }
}

}  // namespace
}  // namespace rensa::cli::test
