#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/field.h"

namespace rensa::puzzles {

// Tells which chains meet the goals of puzzles. Goals ask for more details of a chain than engine/rules/chain.h gives,
// which is enough for a search that needs only the length of a chain.

// A number for each colour, in the order of rules::kColours.
using CountByColour = std::array<int, rules::kMaxColours>;
// The number of colours with at least one cell.
int count_colours(const CountByColour& cells);

// The cells and groups that vanish in one link of a chain.
struct VanishedLink {
  CountByColour cells{};
  CountByColour groups{};
  CountByColour largest{};  // cells of the largest group
  int garbage = 0;
};

// Plays the chain to its end and returns its links. Precondition: only a pair that was just put down may float.
std::vector<VanishedLink> play_chain(rules::Field& field);

// Numbers of cells of each colour, and of garbage.
struct PuyoCounts {
  CountByColour cells{};
  int garbage = 0;
};
// Counts the cells in rows 1 to 13.
PuyoCounts count_puyos(const rules::Field& field);

// A hand can meet a goal only if cells vanish with it. A goal "over the whole puzzle" counts all cells since the first
// hand. GoalColour::any includes garbage, GoalColour::coloured does not.

// Returns true if the goal depends on the cells that vanish, and not only on the chain's length and the field after it.
bool needs_link_details(const notation::Goal& goal);

// Preconditions: the goal does not need link details, and the chain has at least one link.
bool is_met(const notation::Goal& goal, int links, const rules::Field& after);
// Accepts every goal. `links` is the chain of this hand. `vanished` counts the cells since the first hand, with this
// chain. Precondition: at least one link.
bool is_met(const notation::Goal& goal, std::span<const VanishedLink> links, const PuyoCounts& vanished,
            const rules::Field& after);

// Adds the cells of a chain.
void add(PuyoCounts& vanished, std::span<const VanishedLink> links);

// Returns false only if the cells in the field and those still to come cannot meet the goal, wherever they are placed.
bool can_be_met(const notation::Goal& goal, const PuyoCounts& in_field, const PuyoCounts& to_come,
                const PuyoCounts& vanished);

// Counts the cells of all pairs and garbage in the steps.
PuyoCounts count_puyos(std::span<const Step> steps);

// The goal in English, such as "a chain of 3 links" or "clear everything".
std::string text_of(const notation::Goal& goal);

}  // namespace rensa::puzzles
