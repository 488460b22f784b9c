#pragma once

#include "engine/players/player.h"

namespace rensa::players {

// Fires the chain that scores most at once; where there is none, keeps the field flat. Looks at the current pair only,
// and kills itself only when every choice does.
class Greedy final : public Player {
 public:
  explicit Greedy(const PlayerSetup& setup) : choke_(setup.ruleset.choke) {}

  rules::Placement choose(const duel::View& view) override;

 private:
  rules::Choke choke_;
};

// How uneven a field is: the sum of the squared differences between neighbouring columns.
int roughness(const rules::Heights& heights);

}  // namespace rensa::players
