#pragma once

#include <span>

#include "engine/duel/view.h"
#include "engine/evaluation/chain_attack.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// Facts about a side that follow from its view.

// Returns the chain that is running, or that is about to start. While a link vanishes, it has been counted already and
// its garbage is on its way. The remaining frames of that link are not visible, so they are left out. Rows 13 and 14 of
// an opponent are not visible, so puyos that come down from there are missed.
evaluation::RunningChain running_chain_of(const duel::SideView& side, rules::AttackFormula formula);

// Returns the known pairs that are not in the field yet. The current pair is in the field from its lock on.
std::span<const rules::Pair> pairs_to_come(const duel::SideView& side);

inline constexpr int kCannotBeBuried = 1 << 20;  // garbage: more than can ever fall

// Returns the number of empty cells in rows 1..12.
int empty_visible_cells(const rules::Field& field);

// Returns the amount of garbage that ends the game on this field. Garbage falls in rows. If the spawn cell chokes, it
// has to fill the spawn column, else the whole field.
int garbage_to_bury(const rules::Field& field, rules::Choke choke);

// The same for the field after the running chain. A side that has had no pair cannot be buried.
int garbage_to_bury(const duel::SideView& side, rules::Choke choke);

}  // namespace rensa::players
