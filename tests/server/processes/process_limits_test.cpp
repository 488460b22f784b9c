#include "server/processes/process_limits.h"

#include <algorithm>
#include <chrono>
#include <gmock/gmock.h>
#include <string>
#include <unistd.h>

#include "server/processes/core_allocator.h"
#include "tests/server/processes/child_fixture.h"
#include "tests/tools/long_tests.h"
#include "tests/tools/paths.h"
#include "tests/tools/processes.h"
#include "tests/tools/time_limit.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using test::kNoOtherCore;
using test::process_of;
using test::program;
using test::shell;
using testing::HasSubstr;
using LimitEnforcerTest = test::ChildFixture;
using LimitsTest = test::ChildFixture;
using Seconds = CpuBudget::Seconds;

const CpuBudget::Time kStart{};

// A reading that takes no time.
CpuBudget::Reading quick_reading(CpuBudget::Time time, Seconds used) {
  return {.begin = time, .end = time, .used = used};
}

TEST(CpuBudgetTest, NoPauseWithinTheBudget) {
  CpuBudget budget(2, kStart);
  for (int i = 1; i <= 100; ++i) EXPECT_EQ(budget.required_pause(quick_reading(kStart + i * 500ms, i * 1s)), 0s);
}

TEST(CpuBudgetTest, UnusedTimeIsNotSaved) {
  CpuBudget budget(1, kStart);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 100s, 0s)), 0s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 101s, 2s)), 1s);
}

TEST(CpuBudgetTest, ASmallExcessNeedsNoPause) {
  CpuBudget budget(1, kStart);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 500ms, 700ms)), 0s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 1s, 1s)), 0s);
}

TEST(CpuBudgetTest, APausePaysForTheExcess) {
  CpuBudget budget(2, kStart);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 1s, 4s)), 1s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 2s, 4s)), 0s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 2500ms, 5s)), 0s) << "all of it";
}

TEST(CpuBudgetTest, ARepeatedSmallExcessAddsUp) {
  CpuBudget budget(1, kStart);
  Seconds used{};
  Seconds rested{};
  CpuBudget::Time now = kStart;
  for (int i = 0; i < 100; ++i) {
    now += 500ms;
    used += 600ms;
    const Seconds rest = budget.required_pause(quick_reading(now, used));
    rested += rest;
    now += std::chrono::ceil<CpuBudget::Time::duration>(rest);
  }
  EXPECT_NEAR(rested.count(), 10, 0.5);
}

TEST(CpuBudgetTest, LostTimeOfEndedProcessesIsNotCredited) {
  CpuBudget budget(1, kStart);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 500ms, 500ms)), 0s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 1s, 100ms)), 0s);
  EXPECT_EQ(budget.required_pause(quick_reading(kStart + 1500ms, 1100ms)), 500ms);
}

// The program runs on one core without a pause, and each reading sees what it has used until its end.
TEST(CpuBudgetTest, ASlowReadingIsNoExcess) {
  CpuBudget budget(1, kStart);
  CpuBudget::Time now = kStart;
  for (int i = 0; i < 100; ++i) {
    const CpuBudget::Time begin = now + 500ms;
    now = begin + (i % 2 == 0 ? 600ms : 0ms);
    ASSERT_EQ(budget.required_pause({.begin = begin, .end = now, .used = now - kStart}), 0s) << i;
  }
}

TEST(CpuBudgetTest, ASlowReadingHidesNoExcess) {
  CpuBudget budget(1, kStart);
  Seconds rested{};
  CpuBudget::Time now = kStart;
  Seconds used{};
  for (int i = 0; i < 100; ++i) {
    const CpuBudget::Reading reading{.begin = now + 500ms, .end = now + 510ms, .used = used + 1s};
    const Seconds rest = budget.required_pause(reading);
    used = reading.used;
    rested += rest;
    now = reading.end + std::chrono::ceil<CpuBudget::Time::duration>(rest);
  }
  EXPECT_GT(rested.count(), 45);
}

constexpr std::uint64_t kMega = 1 << 20;

TEST_F(LimitsTest, MemoryIsLimited) {
  ChildOptions options = program({"dd", "if=/dev/zero", "of=/dev/null", "bs=100M", "count=1"});
  options.command.limits.memory_bytes = 200 * kMega;
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  options.command.limits.memory_bytes = 50 * kMega;
  EXPECT_EQ(describe(end_of(options)), "exited with 1");
  EXPECT_THAT(child_->output_tail(), testing::HasSubstr("memory exhausted"));
}

TEST_F(LimitsTest, PeakMemoryDoesNotCountOurOwn) {
  const std::vector<char> ours(200 * kMega, 1);
  EXPECT_LT(end_of(program({"true"})).peak_bytes, 100 * kMega);
  const ExitReport report = end_of(program({"dd", "if=/dev/zero", "of=/dev/null", "bs=50M", "count=1"}));
  EXPECT_GE(report.peak_bytes, 50 * kMega);
  EXPECT_LT(report.peak_bytes, 150 * kMega);
}

TEST_F(LimitsTest, AProgramThatUsesUpItsTimeIsEnded) {
  ChildOptions options = shell("while :; do :; done");
  options.command.limits.cpu_seconds = 1;
  const ExitReport report = end_of(options);
  EXPECT_EQ(describe(report), "ended by signal 24 (CPU time limit exceeded)");
  EXPECT_GE(report.cpu_seconds, 0.5);
}

TEST_F(LimitsTest, TheTimeOfAllProcessesIsCounted) {
  ChildOptions options = shell("sh -c 'while :; do :; done'; echo $?");
  options.command.limits.cpu_seconds = 1;
  const ExitReport report = end_of(options);
  EXPECT_EQ(describe(report), "exited with 0");
  EXPECT_GE(report.cpu_seconds, 0.5);
}

TEST_F(LimitsTest, AreSetAsGiven) {
  ChildOptions options =
      shell("ulimit -n; ulimit -Hn; ulimit -c; ulimit -Hc; ulimit -t; ulimit -Ht; ulimit -d; echo $(($(nice) - OURS))");
  options.command.environment.push_back(std::string("OURS=").append(std::to_string(::nice(0))));
  options.command.limits.open_files = 77;
  options.command.limits.cpu_seconds = 30;
  options.command.limits.memory_bytes = 300 * kMega;
  options.command.limits.nice = 3;
  const int added_nice = std::min(3, test::kMaxNice - ::nice(0));
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  EXPECT_EQ(child_->output_tail(), "77\n77\n0\n0\n30\n31\n307200\n" + std::to_string(added_nice) + '\n');
}

TEST_F(LimitsTest, AreNeverMoreThanOurs) {
  ChildOptions options = shell("ulimit -Hn");
  options.command.limits.open_files = std::uint64_t{1} << 62;
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
}

ChildOptions greedy_program(std::vector<std::string> words) {
  words.insert(words.begin(), tests::program_path("greedy_process"));
  return program(words);
}

cpu_set_t one_core() {
  static CoreAllocator cores;
  static const CoreAllocator::Lease loan = cores.lease(1);
  return loan.set();
}

TEST_F(LimitEnforcerTest, ProcessesThatStartProcessesAreKilledTogether) {
  ChildOptions options = greedy_program({"bomb"});
  options.command.limits.processes = 64;
  options.command.limits.cores = one_core();
  options.command.limits.nice = 5;
  options.log = path("log");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(describe(end_of(options)), "had more than 64 processes");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, rensa::test::kTimeLimit)
      << "they would end after ten minutes by themselves";
  const std::string words_as_proc_has_them = tests::program_path("greedy_process") + '\0' + "bomb";
  EXPECT_EQ(rensa::test::processes_with(words_as_proc_has_them), 0) << "others of them may be at work for other tests";
  EXPECT_THAT(child_->output_tail(), HasSubstr("had more than 64 processes\n"));
  EXPECT_THAT(test::content(path("log")), HasSubstr("had more than 64 processes\n"));
}

TEST_F(LimitEnforcerTest, ThreadsCountAsProcesses) {
  ChildOptions options = greedy_program({"threads", "20"});
  options.command.limits.processes = 20;
  EXPECT_EQ(describe(end_of(options)), "had more than 20 processes") << "with the first one these are 21";
}

TEST_F(LimitEnforcerTest, ProcessesInAnySessionCount) {
  ChildOptions options = shell("for i in 1 2 3 4 5; do (setsid sh -c 'sleep 1000; true' &); done; sleep 1000");
  options.command.limits.processes = 11;
  EXPECT_EQ(describe(end_of(options)), "had more than 11 processes");
}

TEST_F(LimitEnforcerTest, AProgramAtItsLimitIsNotKilled) {
#ifdef __SANITIZE_THREAD__
  constexpr std::uint64_t kOfSanitizer = 1;  // a thread of its own
#else
  constexpr std::uint64_t kOfSanitizer = 0;
#endif
  ChildOptions options = greedy_program({"threads", "20"});
  options.command.limits.processes = 21 + kOfSanitizer;
  start(options);
  ASSERT_TRUE(has_written(1));
  const auto until = std::chrono::steady_clock::now() + 1500ms;
  runs_until([&] { return report_ || std::chrono::steady_clock::now() > until; });
  EXPECT_FALSE(report_);
}

TEST_F(LimitEnforcerTest, ProgramRunsOnTheCoresThatItIsGiven) {
  ChildOptions options = shell("(grep Cpus_allowed: /proc/self/status; nproc)");
  options.command.limits.cores = one_core();
  end_of(options);
  EXPECT_THAT(child_->output_tail(), HasSubstr("\n1\n"));
}

TEST_F(LimitEnforcerTest, AProgramThatLeavesItsCoresGetsNoMoreTime) {
  ChildOptions options = shell(std::string("echo $$; exec ") + tests::program_path("greedy_process") + " busy 4");
  options.command.limits.cores = one_core();
  const auto begin = std::chrono::steady_clock::now();
  start(options);
  if (!is_paused_soon()) GTEST_SKIP() << kNoOtherCore;
  EXPECT_TRUE(runs_until([&] { return test::state_of(process_of(child_->output_tail(), 0)) != 'T'; })) << "it goes on";
  if (tests::long_tests()) runs_until([&] { return std::chrono::steady_clock::now() > begin + 4s; });
  ASSERT_FALSE(report_);
  child_->terminate({.after_signal = 0ms});
  const ExitReport report = exit_report();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_GT(report.cpu_seconds, 0.25);
  if (tests::long_tests()) {
    EXPECT_LT(report.cpu_seconds, 1.35 * time.count()) << "where the machine does nothing else";
  }
}

TEST_F(LimitEnforcerTest, AProgramThatStaysOnItsCoresIsNeverStopped) {
  ChildOptions options = shell("for i in 1 2 3 4; do while :; do :; done & done; sleep 3");
  options.command.limits.cores = one_core();
  options.command.limits.processes = 64;
  EXPECT_EQ(describe(end_of(options)), "exited with 0");
  EXPECT_THAT(child_->output_tail(), testing::Not(HasSubstr("rensa-keeper")));
}

TEST_F(LimitEnforcerTest, AProgramThatIsPausedGetsTheSignalToEnd) {
  ChildOptions options = shell(std::string("trap 'echo bye; exit 7' TERM; ") + tests::program_path("greedy_process") +
                               " busy 4 & while :; do wait; done");
  options.command.limits.cores = one_core();
  start(options);
  if (!is_paused_soon()) GTEST_SKIP() << kNoOtherCore;
  child_->terminate({.after_signal = 1h});
  EXPECT_EQ(describe(exit_report()), "exited with 7");
}

}  // namespace
}  // namespace rensa::processes
