#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/base/exit_code.h"
#include "tests/clients/session/running.h"
#include "tests/tools/paths.h"
#include "tests/tools/time_limit.h"

// The bridge between a real server and a program that knows nothing of Rensa, against a worker of ours.

namespace rensa::bridge {
namespace {

using session::test::count;
using session::test::Running;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Bridge : public testing::Test {
 protected:
  Bridge() {
    std::string name = (std::filesystem::temp_directory_path() / "rensa-bridge-XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    setenv("RENSA_FAKE_LOG", log_path().c_str(), 1);
    mode("play");
    start_server();
  }
  ~Bridge() override {
    server_.reset();
    std::filesystem::remove_all(folder_);
  }

  void start_server() {
    server_ = std::make_unique<Running>(std::vector<std::string>{tests::program_path("rensa-server"), "--worker-port",
                                                                 "0", "--web-port", "0", "--data", folder_.string(),
                                                                 "--worker-socket", socket_path()});
    server_->after("workers on ");
    address_ = "unix:" + socket_path();
  }
  void kill_server() { server_.reset(); }

  static void mode(const std::string& name) { setenv("RENSA_FAKE_MODE", name.c_str(), 1); }
  std::vector<std::string> call(std::vector<std::string> more) const {
    more.insert(more.begin(), {tests::program_path("rensa-bridge"), "--server", address_});
    return more;
  }
  // The fake player has so much time for an answer that it is late only if it hangs, unless the test says otherwise.
  std::vector<std::string> call_fake(std::vector<std::string> more, const std::string& think_seconds = "300") const {
    more.insert(more.begin(), {"--exec", tests::program_path("rensa-fake-player"), "--matches", "1", "--think-seconds",
                               think_seconds});
    return call(std::move(more));
  }
  std::vector<std::string> opponent(const std::string& games) const {
    return {tests::program_path("rensa-worker"),
            "--server",
            address_,
            "--player",
            "random",
            "--clock",
            "virtual",
            "--matches",
            "1",
            "--seed",
            "5",
            "--games",
            games};
  }
  // The notes of the fake player.
  std::string log() const {
    std::ostringstream text;
    text << std::ifstream(log_path()).rdbuf();
    return text.str();
  }

  void wait_for_log(const std::string& words) const {
    const auto until = std::chrono::steady_clock::now() + rensa::test::kTimeLimit;
    while (log().find(words) == std::string::npos) {
      ASSERT_LT(std::chrono::steady_clock::now(), until) << "no '" << words << "' in: " << log();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  std::string address_;
  std::filesystem::path folder_;

 private:
  // Its address stays when the server is started again.
  std::string socket_path() const { return (folder_ / "workers").string(); }
  std::string log_path() const { return (folder_ / "fake.log").string(); }

  std::unique_ptr<Running> server_;
};

TEST_F(Bridge, UnchangedProgramPlaysThreeGamesWithoutARefusedPlacement) {
  Running bridge(call_fake({"--games", "3"}));
  Running other(opponent("3"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0) << other.text;
  EXPECT_THAT(bridge.text, HasSubstr("1 matches: "));
  EXPECT_THAT(bridge.text, HasSubstr(" accepted, 0 refused; answers: 0 late, 0 without an ID"));
  EXPECT_THAT(bridge.text, Not(HasSubstr(": 0 accepted")));
  EXPECT_THAT(log(), StartsWith("CALLED Player"));
  EXPECT_EQ(count(log(), "END "), 3) << log();
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
  EXPECT_EQ(count(log(), "CALLED"), 1);
  wait_for_log("GONE");  // the program may outlive the bridge by a moment
  // The bridge and the program report the same results.
  EXPECT_THAT(bridge.text,
              HasSubstr(std::to_string(count(log(), "END 1 ")) + " won, " + std::to_string(count(log(), "END 0 ")) +
                        " drawn, " + std::to_string(count(log(), "END -1 ")) + " lost"));
}

// No program can go back, so it is told of a new game. Then the fake player notes a number that does not follow.
TEST_F(Bridge, AProgramPlaysOnWhenTheServerIsKilled) {
  mode("stall");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  wait_for_log("STALLED");
  kill_server();
  start_server();
  std::ofstream(folder_ / "fake.log.go") << "go";
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0) << other.text;
  EXPECT_THAT(bridge.text, HasSubstr("1 matches: "));
  EXPECT_EQ(count(log(), "CALLED"), 1);
  EXPECT_EQ(count(log(), "END "), 1) << log();
  EXPECT_EQ(count(log(), "BAD"), count(log(), "BAD wrong ID")) << log();
}

TEST_F(Bridge, OneProcessPlaysAllMatches) {
  Running bridge(call({"--exec", tests::program_path("rensa-fake-player"), "--matches", "2"}));
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Running(opponent("1")).finish(), 0);
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, HasSubstr("2 matches: "));
  EXPECT_EQ(count(log(), "CALLED"), 1);
  EXPECT_EQ(count(log(), "END "), 2);
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, TwoProgramsPlayEachOther) {
  Running one(call_fake({}));
  Running two(call_fake({"--name", "Ringo"}));
  EXPECT_EQ(one.finish(), 0) << one.text;
  EXPECT_EQ(two.finish(), 0) << two.text;
  EXPECT_THAT(two.text, HasSubstr(" as Ringo: "));
  EXPECT_THAT(log(), HasSubstr("CALLED Player1\n"));
  EXPECT_THAT(log(), HasSubstr("CALLED Player2\n"));
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, ProgramMayConnectToAPortFromItsArguments) {
  Running bridge(call_fake({"--connector", "tcp"}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, HasSubstr(", 0 refused"));
  EXPECT_THAT(log(), HasSubstr(" --connector=tcp:\n"));
  EXPECT_EQ(count(log(), "END "), 1);
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, ProgramGetsItsOwnArgumentsBehindItsSeat) {
  for (const std::string connector : {"stdio", "tcp"}) {
    Running bridge(call_fake({"--connector", connector, "--argument=-x 1", "--argument=two"}));
    Running other(opponent("1"));
    EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  }
  EXPECT_EQ(count(log(), " -x 1 two\n"), 2) << log();
  EXPECT_THAT(log(), HasSubstr(" --connector=tcp: -x 1 two\n"));
}

TEST_F(Bridge, ProgramMayConnectByItself) {
  Running bridge(call({"--listen", "0", "--matches", "1"}));
  const std::string at = bridge.after("waiting for a program on ");
  Running fake({tests::program_path("rensa-fake-player"), "--connector=tcp:" + at});
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(fake.finish(), 0) << "it has heard the end";
  EXPECT_EQ(count(log(), "END "), 1);
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, SignalEndsItWhileItWaitsForAProgram) {
  Running bridge(call({"--listen", "0"}));
  bridge.after("waiting for a program on ");
  kill(bridge.id(), SIGTERM);
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
}

TEST_F(Bridge, ProgramThatEndsIsNamedWithItsStatusAndTheMatchResigned) {
  mode("crash");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), base::kExitPlayerFailed);
  EXPECT_THAT(bridge.text, HasSubstr("rensa-bridge: the program is gone: it ended with exit status 7\n"));
  EXPECT_THAT(bridge.text, HasSubstr("1 lost, broken off"));
  EXPECT_EQ(other.finish(), 0);
  EXPECT_THAT(other.text, HasSubstr("1 won, 0 drawn, 0 lost, broken off"));
}

TEST_F(Bridge, ProgramThatIsKilledIsNamedWithTheSignal) {
  mode("abort");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), base::kExitPlayerFailed);
  EXPECT_THAT(bridge.text, HasSubstr("the program is gone: it was ended by signal 6 (Aborted)\n"));
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, ProgramThatClosesItsEndIsGone) {
  mode("close");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), base::kExitPlayerFailed);
  EXPECT_THAT(bridge.text, HasSubstr("the program is gone: it closed its end\n"));
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, ProgramThatHangsDoesNotStopTheOpponent) {
  mode("hang");
  Running bridge(call_fake({}, "1"));
  Running other(opponent("1"));
  bridge.after("the program does not answer: its pair falls");
  wait_for_log("UNANSWERED 60");
  kill(bridge.id(), SIGTERM);
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
  const int late = std::stoi(bridge.after("answers: "));
  EXPECT_GT(late, 20);
  EXPECT_LT(count(bridge.text, "does not answer"), late / 4) << "not for each frame: " << bridge.text;
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, ProgramThatAnswersAgainIsHeardAgain) {
  mode("stall");
  Running bridge(call_fake({}, "1"));
  Running other(opponent("1"));
  bridge.after("the program does not answer: its pair falls");
  std::ofstream(folder_ / "fake.log.go") << "answer again\n";
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_GT(std::stoi(bridge.after("placements: ")), 3);
  EXPECT_EQ(count(log(), "END "), 1);
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, ColdStartHasTheTimeOfTheFirstDecision) {
  mode("cold");
  Running bridge(call_fake({"--first-think-seconds", "300"}, "1"));
  Running other(opponent("1"));
  wait_for_log("COLD");
  std::this_thread::sleep_for(std::chrono::seconds(3));  // longer than for a later answer
  EXPECT_THAT(bridge.read_so_far(), Not(HasSubstr("does not answer")));
  std::ofstream(folder_ / "fake.log.go") << "answer\n";
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, Not(HasSubstr(": 0 accepted")));
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, PairsFallWhenTheTimeOfTheFirstDecisionIsOver) {
  mode("cold");
  Running bridge(call_fake({"--first-think-seconds", "2"}, "1"));
  Running other(opponent("1"));
  bridge.after("the program does not answer: its pair falls");
  std::ofstream(folder_ / "fake.log.go") << "answer\n";
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, Not(HasSubstr("answers: 0 late")));
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, ProgramIsAskedToEndByTheEndOfItsInputThenBySigtermThenKilled) {
  mode("linger");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  wait_for_log("CALLED");
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
  const std::string notes = log();
  ASSERT_THAT(notes, HasSubstr("INPUT ENDED\n"));
  EXPECT_THAT(notes, HasSubstr("TERMINATED\n"));
  EXPECT_LT(notes.find("INPUT ENDED"), notes.find("TERMINATED"));
  EXPECT_THAT(notes, Not(HasSubstr("GONE")));
}

TEST_F(Bridge, StoppedBridgeDoesNotListenToAProgramForLong) {
  mode("babble");
  Running bridge(call_fake({"--games", "1000"}));
  Running other(opponent("1000"));
  wait_for_log("END ");
  kill(bridge.id(), SIGTERM);
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
  EXPECT_GT(count(log(), "BABBLE"), 0) << "it lives on";
  EXPECT_LT(count(log(), "BABBLE"), 800) << "these are at least forty seconds";
}

// A supervisor sends its signals to the whole group of the bridge.
TEST_F(Bridge, ProgramIsNotInTheGroupOfTheBridge) {
  mode("linger");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  wait_for_log("LEADS ITS GROUP");
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, TooLongAnswerIsTheLastOneThatIsHeard) {
  mode("long");
  Running bridge(call_fake({"--games", "2"}));
  Running other(opponent("2"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
  EXPECT_EQ(count(bridge.text, "more than 1024 bytes: it is not heard any more"), 1) << bridge.text;
  EXPECT_EQ(count(log(), "END "), 2);
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST_F(Bridge, DecisionsBeforeAPairAreNotForwarded) {
  mode("early");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, HasSubstr(" accepted, 0 refused"));
}

TEST_F(Bridge, MessagesAreShownOnTheBridge) {
  mode("chat");
  Running bridge(call_fake({}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_THAT(bridge.text, HasSubstr("program: at 1\nprogram: ?[2J\nprogram: at 101\n"));
}

TEST_F(Bridge, ProgramThatIsNoProgramResignsTheMatch) {
  const std::string script = folder_ / "no-program";
  std::ofstream(script) << "no program\n";
  std::filesystem::permissions(script, std::filesystem::perms::owner_all);
  Running bridge(call({"--exec", script}));
  Running other(opponent("1"));
  EXPECT_EQ(bridge.finish(), base::kExitPlayerFailed);
  EXPECT_THAT(bridge.text, HasSubstr("rensa-bridge: cannot start " + script + ": Exec format error\n"));
  EXPECT_EQ(other.finish(), 0);
}

TEST_F(Bridge, PlaysInRealTime) {
  mode("chat");
  Running bridge(call_fake({"--clock", "real"}));
  std::vector<std::string> words = opponent("1");
  words[6] = "real";
  Running other(words);
  bridge.after("program: at 301");  // five seconds
  kill(bridge.id(), SIGTERM);
  EXPECT_EQ(bridge.finish(), 0) << bridge.text;
  EXPECT_EQ(other.finish(), 0);
  EXPECT_THAT(bridge.text, Not(HasSubstr(": 0 accepted")));
  EXPECT_EQ(count(log(), "BAD"), 0) << log();
}

TEST(BridgeCall, WrongCallIsRefusedInOneLine) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> wrong{
      {"--exec PROGRAM or --listen PORT", {}},
      {"excludes", {"--exec", "/bin/true", "--listen", "0"}},
      {"excludes", {"--connector", "tcp", "--listen", "0"}},
      {"/no/such cannot be run", {"--exec", "/no/such"}},
      {"/usr is a folder, not a program", {"--exec", "/usr"}},
      {"/usr/ is a folder, not a program", {"--exec", "/usr/"}},
      {"/etc/passwd cannot be run", {"--exec", "/etc/passwd"}},
      {"--token-file: the name of a file is needed", {"--exec", "/bin/true", "--token-file", ""}},
      {"is played by turns", {"--exec", "/bin/true", "--ruleset", "jaist-1"}},
      {"--clock", {"--exec", "/bin/true", "--clock", "turns"}},
      {"--think-seconds", {"--exec", "/bin/true", "--think-seconds", "0"}},
      {"--first-think-seconds", {"--exec", "/bin/true", "--first-think-seconds", "0"}},
  };
  for (const auto& [why, more] : wrong) {
    std::vector<std::string> words{tests::program_path("rensa-bridge"), "--server", "localhost:1"};
    words.insert(words.end(), more.begin(), more.end());
    Running bridge(words);
    EXPECT_EQ(bridge.finish(), 2) << why;
    EXPECT_THAT(bridge.text, StartsWith("rensa-bridge: "));
    EXPECT_THAT(bridge.text, HasSubstr(why));
    EXPECT_EQ(bridge.text.find('\n'), bridge.text.size() - 1) << bridge.text;
  }
}

TEST(BridgeCall, HelpSaysWhereMessagesGo) {
  Running bridge({tests::program_path("rensa-bridge"), "--help"});
  EXPECT_EQ(bridge.finish(), 0);
  EXPECT_THAT(bridge.text, HasSubstr("MSG="));
  EXPECT_THAT(bridge.text, HasSubstr("to those who watch"));
}

}  // namespace
}  // namespace rensa::bridge
