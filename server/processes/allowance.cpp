#include "server/processes/allowance.h"

#include <algorithm>

namespace rensa::processes {

namespace {

// For each core. Whoever stays on its cores has none, but for what clocks that tick at a hundredth make of it.
constexpr Allowance::Seconds kMostDebt{0.25};

}  // namespace

Allowance::Seconds Allowance::rest(Time now, Seconds used) {
  const Seconds taken = std::max(used - used_, Seconds(0));
  const Seconds due = cores_ * Seconds(now - looked_at_);
  debt_ = std::max(debt_ + taken - due, Seconds(0));
  looked_at_ = now;
  used_ = used;
  return debt_ > cores_ * kMostDebt ? debt_ / cores_ : Seconds(0);
}

}  // namespace rensa::processes
