#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/record/codec.h"
#include "tests/clients/cli/program.h"

namespace rensa::cli::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// Records of short games between two fast players.
std::vector<std::string> records_of(const std::string& opponent, const std::string& games, const TestFolder& folder) {
  run({"match", "greedy", opponent, "--games", games, "--seed", "4", "--quiet", "--record", folder.path().string()});
  std::vector<std::string> records;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    records.push_back(entry.path().string());
  }
  std::sort(records.begin(), records.end());
  return records;
}

class Learn : public testing::Test {
 protected:
  Learn() : records_(records_of("random", "60", folder_)) {}

  ProgramResult learn(std::vector<std::string> words) const {
    words.insert(words.begin(), "learn");
    words.push_back("--records");
    words.insert(words.end(), records_.begin(), records_.end());
    return run(words);
  }

  TestFolder folder_;
  std::vector<std::string> records_;
};

TEST_F(Learn, KeepsItsRecords) {
  const std::string record = records_.front();
  const auto size = std::filesystem::file_size(record);
  const ProgramResult result = learn({"--teacher", "greedy", "--weights", record});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("--weights: " + record + " is one of the records"));
  EXPECT_EQ(std::filesystem::file_size(record), size);
}

TEST_F(Learn, WritesWeightsThatGazeTakes) {
  ASSERT_EQ(records_.size(), 60U);
  const std::string weights = (folder_ / "learned.json").string();
  const ProgramResult result = learn({"--teacher", "greedy", "--weights", weights, "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto results = nlohmann::json::parse(result.out);
  EXPECT_EQ(results["games"], 48);
  EXPECT_EQ(results["games_held_out"], 12);
  EXPECT_EQ(results["records_repeated"], 0);
  EXPECT_GT(results["choices"], 250);
  EXPECT_GT(results["agreement"]["value"], results["agreement_by_hand"]["value"])
      << "greedy keeps fields flat, and gaze does not";
  std::ifstream file(weights);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  EXPECT_TRUE(nlohmann::json::parse(text).contains("opening.step"));
  EXPECT_EQ(run({"lab", "solo", "gaze:nodes=500,weights=" + weights, "--queues", "2", "--max-hands", "3"}).exit_code,
            0);
  EXPECT_EQ(learn({"--teacher", "greedy", "--json"}).out, result.out) << "the same again";
}

TEST_F(Learn, AsksAPlayerThatIsNotInTheRecords) {
  const ProgramResult result = learn({"--teacher", "greedy"});
  const ProgramResult other = learn({"--teacher", "potential"});
  EXPECT_EQ(other.exit_code, 0) << other.err;
  EXPECT_THAT(other.out, HasSubstr("learned weights"));
  EXPECT_NE(other.out, result.out);
}

TEST_F(Learn, ComparesBothWeightsGameByGame) {
  const auto results = nlohmann::json::parse(learn({"--teacher", "greedy", "--json"}).out);
  const auto& more = results["agreement_difference"];
  EXPECT_NEAR(more["value"], double(results["agreement"]["value"]) - double(results["agreement_by_hand"]["value"]),
              1e-12);
  EXPECT_LT(more["low"], more["value"]);
  EXPECT_GT(more["high"], more["value"]);
  EXPECT_GE(results["agreement_by_hand"]["low"], 0) << "a share";
  EXPECT_THAT(learn({"--teacher", "greedy"}).out, HasSubstr("difference in points, by games"));
}

TEST_F(Learn, GivesNoFigureForAHandfulOfGamesHeldOut) {
  records_.resize(49);
  const ProgramResult result = learn({"--teacher", "greedy"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("9 games held out: too few"));
  EXPECT_THAT(result.out, HasSubstr("50 games in all"));
  EXPECT_THAT(result.out, Not(HasSubstr("%")));
  const auto results = nlohmann::json::parse(learn({"--teacher", "greedy", "--json"}).out);
  for (const char* figure : {"agreement", "agreement_by_hand", "agreement_difference"}) {
    EXPECT_TRUE(results[figure].is_null()) << figure;
  }
}

TEST_F(Learn, CountsARepeatedRecordOnce) {
  const std::string once = learn({"--teacher", "greedy", "--json"}).out;
  const std::string copy = (folder_ / "copy").string();
  std::filesystem::copy_file(records_[0], copy);
  records_.insert(records_.begin() + 1, {copy, records_[0]});
  auto again = nlohmann::ordered_json::parse(learn({"--teacher", "greedy", "--json"}).out);
  EXPECT_EQ(again["records_repeated"], 2);
  again["records_repeated"] = 0;
  EXPECT_EQ(again.dump(2) + "\n", once) << "nothing else is changed by them";
  EXPECT_THAT(learn({"--teacher", "greedy"}).out, HasSubstr("2 records are the same as another, and left out"));
  records_.assign(10, records_[0]);
  const ProgramResult result = learn({"--teacher", "greedy"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("there are 1; 9 records are the same as another"));
}

// Two equal players get the same positions until garbage falls.
TEST_F(Learn, CountsAPositionOfBothSidesOnce) {
  const TestFolder folder;
  records_ = records_of("greedy", "12", folder);
  ASSERT_EQ(records_.size(), 12U);
  const auto choices_of = [this](const std::string& teacher) {
    return int(nlohmann::json::parse(learn({"--teacher", teacher, "--json"}).out)["choices"]);
  };
  const int of_both = choices_of("greedy");
  for (const std::string& file : records_) {
    const std::string bytes = read_file(file);
    auto record = record::decode(std::vector<std::uint8_t>(bytes.begin(), bytes.end())).record;
    ASSERT_TRUE(record);
    record->players[1] = "somebody else";
    const auto renamed = record::encode(*record);
    write_file(file, {renamed.begin(), renamed.end()});
  }
  const int of_one = choices_of("greedy");
  EXPECT_GE(of_both, of_one);
  EXPECT_LT(of_both, of_one * 3 / 2);
}

TEST_F(Learn, RefusesUnusableRecords) {
  EXPECT_THAT(learn({"--teacher", "somebody"}).err, HasSubstr("somebody is not a built-in player"));
  records_.resize(9);
  EXPECT_THAT(learn({"--teacher", "greedy"}).err, HasSubstr("it takes 10 games"));
  std::ofstream(records_[0]) << "no record";
  EXPECT_THAT(learn({"--teacher", "greedy"}).err, HasSubstr(records_[0]));
  EXPECT_EQ(run({"learn", "--teacher", "greedy"}).exit_code, 2);
}

TEST_F(Learn, RefusesAPenaltyOutOfBounds) {
  for (const char* penalty : {"nan", "inf", "0", "2e6", "1x", ""}) {
    const ProgramResult result = learn({"--teacher", "greedy", "--penalty", penalty});
    EXPECT_EQ(result.exit_code, 2) << penalty;
    EXPECT_THAT(result.err, HasSubstr("is no number from 1e-06 to 1000000"));
  }
}

}  // namespace
}  // namespace rensa::cli::test
