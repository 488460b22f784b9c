#pragma once

#include "engine/players/gaze_choice.h"
#include "engine/players/player.h"
#include "engine/search/beam.h"

namespace rensa::players {

// What can be built on the own field, whatever the opponent does: by a beam over several futures (search/beam.h).
class Building {
 public:
  explicit Building(const PlayerSetup& setup);

  // Of `placements` (bits by kPlacements), which are some of droppable_placements(). Nothing is said of the opponent.
  GazeOptions options(const duel::View& view, std::uint32_t placements);

 private:
  std::uint64_t seed_;
  search::Beam beam_;
};

}  // namespace rensa::players
