#pragma once

#include <vector>

#include "engine/duel/lane.h"
#include "engine/duel/view.h"

namespace rensa::wasm {

// A lane that one person practises on: nobody attacks, and what was placed can be taken back.
class Solo {
 public:
  // Pairs of the seed, after those that are given. Precondition: the field is at rest; 3..5 colours.
  Solo(std::uint64_t seed, int colours, const rules::Field& field, const std::vector<rules::Pair>& first);

  // One frame; what it says stays until the next.
  const duel::Events& step(const duel::Input& input);
  // To where the pair before this one came under control, or this one if it has locked. False: there is none.
  bool undo();
  duel::SideView side() const;
  int frame() const { return frame_; }

 private:
  duel::Queues queues_;
  rules::Ruleset ruleset_;
  duel::Lane lane_;
  std::vector<duel::Lane> kept_;  // each as its pair came under control
  duel::Events events_;
  int frame_ = 0;
};

}  // namespace rensa::wasm
