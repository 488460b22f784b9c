#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/clients/session/running.h"
#include "tests/tools/paths.h"

// A tournament with a program that plays through the bridge. It is killed with the bridge, but its refused and late
// decisions are in the table, because the server counts them.

namespace rensa::bridge {
namespace {

using Json = nlohmann::json;
using session::test::Running;

class TournamentOfPrograms : public testing::Test {
 protected:
  TournamentOfPrograms() {
    std::string name = (std::filesystem::temp_directory_path() / "rensa-bridged-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("RENSA_FAKE_LOG", (folder_ / "fake.log").c_str(), 1);
  }
  ~TournamentOfPrograms() override {
    unsetenv("RENSA_FAKE_MODE");
    std::filesystem::remove_all(folder_);
  }

  // Returns the row of the program in the table of a tournament of two games.
  Json row_of_program(const std::string& mode, const Json& limits) {
    setenv("RENSA_FAKE_MODE", mode.c_str(), 1);
    Json plan = {{"seed", 5}, {"audit", 0}, {"pairs", 1}, {"charge", 0}, {"players", {"random"}}};
    plan["players"].push_back(
        {{"name", "fake"}, {"exec", {tests::program_path("rensa-fake-player")}}, {"protocol", "reference"}});
    plan.update(limits);
    const std::string file = folder_ / "cup.json";
    std::ofstream(file) << plan;
    Running run({tests::program_path("rensa"), "tournament", "run", file, "--folder", folder_ / "run",
                 "--exec-isolation", "none"});
    EXPECT_EQ(run.finish(), 0) << run.text;
    Running show({tests::program_path("rensa"), "tournament", "show", file, "--folder", folder_ / "run", "--json"});
    EXPECT_EQ(show.finish(), 0) << show.text;
    const Json report = Json::parse(show.text);
    for (const Json& row : report.at("standings")) {
      if (row.at("player") == "fake") return row;
    }
    return {};
  }

  std::filesystem::path folder_;
};

TEST_F(TournamentOfPrograms, RefusedPlacementsOfAProgramAreInTheTable) {
  const Json row = row_of_program("impossible", {{"think_seconds", 300}});
  EXPECT_GT(row.at("refused"), 0) << row;
  EXPECT_EQ(row.at("late"), 0) << row;
}

TEST_F(TournamentOfPrograms, LateAnswersOfAProgramAreInTheTable) {
  const Json row = row_of_program("hang", {{"think_seconds", 1}, {"first_think_seconds", 300}, {"missed", 2}});
  EXPECT_EQ(row.at("late"), 4) << row;
  EXPECT_EQ(row.at("lost_by"), Json({{"time", 2}})) << row;
}

}  // namespace
}  // namespace rensa::bridge
