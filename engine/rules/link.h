#pragma once

#include "engine/rules/field.h"

namespace rensa::rules {

// One link of a chain, step by step, for who needs to see the steps: lanes, pictures, formulas that count by link.
// A whole chain at once is in chain.h.

struct Link {
  int erased = 0;       // coloured cells; 0: no group of four, nothing changed
  int garbage = 0;      // garbage cleared beside them
  int group_bonus = 0;  // summed over the groups
  int colours = 0;      // different ones among the erased
};

// Erases every group of four or more in rows 1..12 and the garbage beside them. Nothing falls yet.
Link erase_groups(Field& field);

// Lets everything in rows 1..13 fall by one row where the cell below it is empty; false when all is at rest.
bool fall_one_row(Field& field);

// Lets everything fall to rest; the number of rows of the longest fall.
int settle(Field& field);

// Points of the given link (1 is the first) of a chain.
int link_score(const Link& link, int number);

}  // namespace rensa::rules
