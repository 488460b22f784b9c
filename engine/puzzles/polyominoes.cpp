#include "engine/puzzles/polyominoes.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace rensa::puzzles {

namespace {

using Column = Polyomino::Column;

bool touch(Column a, Column b) { return a.bottom < b.bottom + b.cells && b.bottom < a.bottom + a.cells; }

Polyomino on_the_ground(Polyomino form) {
  const auto columns = std::span(form.columns).first(static_cast<std::size_t>(form.width));
  const int lowest =
      std::min_element(columns.begin(), columns.end(), [](Column a, Column b) { return a.bottom < b.bottom; })->bottom;
  for (Column& column : columns) column.bottom -= lowest;
  return form;
}

// Column after column; each touches the one before, so that no two ways come to the same form.
void extend(const Polyomino& form, int left, std::vector<Polyomino>& all) {
  if (left == 0) {
    all.push_back(on_the_ground(form));
    return;
  }
  for (int cells = 1; cells <= left; ++cells) {
    Polyomino grown = form;
    Column& column = grown.columns[static_cast<std::size_t>(grown.width++)];
    column.cells = cells;
    if (form.width == 0) {
      extend(grown, left - cells, all);
      continue;
    }
    const Column before = form.columns[static_cast<std::size_t>(form.width - 1)];
    for (column.bottom = before.bottom - cells + 1; touch(before, column); ++column.bottom) {
      extend(grown, left - cells, all);
    }
  }
}

std::vector<Polyomino> all_of(int cells) {
  std::vector<Polyomino> all;
  extend({}, cells, all);
  return all;
}

}  // namespace

std::span<const Polyomino> polyominoes(int cells) {
  assert(cells >= 4 && cells <= 6);
  static const std::array<std::vector<Polyomino>, 3> kForms = {all_of(4), all_of(5), all_of(6)};
  return kForms[static_cast<std::size_t>(cells - 4)];
}

}  // namespace rensa::puzzles
