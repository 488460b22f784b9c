#include "server/base/task_thread.h"

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
