#pragma once

#include "engine/rules/field.h"

namespace rensa::rules {

// One link of a chain, step by step, for who needs to see the steps: lanes, pictures, formulas that count by link.
// A whole chain at once is in chain.h.

struct Link {
  int erased = 0;   // coloured cells; 0: no group of four, nothing changed
  int garbage = 0;  // garbage cleared beside them
  int colours = 0;  // different ones among the erased
  int bonus = 0;    // for the groups' sizes and the number of colours; the chain's own comes on top
};

// What erasing `groups` (as found by groups_of_four) counts.
Link count_groups(const Planes& planes, Board groups);

// Erases every group of four or more in rows 1..12 and the garbage beside them. Nothing falls yet.
Link erase_groups(Field& field);

// Lets everything in rows 1..13 fall by one row where a cell below it is empty; false when all is at rest.
bool fall_one_row(Field& field);

// Lets everything fall to rest; the number of rows of the longest fall.
int settle(Field& field);

// Points of the given link (1 is the first) of a chain.
int link_score(const Link& link, int number);

}  // namespace rensa::rules
