#include "server/base/task_thread.h"

#include <future>
#include <gtest/gtest.h>
#include <vector>

namespace rensa::base {
namespace {

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

TEST(TaskThread, ATaskThatFindsNoRoomIsNotRun) {
  int ran = 0;
  {
    TaskThread thread;
    std::promise<void> started;
    std::promise<void> go_on;
    thread.run([&] {
      started.set_value();
      go_on.get_future().wait();
    });
    started.get_future().wait();
    EXPECT_TRUE(thread.run_unless_full([&ran] { ++ran; }, 2));
    EXPECT_TRUE(thread.run_unless_full([&ran] { ++ran; }, 2));
    EXPECT_FALSE(thread.run_unless_full([&ran] { ran += 100; }, 2));
    go_on.set_value();
  }
  EXPECT_EQ(ran, 2);
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
