#include "server/play/crowds.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

void Crowds::add(const std::shared_ptr<Crowd>& crowd) {
  if (crowd->is_in_line_ || !crowd->has_more()) return;
  crowd->is_in_line_ = true;
  line_.push_back(crowd);
}

void Crowds::tell_some(Outlet& outlet) {
  for (std::size_t left = kSlice; left > 0 && !line_.empty();) {
    const std::shared_ptr<Crowd> crowd = std::move(line_.front());
    line_.pop_front();
    crowd->is_in_line_ = false;
    left -= std::min(left, kEncoding + crowd->tell_some(left, outlet));
    add(crowd);
  }
}

}  // namespace rensa::play
