#include "engine/puzzles/sketch.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/puzzles/placement_walk.h"
#include "engine/rules/link.h"

namespace rensa::puzzles {

Puzzle puzzle_of(const Sketch& sketch, int links) {
  return {.field = sketch.field,
          .steps = {sketch.pairs.begin(), sketch.pairs.end()},
          .goal = {notation::GoalKind::chain, notation::GoalBound::exactly, notation::GoalColour::any, links}};
}

namespace {

using rules::Board;
using rules::Cell;

Cell random_colour(rules::Rng& rng, int colours) {
  return rules::kColours[rng.below(static_cast<std::uint32_t>(colours))];
}

bool is_allowed(const rules::Field& field, int x, int y, Cell colour, SideNeighbours neighbours) {
  const Board same = field.planes().holding(colour);
  if (neighbours == SideNeighbours::differ && same.has(x - 1, y)) return false;
  const Board here = Board::cell(x, y);
  return rules::group_around(here, same | here).count() < 4;
}

// Returns a random colour that is allowed in this cell; nullopt if there is none.
std::optional<Cell> colour_for(rules::Rng& rng, const rules::Field& field, int x, int y,
                               const RandomSketchSettings& settings) {
  std::array<Cell, rules::kMaxColours> allowed{};
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.colours); ++i) {
    if (is_allowed(field, x, y, rules::kColours[i], settings.neighbours)) allowed[count++] = rules::kColours[i];
  }
  if (count == 0) return std::nullopt;
  return allowed[rng.below(count)];
}

std::optional<rules::Field> random_field(rules::Rng& rng, const RandomSketchSettings& settings) {
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

Sketch random_sketch(rules::Rng& rng, const RandomSketchSettings& settings) {
  Sketch sketch;
  for (;;) {
    if (const auto field = random_field(rng, settings)) {
      sketch.field = *field;
      break;
    }
  }
  for (int i = 0; i < settings.hands; ++i) {
    const Cell axis = random_colour(rng, settings.colours);
    sketch.pairs.push_back({axis, random_colour(rng, settings.colours)});
  }
  return sketch;
}

namespace {

using Column = Polyomino::Column;

bool columns_touch(Column a, Column b) { return a.bottom < b.bottom + b.cells && b.bottom < a.bottom + a.cells; }

Polyomino lowered_to_ground(Polyomino shape) {
  const auto columns = std::span(shape.columns).first(static_cast<std::size_t>(shape.width));
  const int lowest =
      std::min_element(columns.begin(), columns.end(), [](Column a, Column b) { return a.bottom < b.bottom; })->bottom;
  for (Column& column : columns) column.bottom -= lowest;
  return shape;
}

// Adds to `all` the polyominoes that begin with the columns of `shape` and have `left` more cells. Each further column
// touches the one before it, so no polyomino is made twice.
void add_polyominoes_from(const Polyomino& shape, int left, std::vector<Polyomino>& all) {
  if (left == 0) {
    all.push_back(lowered_to_ground(shape));
    return;
  }
  for (int cells = 1; cells <= left; ++cells) {
    Polyomino grown = shape;
    Column& column = grown.columns[static_cast<std::size_t>(grown.width++)];
    column.cells = cells;
    if (shape.width == 0) {
      add_polyominoes_from(grown, left - cells, all);
      continue;
    }
    const Column before = shape.columns[static_cast<std::size_t>(shape.width - 1)];
    for (column.bottom = before.bottom - cells + 1; columns_touch(before, column); ++column.bottom) {
      add_polyominoes_from(grown, left - cells, all);
    }
  }
}

std::vector<Polyomino> all_polyominoes_of(int cells) {
  std::vector<Polyomino> all;
  add_polyominoes_from({}, cells, all);
  return all;
}

}  // namespace

std::span<const Polyomino> polyominoes(int cells) {
  assert(cells >= 4 && cells <= 6);
  static const std::array<std::vector<Polyomino>, 3> kShapes = {all_polyominoes_of(4), all_polyominoes_of(5),
                                                                all_polyominoes_of(6)};
  return kShapes[static_cast<std::size_t>(cells - 4)];
}

namespace {

using rules::Field;

// The number of places that are tried for a link before the attempt fails.
constexpr int kTries = 40;

int random_between(rules::Rng& rng, int first, int last) {
  return first + static_cast<int>(rng.below(static_cast<std::uint32_t>(last - first + 1)));
}

// Lifts the puyos of a column from this row on by the number of cells, and fills the gap with the colour.
void push_cells_under(Field& field, int x, int row, int cells, Cell colour) {
  const auto below = static_cast<std::uint16_t>((1U << row) - 1);
  for (Board& plane : field.planes().bits) {
    const std::uint16_t column = plane.column(x);
    const auto lifted = static_cast<std::uint16_t>((column & ~below) << cells);
    plane = plane.without(Board::rows_of_column(x, column)) |
            Board::rows_of_column(x, static_cast<std::uint16_t>((column & below) | lifted));
  }
  for (int y = row; y < row + cells; ++y) field.put(x, y, colour);
}

// A field under construction, and the group that would vanish in it.
struct PartialField {
  Field field;
  Board group;  // of the link that was added last
  int supports = 0;
};

class BackwardConstruction {
 public:
  BackwardConstruction(rules::Rng& rng, const BackwardSketchSettings& settings) : rng_(rng), settings_(settings) {}

  std::optional<PartialField> run() {
    // Each superfluous puyo is dropped before one of the links.
    std::array<int, 20> superfluous_before{};
    for (int i = 0; i < settings_.superfluous; ++i) {
      ++superfluous_before[rng_.below(static_cast<std::uint32_t>(settings_.links))];
    }
    PartialField partial;
    for (int link = 0; link < settings_.links; ++link) {
      for (int i = 0; i < superfluous_before[static_cast<std::size_t>(link)]; ++i) {
        if (!drop_superfluous(partial)) return std::nullopt;
      }
      if (!add_link(partial)) return std::nullopt;
    }
    return partial;
  }

 private:
  bool drop_superfluous(PartialField& partial) {
    const int x = random_between(rng_, 1, rules::kColumns);
    const int y = partial.field.heights()[static_cast<std::size_t>(x)] + 1;
    if (y > settings_.rows) return false;
    partial.field.put(x, y, random_colour(rng_, settings_.colours));
    return rules::groups_of_four(partial.field.planes()) == partial.group;
  }

  bool add_link(PartialField& partial) {
    for (int i = 0; i < kTries; ++i) {
      if (const auto grown = with_pushed_in_shape(partial)) {
        partial = *grown;
        return true;
      }
    }
    return false;
  }

  // Pushes a random shape in at a random place. Returns nullopt if it does not fit there, or if other cells than those
  // of the shape would vanish.
  std::optional<PartialField> with_pushed_in_shape(const PartialField& partial) {
    const auto shapes = polyominoes(random_between(rng_, 4, settings_.largest_group));
    const Polyomino& shape = shapes[rng_.below(static_cast<std::uint32_t>(shapes.size()))];
    const int left = random_between(rng_, 1, rules::kColumns - shape.width + 1);
    const rules::Heights heights = partial.field.heights();
    const int highest = *std::max_element(heights.begin() + left, heights.begin() + left + shape.width);
    const int row = random_between(rng_, 1, highest + 1);

    PartialField grown = partial;
    grown.group = {};
    const Cell colour = random_colour(rng_, settings_.colours);
    for (int i = 0; i < shape.width; ++i) {
      const Polyomino::Column column = shape.columns[static_cast<std::size_t>(i)];
      const int x = left + i;
      const int height = heights[static_cast<std::size_t>(x)];
      const int bottom = row + column.bottom;
      if (std::max(height, bottom - 1) + column.cells > settings_.rows) return std::nullopt;
      for (int y = height + 1; y < bottom; ++y) {
        if (++grown.supports > settings_.supports) return std::nullopt;
        grown.field.put(x, y, random_colour(rng_, settings_.colours));
      }
      push_cells_under(grown.field, x, bottom, column.cells, colour);
      for (int y = bottom; y < bottom + column.cells; ++y) grown.group = grown.group | Board::cell(x, y);
    }
    if (rules::groups_of_four(grown.field.planes()) != grown.group) return std::nullopt;
    return grown;
  }

  rules::Rng& rng_;
  const BackwardSketchSettings& settings_;
};

// Two uncovered puyos that one placement could have put there last: their cells, and their colours as a pair.
struct TopPair {
  Board cells;
  rules::Pair pair;
};

// Returns the pair that lies on top of the field in this placement; nullopt if there is none.
std::optional<TopPair> top_pair(const Field& field, const rules::Heights& heights, rules::Placement placement) {
  const int axis = heights[static_cast<std::size_t>(placement.x)];
  const int child = heights[static_cast<std::size_t>(placement.child_x())];
  const bool is_upright = placement.x == placement.child_x();
  if (axis < (is_upright ? 2 : 1) || child < 1) return std::nullopt;
  const int axis_y = placement.r == rules::Rotation::up ? axis - 1 : axis;
  const int child_y = placement.r == rules::Rotation::down ? child - 1 : child;
  return TopPair{.cells = Board::cell(placement.x, axis_y) | Board::cell(placement.child_x(), child_y),
                 .pair = {field.at(placement.x, axis_y), field.at(placement.child_x(), child_y)}};
}

// Takes a random pair from the top of the field. If the group is not empty, the pair has a cell of it.
std::optional<rules::Pair> take_pair(rules::Rng& rng, Field& field, Board group) {
  const rules::Heights heights = field.heights();
  std::array<TopPair, rules::kPlacementCount> found;
  std::uint32_t count = 0;
  for (const rules::Placement placement : rules::kPlacements) {
    const auto taken = top_pair(field, heights, placement);
    if (taken && (group.empty() || !(taken->cells & group).empty())) found[count++] = *taken;
  }
  if (count == 0) return std::nullopt;
  const TopPair& taken = found[rng.below(count)];
  field.planes().remove(taken.cells);
  return taken.pair;
}

}  // namespace

std::optional<Sketch> backward_sketch(rules::Rng& rng, const BackwardSketchSettings& settings) {
  const auto built = BackwardConstruction(rng, settings).run();
  if (!built) return std::nullopt;
  Sketch sketch{.field = built->field, .pairs = {}};
  Board group = built->group;  // the last pair fires it; the other pairs are taken anywhere
  for (int i = 0; i < settings.hands; ++i) {
    const auto pair = take_pair(rng, sketch.field, std::exchange(group, {}));
    if (!pair) return std::nullopt;
    sketch.pairs.push_back(*pair);
    // If a group of more than four cells has lost a pair, it may still have four cells, which would vanish.
    if (i == 0 && !rules::groups_of_four(sketch.field.planes()).empty()) return std::nullopt;
  }
  std::reverse(sketch.pairs.begin(), sketch.pairs.end());
  return sketch;
}

namespace {

class ChainSurveyor {
 public:
  explicit ChainSurveyor(const HandPath& path) : path_(path) {}

  struct State {};

  static bool should_expand(const rules::Field&) { return true; }
  bool should_end(const FiringHand& fired, State&) {
    const int hands = static_cast<int>(path_.size);
    if (fired.chain.links > best_.links || (fired.chain.links == best_.links && hands < best_.hands)) {
      best_ = {.links = fired.chain.links, .hands = hands, .sequences = 0};
    }
    if (fired.chain.links == best_.links && hands == best_.hands) best_.sequences += path_.sequences();
    return false;
  }
  static bool can_continue(const rules::Field&, std::size_t, const State&) { return true; }
  ChainSurvey best() const { return best_; }

 private:
  const HandPath& path_;
  ChainSurvey best_;
};

void add(SketchStatistics& statistics, const Sketch& sketch) {
  const std::vector<Step> steps(sketch.pairs.begin(), sketch.pairs.end());
  const ChainSurvey survey = survey_chains(sketch.field, steps);
  ++statistics.counts[survey.links][sketch.field.occupied().count()];
  ++statistics.sketches;
}

}  // namespace

ChainSurvey survey_chains(const rules::Field& field, std::span<const Step> steps) {
  HandPath path;
  ChainSurveyor surveyor(path);
  PlacementWalk(steps, surveyor, path).run(field);
  return surveyor.best();
}

std::int64_t SketchStatistics::count_with_links(int links) const {
  const auto found = counts.find(links);
  std::int64_t sum = 0;
  if (found == counts.end()) return sum;
  for (const auto& [puyos, count] : found->second) sum += count;
  return sum;
}

SketchStatistics random_sketch_statistics(const RandomSketchSettings& settings, std::int64_t sketches,
                                          std::uint64_t seed) {
  SketchStatistics statistics;
  rules::Rng rng(seed);
  while (statistics.sketches < sketches) add(statistics, random_sketch(rng, settings));
  return statistics;
}

SketchStatistics backward_sketch_statistics(const BackwardSketchSettings& settings, std::int64_t sketches,
                                            std::uint64_t seed) {
  SketchStatistics statistics;
  rules::Rng rng(seed);
  while (statistics.sketches < sketches) {
    if (const auto sketch = backward_sketch(rng, settings)) add(statistics, *sketch);
  }
  return statistics;
}

}  // namespace rensa::puzzles
