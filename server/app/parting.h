#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "server/base/time.h"

namespace rensa::app {

// What a server that stops has still to do.
struct Unfinished {
  std::size_t matches = 0;
  std::size_t unsaved = 0;
  bool has_crowds = false;  // watchers who have not been told all
};

// When a server that stops may leave: once all games are on disk, and who watches has seen how they ended. Games may go
// on until the deadline. Saving may take longer, for nothing finished shall be lost; watchers are waited for until the
// deadline, and a moment after the last save, because much ends at the deadline itself.
class Parting {
 public:
  static constexpr base::Span kLastWords = std::chrono::seconds(1);
  enum class Step : std::uint8_t { wait, abandon, leave };

  explicit Parting(base::Time deadline) : deadline_(deadline), told_by_(deadline) {}

  // To be asked now and then.
  Step step(const Unfinished& left, base::Time now) {
    if (left.matches > 0 || left.unsaved > 0) {
      told_by_ = std::max(deadline_, now + kLastWords);
      return left.matches > 0 && now >= deadline_ ? Step::abandon : Step::wait;
    }
    return left.has_crowds && now < told_by_ ? Step::wait : Step::leave;
  }

 private:
  base::Time deadline_;
  base::Time told_by_;
};

}  // namespace rensa::app
