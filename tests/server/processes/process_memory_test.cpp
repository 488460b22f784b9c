#include "server/processes/process_memory.h"

#include <chrono>
#include <string>

#include "tests/server/processes/child_fixture.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::processes {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t kMegabyte = 1 << 20;

// The programs of these tests use memory and have a limit of 64 MB.
class ProcessMemoryTest : public test::ChildFixture {
 protected:
  static ChildOptions greedy(std::vector<std::string> words) {
    words.insert(words.begin(), tests::program_path("greedy_process"));
    ChildOptions options = test::program(words);
    options.command.limits.memory_bytes = 64 * kMegabyte;
    return options;
  }
  // Returns true if the program has not ended when its memory was checked some times.
  bool lives_on() {
    const auto until = std::chrono::steady_clock::now() + 1500ms;
    runs_until([&] { return report_ || std::chrono::steady_clock::now() > until; });
    return !report_;
  }
};

TEST_F(ProcessMemoryTest, ThisProcessHasMemoryAndOneThatIsGoneHasNone) {
  EXPECT_GT(memory_of(getpid()), 0U);
  EXPECT_GT(share_of_memory(getpid()).own, 0U);
  EXPECT_EQ(memory_of(-1), 0U);
  EXPECT_EQ(share_of_memory(-1).own, 0U);
}

TEST_F(ProcessMemoryTest, ProcessesThatTakeTooMuchTogetherAreKilled) {
  EXPECT_EQ(describe(end_of(greedy({"memory", "30", "3"}))), "used more than 64 MB of memory");
  EXPECT_TRUE(child_->output_tail().ends_with("used more than 64 MB of memory\n"));
}

TEST_F(ProcessMemoryTest, ProcessesBelowTheLimitLiveOn) {
  start(greedy({"memory", "15", "3"}));
  ASSERT_TRUE(has_written(3));
  EXPECT_TRUE(lives_on());
}

TEST_F(ProcessMemoryTest, MemoryThatProcessesShareCountsOnce) {
  start(greedy({"shared", "40", "4"}));
  ASSERT_TRUE(has_written(4));
  EXPECT_TRUE(lives_on());
}

TEST_F(ProcessMemoryTest, FilesInMemoryOfAnIsolatedProgramCount) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const auto isolated = [](ChildOptions options) {
    Sandbox& sandbox = options.command.sandbox.emplace();
    sandbox.isolator = path_of_program("bwrap");
    sandbox.program = options.command.words.front();
    sandbox.readable = {options.command.words.front()};
    sandbox.writable_bytes = 64 * kMegabyte;
    return options;
  };
  EXPECT_EQ(describe(end_of(isolated(greedy({"files", "40"})))), "used more than 64 MB of memory");
  start(isolated(greedy({"files", "20"})));
  ASSERT_TRUE(has_written(1));
  EXPECT_TRUE(lives_on());
}

}  // namespace
}  // namespace rensa::processes
