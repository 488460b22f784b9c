#pragma once

#include <functional>
#include <memory>
#include <sys/types.h>

namespace rensa::python {

// A thread that does the same work whenever it is told to. The thread starts with the first call of start(). One other
// thread at a time may call the functions. A process that was forked afterwards has no such thread: there, start() and
// wait() throw std::runtime_error.
class StepThread {
 public:
  explicit StepThread(std::function<void()> work);
  StepThread(const StepThread&) = delete;
  StepThread& operator=(const StepThread&) = delete;
  ~StepThread();  // waits for the work

  // Starts the work and returns. Precondition: no work is running. If the thread cannot start, throws
  // std::system_error.
  void start();
  // Waits until the work is done, and throws the exception that has ended it.
  void wait();
  // Throws std::runtime_error if the thread was left behind in the process that has forked this one.
  void check_process() const;

 private:
  struct State;

  bool is_left_behind() const;

  const std::function<void()> work_;
  std::unique_ptr<State> state_;
  pid_t process_ = 0;  // in which the thread runs; 0: it has not started
};

}  // namespace rensa::python
