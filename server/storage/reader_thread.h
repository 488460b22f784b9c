#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace rensa::storage {

// A thread that calls functions one after another. The destructor waits until all have been called.
class ReaderThread {
 public:
  ReaderThread() : thread_([this] { run(); }) {}
  ~ReaderThread();  // not on this thread
  ReaderThread(const ReaderThread&) = delete;
  ReaderThread& operator=(const ReaderThread&) = delete;

  // The function must not throw. Returns false, and does not call it, if too many wait.
  [[nodiscard]] bool push(std::function<void()> read);

 private:
  void run();

  static constexpr std::size_t kMostWaiting = 10'000;

  std::mutex mutex_;
  std::condition_variable has_work_;
  std::deque<std::function<void()>> waiting_;
  bool is_closed_ = false;
  std::thread thread_;
};

}  // namespace rensa::storage
