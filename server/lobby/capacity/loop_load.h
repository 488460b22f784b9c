#pragma once

#include <array>
#include <cstddef>

#include "server/base/types.h"

namespace rensa::lobby {

// A measurement of how far the event loop is behind.
struct LoopLoadSample {
  base::Span lag{};        // how late a timer ran
  base::Span input_age{};  // how long the oldest input of a connection waits for its turn
  double cpu_share = 0;    // of one core, that the thread of the loop took since the sample before
};

// The load of the event loop in the last second. One late moment does not count: most samples have to be late.
class LoopLoad {
 public:
  static constexpr std::size_t kSamples = 10;  // of the last second
  static constexpr base::Span kMaxLag = base::kFrame;
  // A loop that is late although it takes less is kept waiting by other programs of the machine.
  static constexpr double kMinCpuShareOfOverload = 0.5;
  // Connections that send as much as they can wait for their turns, so this limit is high.
  static constexpr base::Span kMaxInputAge = std::chrono::seconds(60);

  void add(const LoopLoadSample& sample) { samples_[next_++ % kSamples] = sample; }
  // The longest lag and wait of the last second.
  base::Span lag() const;
  base::Span input_age() const;
  double cpu_share() const;  // the average of the last second
  // While it is true, new players are better sent to another machine.
  bool is_late() const;
  // Returns true if the server is late by its own work. Then it begins no matches in real time, which would make the
  // running ones later. If other programs make it late, refusing matches would not help.
  bool is_overloaded() const;

 private:
  static constexpr std::size_t kMinLateSamples = kSamples / 2 + 1;

  std::array<LoopLoadSample, kSamples> samples_{};
  std::size_t next_ = 0;
};

}  // namespace rensa::lobby
