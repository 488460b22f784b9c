#pragma once

#include <array>
#include <bitset>
#include <string>
#include <vector>

#include "engine/templates/labelling.h"

namespace rensa::templates {

using LabelSet = std::bitset<static_cast<std::size_t>(kMaxLabels) + 1>;

// Which labels must not have the same colour (thesis, chapter 5): those that touch in the drawing, and those that come
// to touch while its chain runs, where the same colour would join what has to stay apart. A label is always the same
// as itself; of any other two nothing is asked.
struct TruthTable {
  std::array<LabelSet, static_cast<std::size_t>(kMaxLabels) + 1> differ;

  bool differs(int a, int b) const { return differ[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)]; }
  int conflicts(int label) const { return static_cast<int>(differ[static_cast<std::size_t>(label)].count()); }
};

struct TruthTableResult {
  TruthTable table;
  std::vector<std::string> faults;  // of the drawing, a sentence each: why its chain does not run as drawn
};

TruthTableResult truth_table_of(const Labelling& labelling, Drawing::Kind kind);

}  // namespace rensa::templates
