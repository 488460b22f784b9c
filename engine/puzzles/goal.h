#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/puzzles/puzzle.h"
#include "engine/rules/field.h"

namespace rensa::puzzles {

// A chain in as much detail as goals ask for; a search that only wants its length asks engine/rules/chain.h.

// By place in rules::kColours.
using ByColour = std::array<int, rules::kMaxColours>;

struct VanishedLink {
  ByColour cells{};
  ByColour groups{};
  ByColour largest{};  // cells of the largest group
  int garbage = 0;

  int colours() const;
};

// Plays the chain out: a link each. The field may hang in the air no more than a pair that was put down does.
std::vector<VanishedLink> vanish(rules::Field& field);

// The cells of each colour, and the garbage, in rows 1..13.
struct Contents {
  ByColour cells{};
  int garbage = 0;
};
Contents contents_of(const rules::Field& field);

// When a goal is met. A goal is met by a hand with which something vanishes, never by one with which nothing does;
// goals "over the whole puzzle" count from the first hand on. `any` is every cell, garbage too; `coloured` leaves it
// out.

// What has vanished since the first hand.
struct Progress {
  ByColour cells{};
  int garbage = 0;
};

// Whether a goal has to be told what vanished; else the length of the chain and what is left are all that it wants.
bool wants_detail(const notation::Goal& goal);

// Preconditions: the goal does not want detail, and at least one link.
bool is_met(const notation::Goal& goal, int links, const rules::Field& after);
// The same for every goal; `links` are of this hand, and `progress` has been told of them. Precondition: at least one.
bool is_met(const notation::Goal& goal, std::span<const VanishedLink> links, const Progress& progress,
            const rules::Field& after);

void add(Progress& progress, std::span<const VanishedLink> links);

// Whether what lies in the field and what is still to come could be enough, wherever it is put. Never false where the
// goal can be met.
bool can_be_met(const notation::Goal& goal, const Contents& in_field, const Contents& to_come, const Progress& progress);

// All that is going to come.
Contents contents_of(std::span<const Step> steps);

// For people, in English: "a chain of 3 links", "clear everything", ...
std::string text_of(const notation::Goal& goal);

}  // namespace rensa::puzzles
