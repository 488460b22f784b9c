#include "server/lobby/capacity/loop_load.h"

#include <algorithm>

namespace rensa::lobby {

base::Span LoopLoad::lag() const { return std::ranges::max(samples_, {}, &LoopLoadSample::lag).lag; }

base::Span LoopLoad::input_age() const { return std::ranges::max(samples_, {}, &LoopLoadSample::input_age).input_age; }

double LoopLoad::cpu_share() const {
  double sum = 0;
  for (const LoopLoadSample& sample : samples_) sum += sample.cpu_share;
  return sum / static_cast<double>(kSamples);
}

bool LoopLoad::is_late() const {
  const auto is_late_sample = [](const LoopLoadSample& sample) {
    return sample.lag > kMaxLag || sample.input_age > kMaxInputAge;
  };
  return std::ranges::count_if(samples_, is_late_sample) >= static_cast<std::ptrdiff_t>(kMinLateSamples);
}

bool LoopLoad::is_overloaded() const { return is_late() && cpu_share() >= kMinCpuShareOfOverload; }

}  // namespace rensa::lobby
