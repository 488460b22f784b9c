#include "engine/puzzles/sketch.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "engine/rules/groups.h"

namespace rensa::puzzles {

Puzzle puzzle_of(const Sketch& sketch, int links) {
  return {.field = sketch.field,
          .steps = {sketch.pairs.begin(), sketch.pairs.end()},
          .goal = {notation::GoalKind::chain, notation::GoalBound::exactly, notation::GoalColour::any, links}};
}

namespace {

using rules::Board;
using rules::Cell;

Cell any_colour(rules::Rng& rng, int colours) {
  return rules::kColours[rng.below(static_cast<std::uint32_t>(colours))];
}

bool is_allowed(const rules::Field& field, int x, int y, Cell colour, Beside beside) {
  const Board same = field.planes().holding(colour);
  if (beside == Beside::differ && same.has(x - 1, y)) return false;
  const Board here = Board::cell(x, y);
  return rules::group_around(here, same | here).count() < 4;
}

// Any of the colours that are allowed there, nullopt if none is.
std::optional<Cell> colour_for(rules::Rng& rng, const rules::Field& field, int x, int y,
                               const RandomSettings& settings) {
  std::array<Cell, rules::kMaxColours> allowed{};
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.colours); ++i) {
    if (is_allowed(field, x, y, rules::kColours[i], settings.beside)) allowed[count++] = rules::kColours[i];
  }
  if (count == 0) return std::nullopt;
  return allowed[rng.below(count)];
}

std::optional<rules::Field> random_field(rules::Rng& rng, const RandomSettings& settings) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    const auto height = static_cast<int>(rng.below(static_cast<std::uint32_t>(settings.rows) + 1));
    for (int y = 1; y <= height; ++y) {
      const auto colour = colour_for(rng, field, x, y, settings);
      if (!colour) return std::nullopt;
      field.put(x, y, *colour);
    }
  }
  return field;
}

}  // namespace

Sketch random_sketch(rules::Rng& rng, const RandomSettings& settings) {
  Sketch sketch;
  for (;;) {
    if (const auto field = random_field(rng, settings)) {
      sketch.field = *field;
      break;
    }
  }
  for (int i = 0; i < settings.hands; ++i) {
    const Cell axis = any_colour(rng, settings.colours);
    sketch.pairs.push_back({axis, any_colour(rng, settings.colours)});
  }
  return sketch;
}

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

namespace {

using rules::Board;
using rules::Cell;
using rules::Field;

// So often a form is tried somewhere else before all is given up.
constexpr int kTries = 40;

Cell any_colour(rules::Rng& rng, const BackwardSettings& settings) {
  return rules::kColours[rng.below(static_cast<std::uint32_t>(settings.colours))];
}

int any_of(rules::Rng& rng, int first, int last) {
  return first + static_cast<int>(rng.below(static_cast<std::uint32_t>(last - first + 1)));
}

// Everything from the row on goes up by so many rows, and the gap is filled.
void push_in(Field& field, int x, int row, int cells, Cell colour) {
  const auto below = static_cast<std::uint16_t>((1U << row) - 1);
  for (Board& plane : field.planes().bits) {
    const std::uint16_t column = plane.column(x);
    const auto lifted = static_cast<std::uint16_t>((column & ~below) << cells);
    plane = plane.without(Board::rows_of_column(x, column)) |
            Board::rows_of_column(x, static_cast<std::uint16_t>((column & below) | lifted));
  }
  for (int y = row; y < row + cells; ++y) field.put(x, y, colour);
}

// A field under construction, and what would vanish in it.
struct Work {
  Field field;
  Board group;       // of the link that was put in last
  int supports = 0;  // so far
};

class Construction {
 public:
  Construction(rules::Rng& rng, const BackwardSettings& settings) : rng_(rng), settings_(settings) {}

  std::optional<Work> run() {
    // Each of the superfluous comes before one of the links.
    std::array<int, 20> thrown{};
    for (int i = 0; i < settings_.superfluous; ++i) {
      ++thrown[rng_.below(static_cast<std::uint32_t>(settings_.links))];
    }
    Work work;
    for (int link = 0; link < settings_.links; ++link) {
      for (int i = 0; i < thrown[static_cast<std::size_t>(link)]; ++i) {
        if (!throw_in(work)) return std::nullopt;
      }
      if (!add_link(work)) return std::nullopt;
    }
    return work;
  }

 private:
  bool throw_in(Work& work) {
    const int x = any_of(rng_, 1, rules::kColumns);
    const int y = work.field.heights()[static_cast<std::size_t>(x)] + 1;
    if (y > settings_.rows) return false;
    work.field.put(x, y, any_colour(rng_, settings_));
    return rules::groups_of_four(work.field.planes()) == work.group;
  }

  bool add_link(Work& work) {
    for (int i = 0; i < kTries; ++i) {
      if (const auto grown = with_form(work)) {
        work = *grown;
        return true;
      }
    }
    return false;
  }

  // nullopt: it does not fit there, does not tear what stands, or is not alone in vanishing.
  std::optional<Work> with_form(const Work& work) {
    const auto forms = polyominoes(any_of(rng_, 4, settings_.largest_group));
    const Polyomino& form = forms[rng_.below(static_cast<std::uint32_t>(forms.size()))];
    const int left = any_of(rng_, 1, rules::kColumns - form.width + 1);
    const rules::Heights heights = work.field.heights();
    const int highest = *std::max_element(heights.begin() + left, heights.begin() + left + form.width);
    const int row = any_of(rng_, 1, highest + 1);

    Work grown = work;
    grown.group = {};
    const Cell colour = any_colour(rng_, settings_);
    for (int i = 0; i < form.width; ++i) {
      const Polyomino::Column column = form.columns[static_cast<std::size_t>(i)];
      const int x = left + i;
      const int height = heights[static_cast<std::size_t>(x)];
      const int bottom = row + column.bottom;
      if (std::max(height, bottom - 1) + column.cells > settings_.rows) return std::nullopt;
      for (int y = height + 1; y < bottom; ++y) {
        if (++grown.supports > settings_.supports) return std::nullopt;
        grown.field.put(x, y, any_colour(rng_, settings_));
      }
      push_in(grown.field, x, bottom, column.cells, colour);
      for (int y = bottom; y < bottom + column.cells; ++y) grown.group = grown.group | Board::cell(x, y);
    }
    if (rules::groups_of_four(grown.field.planes()) != grown.group) return std::nullopt;
    return grown;
  }

  rules::Rng& rng_;
  const BackwardSettings& settings_;
};

// A pair as it lies on top of the field.
struct Taken {
  Board cells;
  rules::Pair pair;
};

// The pair that this placement has put down last, if there can be one.
std::optional<Taken> top_pair(const Field& field, const rules::Heights& heights, rules::Placement placement) {
  const int axis = heights[static_cast<std::size_t>(placement.x)];
  const int child = heights[static_cast<std::size_t>(placement.child_x())];
  const bool is_upright = placement.x == placement.child_x();
  if (axis < (is_upright ? 2 : 1) || child < 1) return std::nullopt;
  const int axis_y = placement.r == rules::Rotation::up ? axis - 1 : axis;
  const int child_y = placement.r == rules::Rotation::down ? child - 1 : child;
  return Taken{.cells = Board::cell(placement.x, axis_y) | Board::cell(placement.child_x(), child_y),
               .pair = {field.at(placement.x, axis_y), field.at(placement.child_x(), child_y)}};
}

// Any pair on top; of the group, if there is one, it has a cell.
std::optional<rules::Pair> take_pair(rules::Rng& rng, Field& field, Board group) {
  const rules::Heights heights = field.heights();
  std::array<Taken, rules::kPlacementCount> found;
  std::uint32_t count = 0;
  for (const rules::Placement placement : rules::kPlacements) {
    const auto taken = top_pair(field, heights, placement);
    if (taken && (group.empty() || !(taken->cells & group).empty())) found[count++] = *taken;
  }
  if (count == 0) return std::nullopt;
  const Taken& taken = found[rng.below(count)];
  field.planes().remove(taken.cells);
  return taken.pair;
}

}  // namespace

std::optional<Sketch> backward_sketch(rules::Rng& rng, const BackwardSettings& settings) {
  const auto work = Construction(rng, settings).run();
  if (!work) return std::nullopt;
  Sketch sketch{.field = work->field, .pairs = {}};
  Board group = work->group;  // the last pair fires it; what the others take does not matter
  for (int i = 0; i < settings.hands; ++i) {
    const auto pair = take_pair(rng, sketch.field, std::exchange(group, {}));
    if (!pair) return std::nullopt;
    sketch.pairs.push_back(*pair);
    // Of a larger group four may be left.
    if (i == 0 && !rules::groups_of_four(sketch.field.planes()).empty()) return std::nullopt;
  }
  std::reverse(sketch.pairs.begin(), sketch.pairs.end());
  return sketch;
}

}  // namespace rensa::puzzles
