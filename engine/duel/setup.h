#pragma once

#include <cstdint>
#include <optional>

#include "engine/rules/pair_queue.h"
#include "engine/rules/ruleset.h"

namespace rensa::duel {

// What a game is made from. Together with the inputs it determines everything.
struct GameSetup {
  rules::Ruleset ruleset;
  std::uint64_t seed = 0;
  std::optional<rules::PairQueue> queue;  // instead of the one that the seed gives
  friend bool operator==(const GameSetup&, const GameSetup&) = default;
};

}  // namespace rensa::duel
