#include <csignal>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "server/base/exit_code.h"
#include "tests/clients/cli/program.h"
#include "tests/tools/paths.h"

namespace rensa::cli::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

// Not every machine lets programs be isolated. The tests of server/processes do it where it is possible.
ProgramResult check(const std::vector<std::string>& program, const std::vector<std::string>& options = {}) {
  std::vector<std::string> words{"check", "--exec-isolation", "none"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back("--");
  words.insert(words.end(), program.begin(), program.end());
  return run(words);
}

// A player that makes a mistake (tests/server/live_tournaments/test_player.cpp). It knows the virtual clock only.
ProgramResult check_player(const std::string& fault) {
  return check({tests::program_path("host_player"), fault}, {"--clock", "virtual"});
}

TEST(Check, AWorkerPassesUnderAllClocks) {
  const ProgramResult checked = check({tests::program_path("rensa-worker"), "--player", "random", "--quiet"});
  EXPECT_EQ(checked.exit_code, base::kExitSuccess) << checked.err;
  EXPECT_EQ(checked.out,
            "start:        ok\n"
            "virtual:      ok\n"
            "turns:        ok\n"
            "real:         ok\n"
            "lost line:    ok\n"
            "slow machine: ok\n");
}

TEST(Check, TakesAPlayerAsAPlanDescribesIt) {
  const TestFolder folder;
  // The word in front of the program is a variable, as a bot in a checkout needs it for its library.
  const nlohmann::json exec = {"env", "MODE=honest", "sh", "-c",
                               "exec " + tests::program_path("rensa-worker") + " --player random --quiet"};
  write_file(folder / "mine.json", nlohmann::json({{"name", "mine"}, {"exec", exec}, {"files", {"/usr"}}}).dump());
  const ProgramResult checked = check({folder / "mine.json"}, {"--clock", "virtual"});
  EXPECT_EQ(checked.exit_code, base::kExitSuccess) << checked.err;
  EXPECT_THAT(checked.out, StartsWith("start:        ok\nvirtual:      ok\n"));

  write_file(folder / "mine.json", R"({"name": "mine", "player": "greedy"})");
  const ProgramResult built_in = check({folder / "mine.json"});
  EXPECT_EQ(built_in.exit_code, base::kExitWrongCall);
  EXPECT_THAT(built_in.err, HasSubstr("mine.json: \"exec\" has to name a program and its arguments"));
  write_file(folder / "mine.json", R"({"exec": ["x"], "exce": 1})");
  const ProgramResult unknown = check({folder / "mine.json"});
  EXPECT_EQ(unknown.exit_code, base::kExitWrongCall);
  EXPECT_THAT(unknown.err, HasSubstr("exce"));
}

TEST(Check, AProgramThatEndsAtOnceHasNotStarted) {
  const ProgramResult checked = check_player("quit");
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, StartsWith("start:        the program was started and did not connect: "));
  EXPECT_THAT(checked.out, HasSubstr("\nvirtual:      not tried\n"));
  EXPECT_THAT(checked.out, EndsWith("\nslow machine: not tried\n"));
}

TEST(Check, AProgramThatEndsWithItsConnectionDoesNotSurviveALostLine) {
  const ProgramResult checked = check_player("honest");
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, StartsWith("start:        ok\nvirtual:      ok\n"));
  EXPECT_THAT(checked.out, HasSubstr("lost line:    it ended when its connection was lost: connect again with the same "
                                     "token, and resume the match"));
  EXPECT_THAT(checked.out, EndsWith("slow machine: ok\n"));
}

TEST(Check, AProgramThatEndsWhenItGoesOnDoesNotSurviveASlowMachine) {
  const ProgramResult checked = check_player("frail");
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, StartsWith("start:        ok\nvirtual:      ok\n"));
  EXPECT_THAT(checked.out, HasSubstr("slow machine: it ended after its process had been stopped for a while"));
}

TEST(Check, AnImpossiblePlacementIsToldWithWhatToDo) {
  const ProgramResult checked = check_player("lie");
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("virtual:      it chose a placement that its pair cannot reach: choose one of the "
                                     "possible placements of the view"));
}

TEST(Check, ACrashIsARowOfTheTable) {
  const ProgramResult checked = check({tests::program_path("host_player"), "crash"}, {"--clock", "virtual", "--json"});
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  const auto rows = nlohmann::json::parse(checked.out);
  ASSERT_EQ(rows.size(), 4U) << rows;
  EXPECT_EQ(rows[0].at("result"), "ok");
  EXPECT_EQ(rows[1].at("check"), "virtual");
  EXPECT_EQ(rows[1].at("result"), "failed");
  EXPECT_THAT(rows[1].at("reason").get<std::string>(), HasSubstr("it ended by an error"));
}

// A client library may close its session before the error of its bot is printed.
TEST(Check, TheErrorOfAProgramIsTold) {
  const ProgramResult checked = check_player("raise");
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("virtual:      it ended by an error: KeyError: 'seven'\n"));
}

TEST(Check, ControlCharactersOfAProgramAreNotShown) {
  const ProgramResult checked = check({"/bin/sh", "-c", "printf '\\033[31mred\\n'; exit 1"});
  EXPECT_EQ(checked.exit_code, base::kExitAnswerIsNo) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("the last line of its output: ?[31mred\n"));
}

TEST(Check, ASignalEndsTheWaitForAProgramAndLeavesNothing) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const TestFolder folder;
    // The program says that it has started, and does not connect.
    const std::string program = "echo started > " + (folder / "started").string() + "; exec sleep 1000";
    std::filesystem::create_directory(folder / "tmp");
    const int exit_code =
        run_and_signal({"check", "--exec-isolation", "none", "--", "/bin/sh", "-c", program},
                       {.after_file = folder / "started", .signal = signal, .temporary_folder = folder / "tmp"});
    EXPECT_EQ(exit_code, base::exit_code_of_signal(signal));
    EXPECT_TRUE(std::filesystem::is_empty(folder / "tmp"));
  }
}

TEST(Check, AClockThatIsGivenTwiceIsAnError) {
  const ProgramResult checked = check({"./no-such-bot"}, {"--clock", "turns,turns"});
  EXPECT_EQ(checked.exit_code, base::kExitWrongCall);
  EXPECT_THAT(checked.err, HasSubstr("each at most once"));
}

TEST(Check, AFolderIsNoProgram) {
  const TestFolder folder;
  const ProgramResult checked = check({folder.path().string()});
  EXPECT_EQ(checked.exit_code, base::kExitFailed);
  EXPECT_THAT(checked.err, HasSubstr("is a folder: name a program in it"));
}

TEST(Check, AMissingProgramIsAnError) {
  const ProgramResult checked = check({"./no-such-bot"});
  EXPECT_EQ(checked.exit_code, base::kExitFailed);
  EXPECT_THAT(checked.err, HasSubstr("no-such-bot"));
  EXPECT_EQ(run({"check"}).exit_code, base::kExitWrongCall);
  EXPECT_EQ(check({"./no-such-bot"}, {"--clock", "sundial"}).exit_code, base::kExitWrongCall);
}

}  // namespace
}  // namespace rensa::cli::test
