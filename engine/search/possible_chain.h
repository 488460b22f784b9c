#pragma once

#include <array>
#include <cstdint>

#include "engine/rules/cell.h"
#include "engine/rules/field.h"

namespace rensa::search {

// A chain that a field could fire, were some puyos added: what possible_chains finds and hand trees are made of.
struct PossibleChain {
  int links = 0;
  int score = 0;
  int frames = 0;  // from the check that starts it to its end, as ChainResult has them
  std::array<std::uint8_t, rules::kMaxColours> needed{};  // puyos to add, by colour in the order of kColours
  std::int8_t trigger_x = 0;                              // where those that start it go
  std::int8_t trigger_row = 0;                            // the lowest row that they take there
  rules::Field after;
  friend bool operator==(const PossibleChain&, const PossibleChain&) = default;
};

}  // namespace rensa::search
