#include "clients/bindings/python/native/step_thread.h"

#include <utility>

namespace rensa::python {

StepThread::~StepThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void StepThread::start() {
  {
    const std::lock_guard lock(mutex_);
    is_working_ = true;
  }
  if (thread_.joinable()) {
    changed_.notify_all();
  } else {
    thread_ = std::thread([this] { run(); });
  }
}

void StepThread::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !is_working_; });
}

void StepThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return is_working_ || is_ending_; });
    if (!is_working_) return;
    lock.unlock();
    work_();
    lock.lock();
    is_working_ = false;
    changed_.notify_all();
  }
}

}  // namespace rensa::python
