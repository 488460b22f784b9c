#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace rensa::base {

// A thread that runs tasks one after another, in the order of the calls, except for run_first().
class TaskThread {
 public:
  enum class Priority {
    kNormal,
    kBackground,  // gives way to the threads of the program that have something to do; gets a tenth of a busy core
  };

  explicit TaskThread(Priority priority = Priority::kNormal);
  // As finish().
  ~TaskThread();
  TaskThread(const TaskThread&) = delete;
  TaskThread& operator=(const TaskThread&) = delete;

  // May be called on any thread. The task must not throw.
  void run(std::function<void()> task);
  // As run(), but the task waits only for the one that is being run, and for others of run_first().
  void run_first(std::function<void()> task);
  // Returns false, and does not run the task, if `max_waiting` tasks wait already, without those of run_first().
  [[nodiscard]] bool run_unless_full(std::function<void()> task, std::size_t max_waiting);
  // Runs all tasks that wait, and ends the thread. Not on this thread; no task may be added afterwards.
  void finish();

 private:
  void work(Priority priority);

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> first_tasks_;
  std::deque<std::function<void()>> tasks_;
  bool is_stopping_ = false;
  std::thread thread_;
};

}  // namespace rensa::base
