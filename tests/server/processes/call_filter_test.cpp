#include "server/processes/call_filter.h"

#include <gmock/gmock.h>
#include <string>

#include "tests/server/processes/child_fixture.h"
#include "tests/tools/isolation.h"
#include "tests/tools/paths.h"

namespace rensa::processes {
namespace {

using test::isolated;
using testing::HasSubstr;
using testing::Not;

class CallFilterTest : public test::ChildFixture {
 protected:
  // The program tries system calls, and names those that work.
  static ChildOptions curious_program() { return test::program({tests::program_path("greedy_process"), "calls"}); }
  std::string output_of(const ChildOptions& options) {
    EXPECT_EQ(describe(end_of(options)), "exited with 0") << child_->output_tail();
    return child_->output_tail();
  }
};

TEST_F(CallFilterTest, AnIsolatedProgramHasNoSocketsThatLeaveItsNamespaces) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text = output_of(isolated(curious_program()));
  for (const char* family : {"unix", "inet"}) EXPECT_THAT(text, HasSubstr(std::string("socket ") + family + "\n"));
  for (const char* family : {"netlink", "vsock", "packet", "alg"}) {
    EXPECT_THAT(text, Not(HasSubstr(std::string("socket ") + family + "\n")));
  }
  EXPECT_THAT(output_of(curious_program()), HasSubstr("socket netlink\n")) << "without isolation there is no filter";
}

TEST_F(CallFilterTest, AnIsolatedProgramDoesNotReachInterfacesOfTheKernelThatNoPlayerNeeds) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text = output_of(isolated(curious_program()));
  EXPECT_THAT(text, HasSubstr("call getpid\n"));
  for (const char* call : {"io_uring_setup", "bpf", "perf_event_open", "keyctl"}) {
    EXPECT_THAT(text, Not(HasSubstr(std::string("call ") + call + "\n")));
  }
  EXPECT_THAT(output_of(curious_program()), HasSubstr("call keyctl\n"));
}

TEST_F(CallFilterTest, AnIsolatedProgramGetsNoMemoryThatNoLimitCounts) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const std::string text = output_of(isolated(curious_program()));
  for (const char* kind : {"memory private", "memory of-file", "device zero"}) {
    EXPECT_THAT(text, HasSubstr(std::string(kind) + "\n"));
  }
  const std::string all = output_of(curious_program());
  for (const char* kind : {"memory shared", "memory of-device", "call memfd_create", "call shmget", "call semget",
                           "call msgget", "call vmsplice"}) {
    EXPECT_THAT(text, Not(HasSubstr(std::string(kind) + "\n")));
    EXPECT_THAT(all, HasSubstr(std::string(kind) + "\n"));
  }
}

TEST_F(CallFilterTest, AnIsolatedProgramOf32BitsIsKilled) {
  RENSA_SKIP_WITHOUT_ISOLATION();
  const ChildOptions options = test::program({tests::program_path("greedy_process"), "call32"});
  end_of(options);
  if (child_->output_tail() != "call of 32 bits\n") GTEST_SKIP() << "this kernel runs no programs of 32 bits";
  EXPECT_EQ(describe(end_of(isolated(options))), "ended by signal 31 (bad system call)");
}

}  // namespace
}  // namespace rensa::processes
