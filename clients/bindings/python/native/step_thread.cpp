#include "clients/bindings/python/native/step_thread.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <unistd.h>
#include <utility>

namespace rensa::python {

// The state that the thread of the steps shares with the thread that owns the StepThread.
struct StepThread::State {
  void run(const std::function<void()>& work);

  std::mutex mutex;
  std::condition_variable changed;
  bool is_working = false;
  bool is_ending = false;
  std::exception_ptr error;  // of the work that was done last
  std::thread thread;
};

void StepThread::State::run(const std::function<void()>& work) {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [this] { return is_working || is_ending; });
    if (!is_working) return;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      work();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    error = thrown;
    is_working = false;
    changed.notify_all();
  }
}

StepThread::StepThread(std::function<void()> work) : work_(std::move(work)), state_(std::make_unique<State>()) {}

StepThread::~StepThread() {
  if (is_left_behind()) {
    // Nothing can be joined, and the condition variable would wait for a thread that this process does not have.
    static_cast<void>(state_.release());
    return;
  }
  if (!state_->thread.joinable()) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_ending = true;
  }
  state_->changed.notify_all();
  state_->thread.join();
}

bool StepThread::is_left_behind() const { return process_ != 0 && process_ != getpid(); }

void StepThread::check_process() const {
  if (!is_left_behind()) return;
  throw std::runtime_error(
      "this process was forked after a send(), and does not have its thread: make a VectorDuel here");
}

void StepThread::start() {
  check_process();
  if (process_ == 0) {
    state_->thread = std::thread([this] { state_->run(work_); });
    process_ = getpid();
  }
  {
    const std::lock_guard lock(state_->mutex);
    state_->is_working = true;
  }
  state_->changed.notify_all();
}

void StepThread::wait() {
  check_process();
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return !state_->is_working; });
  if (state_->error) std::rethrow_exception(std::exchange(state_->error, nullptr));
}

}  // namespace rensa::python
