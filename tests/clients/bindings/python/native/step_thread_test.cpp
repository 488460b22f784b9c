#include "clients/bindings/python/native/step_thread.h"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace {

using rensa::python::StepThread;

TEST(StepThread, DoesItsWorkEachTimeItIsStarted) {
  int count = 0;
  StepThread thread([&] { ++count; });
  for (int i = 1; i <= 3; ++i) {
    thread.start();
    thread.wait();
    EXPECT_EQ(count, i);
  }
}

TEST(StepThread, ThrowsTheExceptionOfTheWorkInWaitAndGoesOn) {
  bool fails = true;
  StepThread thread([&] {
    if (fails) throw std::out_of_range("this work fails");
  });
  thread.start();
  EXPECT_THROW(thread.wait(), std::out_of_range);
  fails = false;
  thread.start();
  EXPECT_NO_THROW(thread.wait());
}

TEST(StepThread, EndsWithTheWorkThatRuns) {
  bool is_done = false;
  {
    StepThread thread([&] { is_done = true; });
    thread.start();
  }
  EXPECT_TRUE(is_done);
}

// The child returns the number of calls that have thrown, and destroys its copy of the thread.
TEST(StepThread, IsLeftBehindByAForkedProcess) {
  auto thread = std::make_unique<StepThread>([] {});
  thread->start();
  thread->wait();
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    int errors = 0;
    try {
      thread->start();
    } catch (const std::runtime_error&) {
      ++errors;
    }
    try {
      thread->wait();
    } catch (const std::runtime_error&) {
      ++errors;
    }
    thread.reset();
    _exit(errors);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 2);
  thread->start();
  EXPECT_NO_THROW(thread->wait());
}

}  // namespace
