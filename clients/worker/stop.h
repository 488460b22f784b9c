#pragma once

#include <csignal>

namespace rensa::worker {

// SIGINT and SIGTERM as a descriptor that becomes readable, for play(). Made in main before any thread: it keeps the
// signals from all threads that start later.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  sigset_t before_{};
  int descriptor_ = -1;
};

}  // namespace rensa::worker
