#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#include "engine/record/codec.h"
#include "engine/record/verify.h"
#include "server/base/exit_code.h"
#include "tests/clients/session/running.h"
#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Rulesets that are given as JSON files to a server, to workers and to a bridge. Each shows another number of pairs.

namespace rensa::bridge {
namespace {

using session::test::count;
using session::test::Running;
using testing::HasSubstr;
using testing::Not;

class RulesetFiles : public testing::TestWithParam<int> {
 protected:
  // Writes a ruleset that differs from its base in its pairs. Returns the name of the file.
  std::string write_ruleset(const std::string& id, const std::string& base) const {
    const std::string file = scratch_.file(id + ".json");
    std::ofstream(file) << R"({"id": ")" << id << R"(", "base": ")" << base << R"(", "visible_pairs": )" << GetParam()
                        << "}";
    return file;
  }

  static std::string address_of(const e2e::Server& server) {
    return "127.0.0.1:" + std::to_string(server.port(e2e::Speech::tcp));
  }

  static std::vector<std::string> worker(const e2e::Server& server, const std::string& player,
                                         const std::string& file) {
    return {tests::program_path("rensa-worker"),
            "--server",
            address_of(server),
            "--player",
            player,
            "--ruleset",
            file,
            "--seed",
            "5",
            "--ponder",
            "--matches",
            "1"};
  }

  std::string fake_log() const {
    std::ifstream file(scratch_.file("fake.log"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Returns the records of all games, by the id of their ruleset. All of them are valid.
  static std::map<std::string, record::Record> records_of(const e2e::Server& server) {
    std::map<std::string, record::Record> records;
    const e2e::Json games = server.get_json("/api/v1/games");
    for (const auto& game : games["games"]) {
      const std::string path = "/api/v1/records/" + std::to_string(game["record"].get<std::uint64_t>());
      const std::string bytes = server.get(path).body;
      EXPECT_TRUE(record::verify(std::vector<std::uint8_t>(bytes.begin(), bytes.end())).ok()) << path;
      record::DecodeResult decoded = record::decode(std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
      EXPECT_TRUE(decoded.record) << path;
      if (!decoded.record) continue;
      EXPECT_EQ(game["ruleset"], decoded.record->setup.ruleset.id);
      EXPECT_EQ(server.get_json(path + "?format=json")["ruleset"]["visible_pairs"], GetParam());
      records.emplace(decoded.record->setup.ruleset.id, *std::move(decoded.record));
    }
    return records;
  }

  e2e::TemporaryFolder scratch_;
};

TEST_P(RulesetFiles, ArePlayedByAServerItsWorkersAndABridge) {
  const std::string frames = write_ruleset("frames-of-a-test", "tsu-1");
  const std::string turns = write_ruleset("turns-of-a-test", "jaist-1");
  setenv("RENSA_FAKE_LOG", scratch_.file("fake.log").c_str(), 1);
  setenv("RENSA_FAKE_MODE", GetParam() == 1 ? "single" : "play", 1);
  const e2e::Server server(scratch_, {"--ruleset-files", frames + " " + turns});

  Running bridge({tests::program_path("rensa-bridge"), "--server", address_of(server), "--exec",
                  tests::program_path("rensa-fake-player"), "--matches", "1", "--think-seconds", "300", "--ruleset",
                  frames});
  Running against_program(worker(server, "gaze:nodes=1500", frames));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(against_program.finish(), 0) << against_program.text;
  EXPECT_THAT(bridge.text, HasSubstr(" accepted, 0 refused; answers: 0 late, 0 without an ID"));
  EXPECT_THAT(bridge.text, Not(HasSubstr(": 0 accepted")));
  EXPECT_EQ(count(fake_log(), "END "), 1) << fake_log();
  EXPECT_EQ(count(fake_log(), "BAD"), 0) << fake_log();

  Running one(worker(server, "joseki:nodes=1500", turns));
  Running two(worker(server, "potential", turns));
  EXPECT_EQ(one.finish(), 0) << one.text;
  EXPECT_EQ(two.finish(), 0) << two.text;

  const std::map<std::string, record::Record> records = records_of(server);
  ASSERT_EQ(records.size(), 2U);
  for (const auto& [id, record] : records) {
    EXPECT_EQ(record.setup.ruleset.visible_pairs, GetParam()) << id;
    EXPECT_NE(record.outcome.cause, duel::Cause::illegal) << id;
    EXPECT_NE(record.outcome.cause, duel::Cause::resigned) << id;
    EXPECT_GT(record.inputs.size(), 10U) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(ByVisiblePairs, RulesetFiles, testing::Values(1, 2, 4, 5), testing::PrintToStringParamName());

TEST(RulesetFile, IsRefusedByAServerThatHasAnotherOfItsName) {
  const e2e::TemporaryFolder scratch;
  const std::string of_server = scratch.file("server.json");
  const std::string of_worker = scratch.file("worker.json");
  std::ofstream(of_server) << R"({"id": "mine", "visible_pairs": 4})";
  std::ofstream(of_worker) << R"({"id": "mine", "visible_pairs": 5})";
  const e2e::Server server(scratch, {"--ruleset-files", of_server});
  const std::string address = "127.0.0.1:" + std::to_string(server.port(e2e::Speech::tcp));
  const auto worker = [&address](const std::string& ruleset) {
    return std::vector<std::string>{tests::program_path("rensa-worker"),
                                    "--server",
                                    address,
                                    "--player",
                                    "random",
                                    "--ruleset",
                                    ruleset,
                                    "--seed",
                                    "5",
                                    "--matches",
                                    "1"};
  };
  Running first(worker(of_worker));
  Running second(worker(of_worker));
  EXPECT_EQ(first.finish(), 1);
  EXPECT_EQ(second.finish(), 1);
  EXPECT_THAT(first.text, HasSubstr("the server plays another mine than this program knows"));
}

TEST(RulesetFile, IsNamedByTheServerIfItCannotBeUsed) {
  const e2e::TemporaryFolder scratch;
  const std::string good = scratch.file("good.json");
  const std::string twin = scratch.file("twin.json");
  const std::string bad = scratch.file("bad.json");
  std::ofstream(good) << R"({"id": "mine"})";
  std::ofstream(twin) << R"({"id": "mine", "colours": 5})";
  std::ofstream(bad) << R"({"id": "mine", "visible_pairs": 6})";
  const auto errors_with = [&scratch](const std::string& files) {
    const auto ran = e2e::run_server_program(
        scratch, {"--worker-port", "0", "--web-port", "0", "--data", scratch.file("data"), "--ruleset-files", files});
    EXPECT_EQ(ran.status, base::kExitWrongCall);
    return ran.errors;
  };
  EXPECT_THAT(errors_with(good + " " + twin), HasSubstr("twin.json: there is another ruleset with the id mine"));
  EXPECT_THAT(errors_with(bad), HasSubstr("bad.json: line 1: visible_pairs is 6"));
  EXPECT_THAT(errors_with(scratch.file("none.json")), HasSubstr("none.json"));
}

}  // namespace
}  // namespace rensa::bridge
