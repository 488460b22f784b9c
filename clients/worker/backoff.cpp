#include "clients/worker/backoff.h"

#include <algorithm>

namespace rensa::worker {

std::chrono::milliseconds Backoff::next() {
  const std::chrono::milliseconds whole = std::min(next_, limits_.most);
  next_ = std::min(2 * whole, limits_.most);
  const auto half = static_cast<std::uint32_t>(whole.count() / 2);
  return whole - std::chrono::milliseconds(half) + std::chrono::milliseconds(rng_.below(half + 1));
}

}  // namespace rensa::worker
