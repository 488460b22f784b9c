#pragma once

#include "engine/rules/field.h"

namespace rensa::search {

// How well a field is stacked, without asking what it can fire: for what has neighbours of its colour, and for the
// outer columns above the middle ones; against steps between columns.
int shape_of(const rules::Field& field);

}  // namespace rensa::search
