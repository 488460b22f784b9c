#pragma once

#include "engine/players/player.h"
#include "engine/rules/rng.h"

namespace rensa::players {

// Any possible placement, each as likely as the others.
class Random final : public Player {
 public:
  explicit Random(const PlayerSetup& setup) : rng_(setup.seed) {}

  rules::Placement choose(const duel::View& view) override;

 private:
  rules::Rng rng_;
};

}  // namespace rensa::players
