#pragma once

#include <cstddef>
#include <vector>

namespace rensa::learning {

// What can be learned from: a teacher's choice among some candidates, each told by its features. What the features are
// and who the teacher is, nobody here knows.

using Features = std::vector<double>;

struct Example {
  int phase = 0;                     // of the game; from 0
  std::vector<Features> candidates;  // all of one length; one at least
  std::size_t chosen = 0;            // by the teacher
};

}  // namespace rensa::learning
