#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "tests/clients/cli/program.h"

// What `rensa puzzle generate --sheet` prints.

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

// One problem, as a sheet and as JSON.
Made made(const std::vector<std::string>& recipe) {
  const Folder folder;
  std::vector<std::string> arguments = {"puzzle", "generate", "--count", "1", "--json", "--sheet", folder / "s.html"};
  arguments.insert(arguments.end(), recipe.begin(), recipe.end());
  const Finished finished = run(arguments);
  EXPECT_EQ(finished.exit_code, 0) << finished.err;
  return {content_of(folder / "s.html"), nlohmann::json::parse(finished.out)};
}

TEST(PuzzleSheet, HasTheSolutionsOnPagesOfTheirOwn) {
  const Folder folder;
  const std::string sheet = folder / "sheet.html";
  ASSERT_EQ(run({"puzzle", "generate", "--count", "4", "--sheet", sheet}).exit_code, 0);
  const std::string page = content_of(sheet);
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
    EXPECT_EQ((std::string{pair.below, pair.above}), one.problem["steps"][i]) << "the axis is below";
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

TEST(PuzzleSheet, SaysAtItsFootHowSolutionsAreRead) {
  const std::string page = made({}).page;
  EXPECT_THAT(page.substr(page.find("<footer>")), HasSubstr("goes into column 5 from the left, and B lies above it"));
}

}  // namespace
}  // namespace rensa::cli::test
