#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace rensa::python {

// A thread that does the same work whenever it is told to. The thread starts with the first call of start(). One other
// thread at a time may call the functions.
class StepThread {
 public:
  explicit StepThread(std::function<void()> work) : work_(std::move(work)) {}
  StepThread(const StepThread&) = delete;
  StepThread& operator=(const StepThread&) = delete;
  ~StepThread();  // waits for the work

  // Starts the work and returns. Precondition: no work is running.
  void start();
  // Waits until the work is done.
  void wait();

 private:
  void run();

  const std::function<void()> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_working_ = false;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace rensa::python
