#include <gmock/gmock.h>
#include <unistd.h>

#include "tests/server/processes/stage.h"

namespace rensa::processes {
namespace {

using test::program;
using test::shell;
using LimitsTest = test::Stage;

constexpr std::uint64_t kMega = 1 << 20;

TEST_F(LimitsTest, MemoryEndsWhereItIsLimited) {
  ChildOptions options = program({"dd", "if=/dev/zero", "of=/dev/null", "bs=100M", "count=1"});
  options.command.limits.memory_bytes = 200 * kMega;
  EXPECT_EQ(sentence(end_of(options)), "exited with 0");
  options.command.limits.memory_bytes = 50 * kMega;
  EXPECT_EQ(sentence(end_of(options)), "exited with 1");
  EXPECT_THAT(child_->tail(), testing::HasSubstr("memory exhausted"));
}

TEST_F(LimitsTest, MemoryOfAProgramIsItsOwnAndNotOurs) {
  const std::vector<char> ours(200 * kMega, 1);
  EXPECT_LT(end_of(program({"true"})).peak_bytes, 100 * kMega);
  const Ending ending = end_of(program({"dd", "if=/dev/zero", "of=/dev/null", "bs=50M", "count=1"}));
  EXPECT_GE(ending.peak_bytes, 50 * kMega);
  EXPECT_LT(ending.peak_bytes, 150 * kMega);
}

TEST_F(LimitsTest, WhoSpendsItsTimeIsEnded) {
  ChildOptions options = shell("while :; do :; done");
  options.command.limits.cpu_seconds = 1;
  const Ending ending = end_of(options);
  EXPECT_EQ(sentence(ending), "ended by signal 24 (CPU time limit exceeded)");
  EXPECT_GE(ending.cpu_seconds, 0.5);
  EXPECT_LT(ending.cpu_seconds, 3);
}

TEST_F(LimitsTest, TimeIsCountedOfAllProcesses) {
  ChildOptions options = shell("sh -c 'while :; do :; done'; echo $?");
  options.command.limits.cpu_seconds = 1;
  const Ending ending = end_of(options);
  EXPECT_EQ(sentence(ending), "exited with 0");
  EXPECT_GE(ending.cpu_seconds, 0.5);
}

TEST_F(LimitsTest, AreThoseThatWereGiven) {
  ChildOptions options =
      shell("ulimit -n; ulimit -Hn; ulimit -c; ulimit -Hc; ulimit -t; ulimit -Ht; ulimit -d; echo $(($(nice) - OURS))");
  options.command.environment.push_back(std::string("OURS=").append(std::to_string(::nice(0))));
  options.command.limits.open_files = 77;
  options.command.limits.cpu_seconds = 30;
  options.command.limits.memory_bytes = 300 * kMega;
  options.command.limits.nice = 3;
  EXPECT_EQ(sentence(end_of(options)), "exited with 0");
  EXPECT_EQ(child_->tail(), "77\n77\n0\n0\n30\n31\n307200\n3\n");
}

TEST_F(LimitsTest, AreNeverMoreThanOurs) {
  ChildOptions options = shell("ulimit -Hn");
  options.command.limits.open_files = std::uint64_t{1} << 62;
  EXPECT_EQ(sentence(end_of(options)), "exited with 0");
}

}  // namespace
}  // namespace rensa::processes
