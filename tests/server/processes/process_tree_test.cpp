#include <csignal>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/server/processes/child_fixture.h"
#include "tests/tools/paths.h"
#include "tests/tools/processes.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using rensa::test::processes_with;
using test::is_gone;
using test::process_of;
using test::shell;
using test::state_of;
using ProcessTreeTest = test::ChildFixture;

// Starts one process in the group, one in a session of its own, and one there without a parent. Each prints its number.
const std::string kThreeProcesses =
    "sleep 1000 & echo $!;"
    "setsid sh -c 'echo $$; exec sleep 1000' &"
    "(setsid sh -c 'echo $$; exec sleep 1000' &);";
constexpr std::size_t kMembers = 3;

void expect_gone(const std::string& members) {
  for (std::size_t i = 0; i < kMembers; ++i) EXPECT_TRUE(is_gone(process_of(members, i))) << "number " << i;
}

TEST_F(ProcessTreeTest, NoProcessOutlivesAProgramThatEnds) {
  // The program ends when all three have written their numbers.
  const std::string numbers = path("numbers");
  const std::string wait = "while [ $(wc -l <" + numbers + ") -lt 3 ]; do sleep 0.01; done; cat " + numbers;
  EXPECT_EQ(describe(end_of(shell("{ " + kThreeProcesses + " } >" + numbers + "; " + wait + "; exit 5"))),
            "exited with 5");
  expect_gone(child_->output_tail());
}

TEST_F(ProcessTreeTest, NoProcessOutlivesATerminatedProgram) {
  start(shell(kThreeProcesses + "wait; sleep 1000"));
  ASSERT_TRUE(has_written(kMembers));
  child_->terminate({.after_signal = 50ms});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
  expect_gone(child_->output_tail());
}

TEST_F(ProcessTreeTest, NoProcessOutlivesADestroyedChild) {
  start(shell(kThreeProcesses + "wait; sleep 1000"));
  ASSERT_TRUE(has_written(kMembers));
  const std::string members = child_->output_tail();
  child_.reset();
  expect_gone(members);
}

TEST_F(ProcessTreeTest, NoProcessOutlivesAKilledServer) {
  std::vector<std::string> words{tests::program_path("parent_process"), tests::program_path("rensa-keeper"),
                                 path("log"), kThreeProcesses + "echo $$; wait; sleep 1000"};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t host = -1;
  ASSERT_EQ(posix_spawn(&host, pointers[0], nullptr, nullptr, pointers.data(), environ), 0);
  std::string members;
  EXPECT_TRUE(runs_until([&] {
    std::ifstream log(path("log"));
    members.assign(std::istreambuf_iterator<char>(log), {});
    return std::count(members.begin(), members.end(), '\n') > static_cast<std::ptrdiff_t>(kMembers);
  }));
  kill(host, SIGKILL);
  waitpid(host, nullptr, 0);
  for (std::size_t i = 0; i <= kMembers; ++i) {
    EXPECT_TRUE(runs_until([&] { return is_gone(process_of(members, i)); })) << "number " << i;
  }
}

TEST_F(ProcessTreeTest, AProgramDoesNotOutliveItsSupervisor) {
  start(shell("echo $$; echo $PPID; exec sleep 1000"));
  ASSERT_TRUE(has_written(2));
  kill(process_of(child_->output_tail(), 1), SIGKILL);
  EXPECT_EQ(describe(exit_report()), "ended in an unknown way");
  EXPECT_TRUE(runs_until([&] { return is_gone(process_of(child_->output_tail(), 0)); }));
}

TEST_F(ProcessTreeTest, SupervisorIgnoresSignals) {
  start(shell("echo $$; echo $PPID; exec sleep 1000"));
  ASSERT_TRUE(has_written(2));
  const pid_t keeper = process_of(child_->output_tail(), 1);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGQUIT}) kill(keeper, signal);
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
}

TEST_F(ProcessTreeTest, AProgramThatIgnoresTheSignalIsKilledAfterTheGrace) {
  start(shell("trap '' TERM; echo ready; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  const auto begin = std::chrono::steady_clock::now();
  child_->terminate({.after_signal = 50ms});
  EXPECT_EQ(describe(exit_report()), "ended by signal 9 (killed)");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
}

ChildOptions with_open_input(ChildOptions options) {
  options.command.has_open_input = true;
  return options;
}

TEST_F(ProcessTreeTest, AnOpenInputEndsWhenTheProgramIsAskedToEnd) {
  start(with_open_input(shell("echo ready; cat; echo ended; exit 4")));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_input = 1h, .after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 4");
  EXPECT_EQ(child_->output_tail(), "ready\nended\n");
}

TEST_F(ProcessTreeTest, AProgramThatDoesNotReadItsInputGetsTheSignalAfterTheFirstGrace) {
  start(with_open_input(shell("echo ready; exec sleep 1000")));
  ASSERT_TRUE(has_written(1));
  const auto begin = std::chrono::steady_clock::now();
  child_->terminate({.after_input = 50ms, .after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
}

TEST_F(ProcessTreeTest, AProgramThatIgnoresInputAndSignalIsKilledAfterBothGraces) {
  start(with_open_input(shell("trap '' TERM; echo ready; exec sleep 1000")));
  ASSERT_TRUE(has_written(1));
  const auto begin = std::chrono::steady_clock::now();
  child_->terminate({.after_input = 30ms, .after_signal = 50ms});
  EXPECT_EQ(describe(exit_report()), "ended by signal 9 (killed)");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 80ms);
}

TEST_F(ProcessTreeTest, WithoutAnOpenInputTheSignalComesAtOnce) {
  start(shell("echo ready; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_input = 1h, .after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
}

TEST_F(ProcessTreeTest, TheShortestGraceCounts) {
  start(shell("trap '' TERM; echo ready; exec sleep 1000"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 1h});
  child_->terminate({.after_signal = 10ms});
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 9 (killed)");
}

TEST_F(ProcessTreeTest, AProgramThatEndsWithinTheGraceReportsItsStatus) {
  // The shell would print errors about its own commands.
  start(shell("exec 2>/dev/null; trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 7");
  EXPECT_EQ(child_->output_tail(), "ready\nbye\n");
}

TEST_F(ProcessTreeTest, AllProcessesHaveTheGrace) {
  start(
      shell("exec 2>/dev/null; sh -c 'trap \"sleep 0.05; echo saved; exit\" TERM; echo ready; while :; do sleep 0.01; "
            "done' & wait"));
  ASSERT_TRUE(has_written(1));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "ended by signal 15 (terminated)");
  EXPECT_EQ(child_->output_tail(), "ready\nsaved\n");
}

TEST_F(ProcessTreeTest, AStoppedProgramGetsTheSignal) {
  start(shell("trap 'exit 7' TERM; echo $$; kill -STOP $$; sleep 1000"));
  ASSERT_TRUE(has_written(1));
  ASSERT_TRUE(runs_until([&] { return state_of(process_of(child_->output_tail(), 0)) == 'T'; }));
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 7");
}

TEST_F(ProcessTreeTest, AnEndlessChainOfProcessesIsKilled) {
  // Each process starts the next one in a session of its own, and ends.
  const std::string chain = path("chain");
  std::ofstream(chain) << "echo $$; setsid sh " << chain << " & sleep 0.005\n";
  start(shell("sh " + chain + "; exec sleep 1000"));
  ASSERT_TRUE(has_written(20));
  EXPECT_GT(processes_with(chain), 0);
  child_->terminate({.after_signal = 0ms});
  exit_report();
  EXPECT_EQ(processes_with(chain), 0);
}

}  // namespace
}  // namespace rensa::processes
