#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <utility>

namespace rensa::tests {

// The event loop of a test: other threads post tasks, and the test runs them one by one.
class PostedTasks {
 public:
  std::function<void(std::function<void()>)> executor() {
    return [this](std::function<void()> task) {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
      has_task_.notify_one();
    };
  }

  bool is_empty() {
    const std::lock_guard lock(mutex_);
    return tasks_.empty();
  }
  // Waits for the next task and runs it.
  void run_one() {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      has_task_.wait(lock, [this] { return !tasks_.empty(); });
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
  void run_until(const std::function<bool()>& is_done) {
    while (!is_done()) run_one();
  }

 private:
  std::mutex mutex_;
  std::deque<std::function<void()>> tasks_;
  std::condition_variable has_task_;
};

}  // namespace rensa::tests
