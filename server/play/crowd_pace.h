#pragma once

#include <algorithm>

#include "server/base/time.h"

namespace rensa::play {

// How much of the time goes to those who watch: what frames leave, but for some that everybody else needs, and a little
// however much frames take.
inline constexpr double kMostShare = 0.8;  // with the frames
inline constexpr double kLeastShare = 0.05;

// How long they are left alone after having been told something for so long. `frames`: the share that frames take.
constexpr base::Span rest_after(base::Span told_for, double frames) {
  const double share = std::clamp(kMostShare - frames, kLeastShare, kMostShare);
  return std::chrono::duration_cast<base::Span>(told_for * ((1 - share) / share));
}

}  // namespace rensa::play
