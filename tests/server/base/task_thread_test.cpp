#include "server/base/task_thread.h"

#include <gtest/gtest.h>
#include <latch>
#include <sys/resource.h>
#include <vector>

namespace rensa::base {
namespace {

// A thread that is busy with one task until go_on().
class BlockedThread {
 public:
  BlockedThread() {
    thread_.run([this] {
      started_.count_down();
      released_.wait();
    });
    started_.wait();
  }
  void go_on() { released_.count_down(); }
  TaskThread* operator->() { return &thread_; }

 private:
  std::latch started_{1};
  std::latch released_{1};
  TaskThread thread_;  // it is destroyed first, so its task finds both latches
};

TEST(TaskThread, RunsAllTasksInTheOrderOfTheCallsBeforeItEnds) {
  constexpr int kTasks = 1'000;
  std::vector<int> ran;
  std::thread::id id;
  {
    TaskThread thread;
    thread.run([&id] { id = std::this_thread::get_id(); });
    for (int task = 0; task < kTasks; ++task) thread.run([&ran, task] { ran.push_back(task); });
  }
  ASSERT_EQ(ran.size(), static_cast<std::size_t>(kTasks));
  for (int task = 0; task < kTasks; ++task) EXPECT_EQ(ran[static_cast<std::size_t>(task)], task);
  EXPECT_NE(id, std::this_thread::get_id());
}

TEST(TaskThread, ABackgroundThreadAloneHasALowerPriority) {
  const int ours = getpriority(PRIO_PROCESS, 0);
  if (ours >= PRIO_MAX - 1) GTEST_SKIP() << "the test itself has the lowest priority";
  int normal = 0;
  int background = 0;
  {
    TaskThread thread;
    thread.run([&normal] { normal = getpriority(PRIO_PROCESS, 0); });
  }
  {
    TaskThread thread(TaskThread::Priority::kBackground);
    thread.run([&background] { background = getpriority(PRIO_PROCESS, 0); });
  }
  EXPECT_EQ(normal, ours);
  EXPECT_GT(background, ours);
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), ours);
}

TEST(TaskThread, ATaskThatFindsNoRoomIsNotRun) {
  int ran = 0;
  {
    BlockedThread thread;
    EXPECT_TRUE(thread->run_unless_full([&ran] { ++ran; }, 2));
    EXPECT_TRUE(thread->run_unless_full([&ran] { ++ran; }, 2));
    EXPECT_FALSE(thread->run_unless_full([&ran] { ran += 100; }, 2));
    thread.go_on();
  }
  EXPECT_EQ(ran, 2);
}

TEST(TaskThread, TasksThatComeFirstWaitForNoOthers) {
  std::vector<int> ran;
  {
    BlockedThread thread;
    for (const int task : {3, 4}) EXPECT_TRUE(thread->run_unless_full([&ran, task] { ran.push_back(task); }, 3));
    for (const int task : {1, 2}) thread->run_first([&ran, task] { ran.push_back(task); });
    EXPECT_TRUE(thread->run_unless_full([&ran] { ran.push_back(5); }, 3)) << "the first tasks take no room";
    thread.go_on();
  }
  EXPECT_EQ(ran, (std::vector{1, 2, 3, 4, 5}));
}

TEST(TaskThread, HasRunAllTasksOnceItIsFinished) {
  int ran = 0;
  TaskThread thread;
  for (int task = 0; task < 100; ++task) thread.run([&ran] { ++ran; });
  thread.finish();
  EXPECT_EQ(ran, 100);
  thread.finish();  // the destructor does it once more
}

TEST(TaskThread, ATaskMayAddAnother) {
  bool has_run = false;
  {
    TaskThread thread;
    thread.run([&] { thread.run([&has_run] { has_run = true; }); });
  }
  EXPECT_TRUE(has_run);
}

}  // namespace
}  // namespace rensa::base
