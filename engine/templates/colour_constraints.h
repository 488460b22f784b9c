#pragma once

#include <array>
#include <bitset>
#include <string>
#include <vector>

#include "engine/rules/board.h"
#include "engine/templates/drawing.h"

namespace rensa::templates {

inline constexpr int kMaxLabels = rules::kColumns * rules::kHiddenRow;  // each label has at least one cell

// A drawing with a label for each cell that has a requirement (thesis, chapter 5). The links are labels 1..link_count,
// shown as capitals. Each cell that touches a link is a border with its own label, because a puyo there must not join
// the link.
struct LabelledDrawing {
  CellNumbers labels;
  int links = 0;
  int count = 0;  // links and borders

  bool is_link(int label) const { return label >= 1 && label <= links; }
  rules::Board cells(int label) const;
};

LabelledDrawing label_cells(const Drawing& drawing);

// Returns "A" .. "Z" for links, "a" .. "z", "aa" .. "zz" and so on for borders, and "." for 0.
std::string label_name(const LabelledDrawing& labelling, int label);

using LabelSet = std::bitset<static_cast<std::size_t>(kMaxLabels) + 1>;

// The pairs of labels that must have different colours: the thesis's truth constraints (chapter 5). These labels touch
// in the drawing, or come to touch while its chain runs, and the same colour would join them. All cells of a label have
// the same colour. For all other pairs of labels there is no requirement.
struct ColourConstraints {
  std::array<LabelSet, static_cast<std::size_t>(kMaxLabels) + 1> differ;

  bool must_differ(int a, int b) const { return differ[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]; }
  int conflict_count(int label) const { return static_cast<int>(differ[static_cast<std::size_t>(label)].count()); }
};

struct ConstraintResult {
  ColourConstraints constraints;
  std::vector<std::string> faults;  // sentences that say why the chain of the drawing does not run as drawn
};

ConstraintResult find_colour_constraints(const LabelledDrawing& labelling, Drawing::Kind kind);

}  // namespace rensa::templates
