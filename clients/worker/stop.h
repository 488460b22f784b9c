#pragma once

namespace rensa::worker {

// SIGINT and SIGTERM as a descriptor that becomes readable, for play(). The second one ends the program in the usual
// way: a brain may be deep in thought. One at a time.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

}  // namespace rensa::worker
