#include "server/processes/process_memory.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/server/processes/child_fixture.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::processes {
namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;

TEST(ProcessMemoryTest, ThisProcessHasMemoryAndOneThatIsGoneHasNone) {
  EXPECT_GT(memory_of(getpid()), 0U);
  EXPECT_GT(share_of_memory(getpid()).own, 0U);
  EXPECT_EQ(memory_of(-1), 0U);
  EXPECT_EQ(share_of_memory(-1).own, 0U);
}

// The programs of these tests use memory and have a limit of 64 MB.
class ProcessMemoryLimitTest : public test::ChildFixture {
 protected:
  void SetUp() override {
#ifdef RENSA_IS_SANITIZED
    GTEST_SKIP() << "a program with sanitizers needs more memory than these programs may use";
#endif
  }
  static ChildOptions greedy(std::vector<std::string> words) {
    words.insert(words.begin(), tests::program_path("greedy_process"));
    ChildOptions options = test::program(words);
    options.command.limits.memory_bytes = 64 * kMegabyte;
    return options;
  }
  // Returns true if the program lives on while another one, which is started now, is killed for its memory. By then the
  // memory of this one was checked, too.
  bool lives_on() {
    std::optional<ExitReport> end_of_other;
    const ChildProcess other(io_, greedy({"memory", "30", "3"}), [&](const ExitReport& end) { end_of_other = end; });
    runs_until([&] { return end_of_other.has_value(); });
    return end_of_other && end_of_other->kind == ExitKind::too_much_memory && !report_;
  }
};

TEST_F(ProcessMemoryLimitTest, ProcessesThatTakeTooMuchTogetherAreKilled) {
  EXPECT_EQ(describe(end_of(greedy({"memory", "30", "3"}))), "used more than 64 MB of memory");
  EXPECT_TRUE(child_->output_tail().ends_with("used more than 64 MB of memory\n"));
}

TEST_F(ProcessMemoryLimitTest, ProcessesWhoseFirstThreadHasEndedCountToo) {
  EXPECT_EQ(describe(end_of(greedy({"headless", "30", "3"}))), "used more than 64 MB of memory");
}

TEST_F(ProcessMemoryLimitTest, ProcessesBelowTheLimitLiveOn) {
  start(greedy({"memory", "15", "3"}));
  ASSERT_TRUE(has_written(3));
  EXPECT_TRUE(lives_on());
}

TEST_F(ProcessMemoryLimitTest, MemoryThatProcessesShareCountsOnce) {
  start(greedy({"shared", "40", "4"}));
  ASSERT_TRUE(has_written(4));
  EXPECT_TRUE(lives_on());
}

TEST_F(ProcessMemoryLimitTest, FilesInMemoryOfAnIsolatedProgramCount) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const auto with_files = [](const char* megabytes) {
    ChildOptions options = test::isolated(greedy({"files", megabytes}));
    options.command.sandbox->writable_bytes = 64 * kMegabyte;
    return options;
  };
  EXPECT_EQ(describe(end_of(with_files("40"))), "used more than 64 MB of memory");
  start(with_files("20"));
  ASSERT_TRUE(has_written(1));
  EXPECT_TRUE(lives_on());
}

}  // namespace
}  // namespace rensa::processes
