#include <chrono>
#include <gmock/gmock.h>
#include <thread>

#include "server/processes/cores.h"
#include "tests/server/processes/stage.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;
using test::is_gone;
using test::process_of;
using test::program;
using test::shell;
using testing::HasSubstr;
using Bounds = test::Stage;

ChildOptions glutton(std::vector<std::string> words) {
  words.insert(words.begin(), RENSA_EXEC_GLUTTON);
  return program(words);
}

cpu_set_t one_core() {
  static Cores cores;
  static const Cores::Loan loan = cores.lend(1);
  return loan.set();
}

TEST_F(Bounds, ProcessesThatStartProcessesAreKilledTogether) {
  ChildOptions options = glutton({"bomb"});
  options.command.limits.processes = 64;
  options.command.limits.cores = one_core();
  options.command.limits.nice = 5;
  options.log = path("log");
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(sentence(end_of(options)), "had more than 64 processes");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s) << "they would end after ten by themselves";
  const std::string words_as_proc_has_them = std::string(RENSA_EXEC_GLUTTON) + '\0' + "bomb";
  EXPECT_EQ(test::processes_with(words_as_proc_has_them), 0) << "others of them may be at work for other tests";
  EXPECT_THAT(child_->tail(), HasSubstr("had more than 64 processes\n"));
  EXPECT_THAT(test::content(path("log")), HasSubstr("had more than 64 processes\n"));
}

TEST_F(Bounds, ThreadsCountAsProcesses) {
  ChildOptions options = glutton({"threads", "20"});
  options.command.limits.processes = 20;
  EXPECT_EQ(sentence(end_of(options)), "had more than 20 processes") << "with the first one these are 21";
}

TEST_F(Bounds, ProcessesInAnySessionCount) {
  ChildOptions options = shell("for i in 1 2 3 4 5; do (setsid sh -c 'sleep 1000; true' &); done; sleep 1000");
  options.command.limits.processes = 11;
  EXPECT_EQ(sentence(end_of(options)), "had more than 11 processes");
}

TEST_F(Bounds, AsManyAsThereMayBeLive) {
#ifdef __SANITIZE_THREAD__
  constexpr std::uint64_t kOfSanitizer = 1;  // a thread of its own
#else
  constexpr std::uint64_t kOfSanitizer = 0;
#endif
  ChildOptions options = glutton({"threads", "20"});
  options.command.limits.processes = 21 + kOfSanitizer;
  start(options);
  ASSERT_TRUE(has_written(1));
  const auto until = std::chrono::steady_clock::now() + 1500ms;
  runs_until([&] { return ending_ || std::chrono::steady_clock::now() > until; });
  EXPECT_FALSE(ending_);
}

TEST_F(Bounds, ProgramRunsOnTheCoresThatItIsGiven) {
  ChildOptions options = shell("(grep Cpus_allowed: /proc/self/status; nproc)");
  options.command.limits.cores = one_core();
  end_of(options);
  EXPECT_THAT(child_->tail(), HasSubstr("\n1\n"));
}

TEST_F(Bounds, WhoLeavesItsCoresTakesNoMoreTime) {
  ChildOptions options = glutton({"busy", "4"});
  options.command.limits.cores = one_core();
  const auto begin = std::chrono::steady_clock::now();
  start(options);
  runs_until([&] { return ending_ || std::chrono::steady_clock::now() > begin + 4s; });
  ASSERT_FALSE(ending_);
  child_->end(0ms);
  const Ending ending = its_end();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(ending.cpu_seconds, 1.35 * time.count());
}

TEST_F(Bounds, WhoStaysOnItsCoresIsNeverStopped) {
  ChildOptions options = shell("for i in 1 2 3 4; do while :; do :; done & done; sleep 3");
  options.command.limits.cores = one_core();
  options.command.limits.processes = 64;
  EXPECT_EQ(sentence(end_of(options)), "exited with 0");
  EXPECT_THAT(child_->tail(), testing::Not(HasSubstr("rensa-keeper")));
}

TEST_F(Bounds, WhoIsStoppedHearsOfItsEnd) {
  ChildOptions options =
      shell(std::string("trap 'echo bye; exit 7' TERM; ") + RENSA_EXEC_GLUTTON + " busy 4 & while :; do wait; done");
  options.command.limits.cores = one_core();
  start(options);
  const auto until = std::chrono::steady_clock::now() + 5s;
  const auto is_told = [&] { return child_->tail().find("it took more than 1 core,") != std::string::npos; };
  runs_until([&] { return is_told() || std::chrono::steady_clock::now() > until; });
  if (!is_told()) GTEST_SKIP() << "this machine has no more than one core for it";
  child_->end(1h);
  EXPECT_EQ(sentence(its_end()), "exited with 7");
}

}  // namespace
}  // namespace rensa::processes
