#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;

// Records of twelve short games between two players that decide quickly.
class Learn : public testing::Test {
 protected:
  Learn() {
    run({"match", "greedy", "random", "--games", "12", "--seed", "4", "--quiet", "--record",
         folder_.path().string() + "/"});
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      records_.push_back(entry.path().string());
    }
    std::sort(records_.begin(), records_.end());
  }

  Finished learn(std::vector<std::string> words) const {
    words.insert(words.begin(), "learn");
    words.push_back("--records");
    words.insert(words.end(), records_.begin(), records_.end());
    return run(words);
  }

  Folder folder_;
  std::vector<std::string> records_;
};

TEST_F(Learn, WritesWeightsThatGazeTakes) {
  ASSERT_EQ(records_.size(), 12U);
  const std::string weights = (folder_ / "learned.json").string();
  const Finished finished = learn({"--teacher", "greedy", "--weights", weights, "--json"});
  ASSERT_EQ(finished.exit_code, 0) << finished.err;
  const auto results = nlohmann::json::parse(finished.out);
  EXPECT_EQ(results["games"], 10);
  EXPECT_EQ(results["games_held_out"], 2);
  EXPECT_GT(results["choices"], 50);
  EXPECT_GT(results["agreement"]["value"], results["agreement_by_hand"]["value"])
      << "greedy keeps fields flat, and gaze does not";
  std::ifstream file(weights);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_TRUE(nlohmann::json::parse(text).contains("opening.step"));
  EXPECT_EQ(run({"lab", "solo", "gaze:nodes=500,weights=" + weights, "--queues", "2", "--hands", "3"}).exit_code, 0);
  EXPECT_EQ(learn({"--teacher", "greedy", "--json"}).out, finished.out) << "the same again";
}

TEST_F(Learn, AsksAPlayerThatHasNoSeat) {
  const Finished finished = learn({"--teacher", "greedy"});
  const Finished other = learn({"--teacher", "potential"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("learned weights"));
  EXPECT_NE(other.out, finished.out);
}

TEST_F(Learn, RefusesWhatItCannotLearnFrom) {
  EXPECT_THAT(learn({"--teacher", "somebody"}).err, HasSubstr("somebody is no player of ours"));
  records_.resize(9);
  EXPECT_THAT(learn({"--teacher", "greedy"}).err, HasSubstr("it takes 10 games"));
  std::ofstream(records_[0]) << "no record";
  EXPECT_THAT(learn({"--teacher", "greedy"}).err, HasSubstr(records_[0]));
  EXPECT_EQ(run({"learn", "--teacher", "greedy"}).exit_code, 2);
}

TEST_F(Learn, RefusesAPenaltyThatIsNoNumberWithinItsBounds) {
  for (const char* penalty : {"nan", "inf", "0", "2e6", "1x", ""}) {
    const Finished finished = learn({"--teacher", "greedy", "--penalty", penalty});
    EXPECT_EQ(finished.exit_code, 2) << penalty;
    EXPECT_THAT(finished.err, HasSubstr("is no number from 1e-06 to 1000000"));
  }
}

}  // namespace
}  // namespace rensa::cli::test
