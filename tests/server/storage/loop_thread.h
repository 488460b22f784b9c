#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "server/storage/completion.h"

namespace rensa::storage::test {

// An event loop on a thread of its own, with simulated time: when nothing else is to be done, the next delayed function
// is due at once. The destructor runs everything that is left.
class LoopThread {
 public:
  using Milliseconds = std::chrono::milliseconds;

  LoopThread() : thread_([this] { run(); }) {}
  ~LoopThread() {
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
    }
    has_work_.notify_one();
    thread_.join();
  }
  LoopThread(const LoopThread&) = delete;
  LoopThread& operator=(const LoopThread&) = delete;

  Executor executor() {
    return [this](std::function<void()> task) { run_after(Milliseconds(0), std::move(task)); };
  }
  void run_after(Milliseconds delay, std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.emplace(now_ + delay, std::move(task));
    has_work_.notify_one();
  }
  bool is_this_thread() const { return std::this_thread::get_id() == thread_.get_id(); }
  Milliseconds now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      has_work_.wait(lock, [this] { return is_closed_ || !tasks_.empty(); });
      if (tasks_.empty()) return;
      auto next = tasks_.extract(tasks_.begin());
      now_ = std::max(now_, next.key());
      lock.unlock();
      next.mapped()();
      next = {};  // the function is destroyed on this thread, without the lock
      lock.lock();
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable has_work_;
  std::multimap<Milliseconds, std::function<void()>> tasks_;  // by their simulated times
  Milliseconds now_{0};
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace rensa::storage::test
