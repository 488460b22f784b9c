#pragma once

#include "engine/duel/view.h"
#include "engine/rules/field.h"
#include "engine/rules/ruleset.h"

namespace rensa::players {

// How much a side can still bear.

inline constexpr int kBuriesNobody = 1 << 20;  // garbage

// Empty cells of rows 1..12.
int room_of(const rules::Field& field);

// The garbage that ends the game for who has this field. It falls in rows: where the spawn cell chokes, those above the
// spawn column do it, else all that still fits.
int burying(const rules::Field& field, rules::Choke choke);

// The same once the chain that runs is over. Who has had no pair is not there to be buried.
int burying(const duel::SideView& side, rules::Choke choke);

}  // namespace rensa::players
