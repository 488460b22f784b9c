#pragma once

#include <cstdint>
#include <string>

#include "engine/templates/drawing.h"
#include "engine/rules/board.h"

namespace rensa::templates {

inline constexpr int kMaxLabels = rules::kColumns * rules::kHiddenRow;  // a label has a cell at least

// The cells of a drawing by what is asked of them (thesis, chapter 5): the links are labels 1..link_count, shown as
// capitals; each cell that touches one gets a label of its own, for what stands there must not join the link. Labels
// are the rows of the truth table.
struct Labelling {
  CellNumbers labels;
  int links = 0;
  int count = 0;  // links and borders

  bool is_link(int label) const { return label >= 1 && label <= links; }
  rules::Board cells(int label) const;
};

Labelling labelling_of(const Drawing& drawing);

// "A" for a link, "a" .. "z", "aa" .. "zz" and so on for borders, "." for 0.
std::string name_of_label(const Labelling& labelling, int label);

}  // namespace rensa::templates
