#include "server/play/crowds.h"

#include <algorithm>
#include <utility>

namespace rensa::play {

void Crowds::add(const std::shared_ptr<Crowd>& crowd) {
  if (crowd->has_more() && in_line_.insert(crowd.get()).second) line_.push_back(crowd);
}

void Crowds::tell_some(Outlet& outlet) {
  for (std::size_t left = kSlice; left > 0 && !line_.empty();) {
    const std::shared_ptr<Crowd> crowd = std::move(line_.front());
    line_.pop_front();
    in_line_.erase(crowd.get());
    left -= std::min(left, kEncoding + crowd->tell_some(left, outlet));
    add(crowd);
  }
}

}  // namespace rensa::play
