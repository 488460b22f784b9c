#include "engine/limits/search_limits.h"

#include <algorithm>

namespace rensa::limits {

int SearchBudget::look_and_take(int wanted) {
  assert(wanted <= kNodesBetweenLooks);
  granted_ -= until_look_;
  until_look_ = 0;
  has_ended_ = has_ended_ || (limits_.stop != nullptr && limits_.stop->is_set_after(granted_));
  if (has_ended_) return 0;
  until_look_ = static_cast<int>(std::min<std::int64_t>(kNodesBetweenLooks, limits_.nodes - granted_));
  granted_ += until_look_;
  const int taken = std::min(wanted, until_look_);
  until_look_ -= taken;
  has_ended_ = taken < wanted;
  return taken;
}

}  // namespace rensa::limits
