#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "clients/cli/experiments/spider.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::vector<std::string> few_deals(std::vector<std::string> more) {
  std::vector<std::string> words{"lab", "spider", "--deals", "12", "--teacher-games", "20", "--search-tables", "2400"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(LabSpider, ResultDoesNotDependOnThreads) {
  const ProgramResult one = run(few_deals({"--json", "--seed", "5"}));
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(run(few_deals({"--json", "--seed", "5", "--jobs", "3"})).out, one.out);
  EXPECT_NE(run(few_deals({"--json", "--seed", "6"})).out, one.out);
}

TEST(LabSpider, PrintsSolvedDealsOfEachPlayer) {
  const ProgramResult result = run(few_deals({"--json", "--suits", "1", "4"}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  EXPECT_EQ(results["deals"], 12);
  ASSERT_THAT(results["rows"], SizeIs(10));
  EXPECT_EQ(results["rows"][0]["player"], "basic algorithm");
  EXPECT_EQ(results["rows"][9]["suits"], 4);
  for (const auto& row : results["rows"]) {
    EXPECT_LE(row["won"]["low"], row["won"]["value"]);
    EXPECT_GE(row["won"]["high"], row["won"]["value"]);
  }
  EXPECT_GE(results["rows"][8]["won"]["value"], 0.75) << "ours, with one suit";
  EXPECT_THAT(results["only"], SizeIs(3));
}

TEST(LabSpider, PrintsPublishedSharesBesideOurs) {
  const ProgramResult result = run(few_deals({"--quick"}));
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("44.7 - 47.2 %"));
  EXPECT_THAT(result.out, HasSubstr("ours, 2 suits"));
  EXPECT_THAT(result.out, HasSubstr("solved by one of the first three only"));
}

TEST(LabSpider, DrawsABarForEachPlayer) {
  const std::string plot = testing::TempDir() + "rensa_lab_spider.svg";
  ASSERT_EQ(run(few_deals({"--plot", plot, "--suits", "1"})).exit_code, 0);
  std::ifstream file(plot);
  const std::string svg((std::istreambuf_iterator<char>(file)), {});
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n")) << svg;
  for (const char* name : {">basic algorithm<", ">learned by regression<", ">ours, 1 suit<"}) {
    EXPECT_THAT(svg, HasSubstr(name));
  }
  std::filesystem::remove(plot);
}

TEST(LabSpider, CountsDealsThatOnlyOneAlgorithmSolved) {
  const SpiderRun run = run_spider({.deals = 60, .suits = {}, .lessons = 5});
  int alone = 0;
  for (std::size_t deal = 0; deal < 60; ++deal) {
    alone += run.rows[1].games[deal].won && !run.rows[0].games[deal].won && !run.rows[2].games[deal].won ? 1 : 0;
  }
  EXPECT_GT(alone, 0);
  EXPECT_DOUBLE_EQ(run.solved_only_by_one[1].share.value, alone / 60.0);
  const std::vector<Comparison> table = comparisons_of(run);
  EXPECT_EQ(table.size(), 8U + 3 + 2);
  EXPECT_EQ(table[0].published, "44.7 - 47.2 %");
  EXPECT_EQ(table.back().published, "about 200");
}

TEST(LabSpider, RefusesInvalidOptions) {
  EXPECT_EQ(run({"lab", "spider", "--suits", "3"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "spider", "--deals", "1"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "spider", "--jobs", "0"}).exit_code, 2);
  EXPECT_THAT(run(few_deals({"--plot", "/nowhere/plot.svg"})).err, HasSubstr("/nowhere/plot.svg cannot be written"));
}

}  // namespace
}  // namespace rensa::cli::test
