#include "engine/templates/colour_constraints.h"

#include <algorithm>
#include <utility>

namespace rensa::templates {

namespace {

constexpr std::array<std::pair<int, int>, 4> kNeighbours{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

bool touches_link(const Drawing& drawing, int x, int y) {
  for (const auto& [dx, dy] : kNeighbours) {
    const int at_x = x + dx;
    const int at_y = y + dy;
    if (at_x < 1 || at_x > rules::kColumns || at_y < 1 || at_y > rules::kHiddenRow) continue;
    if (drawing.links.at(at_x, at_y) != 0) return true;
  }
  return false;
}

}  // namespace

rules::Board LabelledDrawing::cells(int label) const {
  rules::Board cells;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      if (labels.at(x, y) == label) cells = cells | rules::Board::cell(x, y);
    }
  }
  return cells;
}

LabelledDrawing label_cells(const Drawing& drawing) {
  LabelledDrawing labelling{.labels = drawing.links, .links = drawing.link_count, .count = drawing.link_count};
  for (int y = rules::kHiddenRow; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (drawing.links.at(x, y) != 0 || !touches_link(drawing, x, y)) continue;
      labelling.labels.set(x, y, static_cast<std::uint8_t>(++labelling.count));
    }
  }
  return labelling;
}

std::string label_name(const LabelledDrawing& labelling, int label) {
  if (label == 0) return ".";
  if (labelling.is_link(label)) return std::string(1, static_cast<char>('A' + label - 1));
  const int border = label - labelling.links - 1;
  return std::string(static_cast<std::size_t>(border / 26 + 1), static_cast<char>('a' + border % 26));
}

namespace {

constexpr int kGroup = 4;
constexpr std::uint8_t kUnknown = kMaxLabels + 1;  // any puyo: it carries the cells above it and has no requirement

// The labels of a drawing column by column, from the floor up. Erasing a label makes the labels above it come down.
using Column = std::vector<std::uint8_t>;
using LabelColumns = std::array<Column, rules::kColumns + 2>;

LabelColumns label_columns_of(const LabelledDrawing& labelling) {
  LabelColumns columns;
  for (int x = 1; x <= rules::kColumns; ++x) {
    Column& column = columns[static_cast<std::size_t>(x)];
    int top = rules::kHiddenRow;
    while (top > 0 && labelling.labels.at(x, top) == 0) --top;
    for (int y = 1; y <= top; ++y) {
      const std::uint8_t label = labelling.labels.at(x, y);
      column.push_back(label == 0 ? kUnknown : label);
    }
  }
  return columns;
}

std::uint8_t label_at(const LabelColumns& columns, std::size_t x, std::size_t y) {
  return y < columns[x].size() ? columns[x][y] : kUnknown;
}

// Requires two touching labels to differ if one of them is a link.
void add_constraint(const LabelledDrawing& labelling, ColourConstraints& constraints, std::uint8_t a, std::uint8_t b) {
  if (a == b || a == kUnknown || b == kUnknown || (!labelling.is_link(a) && !labelling.is_link(b))) return;
  constraints.differ[a][b] = constraints.differ[b][a] = true;
}

void add_touching_constraints(const LabelledDrawing& labelling, const LabelColumns& columns,
                              ColourConstraints& constraints) {
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    for (std::size_t y = 0; y < columns[x].size(); ++y) {
      add_constraint(labelling, constraints, columns[x][y], label_at(columns, x, y + 1));
      add_constraint(labelling, constraints, columns[x][y], label_at(columns, x + 1, y));
    }
  }
}

// Clears the visible cells of the label that are connected with the cell (x, y), and returns their number.
int remove_group(LabelColumns& columns, std::size_t x, std::size_t y, std::uint8_t label) {
  if (y >= rules::kVisibleRows || label_at(columns, x, y) != label) return 0;
  columns[x][y] = 0;
  int size = 1 + remove_group(columns, x, y + 1, label) + remove_group(columns, x + 1, y, label);
  if (y > 0) size += remove_group(columns, x, y - 1, label);
  if (x > 0) size += remove_group(columns, x - 1, y, label);
  return size;
}

struct GroupSizes {
  int cells = 0;    // of all groups together
  int largest = 0;  // cells of the largest group
};

GroupSizes group_sizes_of(LabelColumns columns, std::uint8_t label) {
  GroupSizes groups;
  for (const Column& column : columns)
    groups.cells += static_cast<int>(std::count(column.begin(), column.end(), label));
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    for (std::size_t y = 0; y < columns[x].size(); ++y) {
      groups.largest = std::max(groups.largest, remove_group(columns, x, y, label));
    }
  }
  return groups;
}

// Returns the rows of the `most` highest link cells of a column, from the top. Only these can be the cells of a pair
// that is put down last.
std::vector<std::size_t> top_link_rows(const LabelledDrawing& labelling, const Column& column, std::size_t most) {
  std::vector<std::size_t> rows;
  for (std::size_t y = column.size(); y-- > 0 && rows.size() < most;) {
    if (labelling.is_link(column[y])) rows.push_back(y);
  }
  return rows;
}

// Returns true if a pair can be put down last that completes the first link: without its puyos the link does not
// vanish.
bool can_complete_first_link_last(const LabelledDrawing& labelling, const LabelColumns& columns) {
  constexpr std::uint8_t kFirst = 1;
  const auto fires_without = [&](std::size_t x, std::size_t rows, std::size_t beside) {
    LabelColumns without = columns;
    for (std::size_t at = x; at <= x + beside; ++at) {
      const std::vector<std::size_t> open = top_link_rows(labelling, columns[at], rows);
      if (open.size() < rows) return false;
      for (const std::size_t y : open) {
        if (columns[at][y] != kFirst) return false;
        without[at][y] = kUnknown;
      }
    }
    return group_sizes_of(without, kFirst).largest < kGroup;
  };
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    if (fires_without(x, 1, 0) || fires_without(x, 2, 0) || (x < rules::kColumns && fires_without(x, 1, 1)))
      return true;
  }
  return false;
}

// Adds the faults of the drawing at the moment when the link `firing` shall vanish; 0: no link shall vanish.
void find_faults(const LabelledDrawing& labelling, const LabelColumns& columns, int firing,
                 std::vector<std::string>& faults) {
  const std::string when =
      firing <= 1 ? std::string("at the start") : "when " + label_name(labelling, firing - 1) + " is gone";
  for (int link = std::max(firing, 1); link <= labelling.links; ++link) {
    const GroupSizes groups = group_sizes_of(columns, static_cast<std::uint8_t>(link));
    const std::string name = label_name(labelling, link);
    if (link != firing) {
      if (groups.largest >= kGroup) faults.push_back(name + " hangs together " + when + ", before its turn");
    } else if (groups.cells < kGroup) {
      faults.push_back(name + " has only " + std::to_string(groups.cells) + " puyos");
    } else if (groups.largest < groups.cells) {
      faults.push_back(name + " does not hang together " + when);
    }
  }
}

}  // namespace

ConstraintResult find_colour_constraints(const LabelledDrawing& labelling, Drawing::Kind kind) {
  ConstraintResult result;
  LabelColumns columns = label_columns_of(labelling);
  if (kind == Drawing::Kind::stands) {
    add_touching_constraints(labelling, columns, result.constraints);
    find_faults(labelling, columns, 0, result.faults);
    return result;
  }
  if (!can_complete_first_link_last(labelling, columns)) {
    result.faults.emplace_back("A cannot be completed last: all of it lies under others, or it fires before that");
  }
  for (int link = 1; link <= labelling.links; ++link) {
    add_touching_constraints(labelling, columns, result.constraints);
    find_faults(labelling, columns, link, result.faults);
    for (Column& column : columns) std::erase(column, static_cast<std::uint8_t>(link));
  }
  return result;
}

}  // namespace rensa::templates
