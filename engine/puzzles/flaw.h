#pragma once

#include <optional>
#include <string>

#include "engine/rules/shared.h"

namespace rensa::puzzles {

// Why what was shared is no training problem. Their numbers are the page's, too (clients/web/rules/drill.js).
enum class Flaw {
  no_goal,
  goal_of_nothing,  // no times
  strange_cells,    // which the rules do not know
  hangs,            // in the air
  vanishes,         // before anything is placed
  choked,           // no pair can appear
  colourless,       // a pair
  no_pair,
  endless,  // too many pairs, or too much garbage
};

// The first that it has; nullopt: it is a problem.
std::optional<Flaw> flaw_of(const rules::Shared& shared);

std::string text_of(Flaw flaw);

}  // namespace rensa::puzzles
