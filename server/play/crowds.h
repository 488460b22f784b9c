#pragma once

#include <deque>
#include <memory>
#include <unordered_set>

#include "server/play/crowd.h"

namespace rensa::play {

// The crowds that wait to be told something, each slice by slice in its turn, so that a small one does not wait for a
// large one.
class Crowds {
 public:
  // As many are told as may be between two looks at the clock; what is told has to be encoded for each crowd.
  static constexpr std::size_t kSlice = 32;
  static constexpr std::size_t kEncoding = 4;  // takes as long as telling so many

  // Nothing to do if it has nothing to hear, or waits already.
  void add(const std::shared_ptr<Crowd>& crowd);
  bool is_empty() const { return line_.empty(); }
  // The next slice.
  void tell_some(Outlet& outlet);

 private:
  std::deque<std::shared_ptr<Crowd>> line_;
  std::unordered_set<const Crowd*> in_line_;  // the same, to be found
};

}  // namespace rensa::play
