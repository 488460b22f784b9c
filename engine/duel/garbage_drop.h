#pragma once

#include "engine/duel/garbage.h"

namespace rensa::duel {

// Moves all garbage into the field at once and lets it fall to rest. The columns keep the cells that found no room.
void drop_garbage(rules::Field& field, GarbageColumns& columns);

}  // namespace rensa::duel
