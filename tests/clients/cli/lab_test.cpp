#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

TEST(LabTemplates, SaysTheSameAsJson) {
  const Finished finished = run({"lab", "templates", "--queues", "4", "--depth", "1", "--seed", "3", "--json",
                                 "--family", "stairs", "--family", "domino"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto results = nlohmann::json::parse(finished.out);
  EXPECT_EQ(results["queues"], 4);
  EXPECT_EQ(results["seed"], 3);
  ASSERT_THAT(results["rows"], SizeIs(2));
  for (const auto& row : results["rows"]) {
    EXPECT_EQ(row["depth"], 1);
    EXPECT_GE(row["hands"]["value"], 16) << "eight links of four take sixteen hands";
    EXPECT_LE(row["hands"]["low"], row["hands"]["value"]);
  }
}

TEST(LabTemplates, PrintsALineForEachFamilyAndDepth) {
  const Finished finished = run({"lab", "templates", "--queues", "2", "--depth", "1", "2", "--family", "domino"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 3);
  EXPECT_THAT(finished.out, HasSubstr("domino         2 "));
}

TEST(LabTemplates, MayTakeSeveralFamiliesAsOneAndCountWhatComesNext) {
  const Finished finished = run({"lab", "templates", "--queues", "2", "--depth", "1", "--family", "gtr", "--family",
                                 "meri", "--together", "--ahead"});
  EXPECT_EQ(finished.exit_code, 0);
  EXPECT_EQ(std::count(finished.out.begin(), finished.out.end(), '\n'), 2);
  EXPECT_THAT(finished.out, HasSubstr("\ntogether "));
}

TEST(LabTemplates, RefusesWhatItCannotDo) {
  EXPECT_THAT(run({"lab", "templates", "--family", "stair"}).err, HasSubstr("no family of templates called stair"));
  EXPECT_EQ(run({"lab", "templates", "--depth", "4"}).exit_code, 2);
  EXPECT_EQ(run({"lab", "templates", "--queues", "1"}).exit_code, 2);
  EXPECT_EQ(run({"lab"}).exit_code, 2);
}

}  // namespace
}  // namespace rensa::cli::test
