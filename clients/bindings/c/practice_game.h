#pragma once

#include <vector>

#include "engine/duel/frame_side.h"
#include "engine/duel/view.h"
#include "engine/rules/field.h"
#include "engine/rules/pair.h"

namespace rensa::bindings {

// A practice game of one person: no opponent attacks, and placements can be undone.
class PracticeGame {
 public:
  // The pairs are those of `first`, then those of the seed. Preconditions: the field is at rest; 3 to 5 colours.
  PracticeGame(std::uint64_t seed, int colours, const rules::Field& field, const std::vector<rules::Pair>& first);

  // Plays one frame. The result is valid until the next call.
  const duel::Events& step(const duel::Input& input);
  // Goes back to the moment when the previous pair came under control, or the current one if it has locked. Returns
  // false if there is none.
  bool undo();
  duel::SideView side() const;
  int frame() const { return frame_; }

 private:
  duel::PairQueues queues_;
  rules::Ruleset ruleset_;
  duel::FrameSide side_;
  std::vector<duel::FrameSide> undo_sides_;  // the side at each moment when a pair came under control
  duel::Events events_;
  int frame_ = 0;
};

}  // namespace rensa::bindings
