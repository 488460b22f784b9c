#include <csignal>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/exit_code.h"
#include "tests/e2e/server.h"
#include "tests/tools/paths.h"

// Tests tournaments of `rensa tournament` that are interrupted in their first game, before anything has been played.

namespace rensa::e2e {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class InterruptedTournament : public testing::TestWithParam<int> {
 protected:
  void write_plan(const Json& plan) const { std::ofstream(scratch_.file("cup.json")) << plan.dump(); }
  Words words(const std::string& command, const Words& more = {}) const {
    Words all{tests::program_path("rensa"), "tournament", command, scratch_.file("cup.json")};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  ProgramResult call(const std::string& command, const Words& more = {}) const {
    return run_program(scratch_, words(command, more));
  }
  std::string journal() const {
    const std::string file = scratch_.file("cup.run/journal.jsonl");
    return fs::exists(file) ? read_text_file(file) : "";
  }
  // Begins the tournament, or goes on with it, and ends the program with the signal of this test once the condition is
  // true.
  void interrupt_once(const std::function<bool()>& condition, const Words& more = {}) const {
    Words run = words("run", more);
    run.emplace_back("--quiet");
    Process process(run, scratch_.file("run.log"));
    ASSERT_TRUE(becomes_true(condition)) << read_text_file(scratch_.file("run.log"));
    process.signal(GetParam());
    EXPECT_EQ(process.wait(), GetParam() == SIGKILL ? -SIGKILL : base::exit_code_of_signal(GetParam()));
  }
  // No game counts, and all commands say so.
  void expect_nothing_played() const {
    EXPECT_THAT(journal(), Not(HasSubstr(R"("event":"ended")")));
    const ProgramResult shown = call("show");
    EXPECT_EQ(shown.status, 0) << shown.errors;
    EXPECT_THAT(shown.output, HasSubstr(": 0 of 2 games"));
    EXPECT_EQ(call("verify").output, "0 games: ok\n");
  }

  const TemporaryFolder scratch_;
};

INSTANTIATE_TEST_SUITE_P(By, InterruptedTournament, testing::Values(SIGINT, SIGKILL),
                         [](const auto& signal) { return signal.param == SIGINT ? "CtrlC" : "Kill"; });

// The programs wait for a file before they play.
TEST_P(InterruptedTournament, IsContinuedByTheSameCommand) {
  const auto program = [&](const std::string& name) {
    const std::string script = "touch " + scratch_.file("begun") + "; while ! test -e " + scratch_.file("go") +
                               "; do sleep 0.02; done; exec " + tests::program_path("rensa-worker") +
                               " --player random --quiet";
    return Json{{"name", name}, {"exec", {"/bin/sh", "-c", script}}};
  };
  write_plan({{"name", "cup"}, {"pairs", 1}, {"audit", 0}, {"players", {program("ann"), program("bob")}}});
  const Words open{"--exec-isolation", "none"};
  ASSERT_NO_FATAL_FAILURE(interrupt_once([&] { return fs::exists(scratch_.file("begun")); }, open));
  expect_nothing_played();
  std::ofstream(scratch_.file("go")) << "now";
  const ProgramResult whole = call("run", open);
  EXPECT_EQ(whole.status, 0) << whole.errors;
  EXPECT_THAT(whole.output, HasSubstr(": 2 games, over"));
  EXPECT_EQ(call("verify").output, "2 games: ok\n");
}

// The players of this process think for so long that no game ends. killed_run_test.cpp continues such tournaments.
TEST_P(InterruptedTournament, OfBuiltInPlayersHasNoResult) {
  const auto player = [](const char* name) { return Json{{"name", name}, {"player", "gaze:nodes=100000"}}; };
  write_plan({{"name", "cup"}, {"pairs", 1}, {"audit", 0}, {"players", {player("ann"), player("bob")}}});
  ASSERT_NO_FATAL_FAILURE(interrupt_once([this] { return journal().find("started") != std::string::npos; }));
  expect_nothing_played();
}

TEST_P(InterruptedTournament, OfAnotherPlanNamesTheWaysOut) {
  const auto plan_with = [](int pairs) {
    const auto player = [](const char* name) { return Json{{"name", name}, {"player", "gaze:nodes=100000"}}; };
    return Json{{"name", "cup"}, {"pairs", pairs}, {"audit", 0}, {"players", {player("ann"), player("bob")}}};
  };
  write_plan(plan_with(1));
  ASSERT_NO_FATAL_FAILURE(interrupt_once([this] { return journal().find("started") != std::string::npos; }));
  write_plan(plan_with(2));
  for (const char* command : {"run", "show"}) {
    const ProgramResult refused = call(command);
    EXPECT_EQ(refused.status, base::kExitFailed);
    EXPECT_EQ(refused.errors, "rensa: " + scratch_.file("cup.run/journal.jsonl") +
                                  ": it belongs to another plan, of which no game has been finished: undo the change "
                                  "of the plan, use another folder (--folder), or remove this one to begin anew\n")
        << command;
  }
  write_plan(plan_with(1));
  expect_nothing_played();
  fs::remove_all(scratch_.file("cup.run"));
  const ProgramResult before = call("show");
  EXPECT_EQ(before.status, base::kExitFailed);
  EXPECT_EQ(before.errors, "rensa: " + scratch_.file("cup.run") +
                               ": no tournament has begun in this folder: \"rensa tournament run\" begins it\n");
}

}  // namespace
}  // namespace rensa::e2e
