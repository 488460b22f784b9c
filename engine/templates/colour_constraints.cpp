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

// The labels column by column, from the floor up. When a label is erased, the labels above it come down.
using Column = std::vector<std::uint8_t>;
using Stacks = std::array<Column, rules::kColumns + 2>;

Stacks stacks_of(const LabelledDrawing& labelling) {
  Stacks stacks;
  for (int x = 1; x <= rules::kColumns; ++x) {
    Column& column = stacks[static_cast<std::size_t>(x)];
    int top = rules::kHiddenRow;
    while (top > 0 && labelling.labels.at(x, top) == 0) --top;
    for (int y = 1; y <= top; ++y) {
      const std::uint8_t label = labelling.labels.at(x, y);
      column.push_back(label == 0 ? kUnknown : label);
    }
  }
  return stacks;
}

std::uint8_t label_at(const Stacks& stacks, std::size_t x, std::size_t y) {
  return y < stacks[x].size() ? stacks[x][y] : kUnknown;
}

// Requires two touching labels to differ if one of them is a link.
void add_constraint(const LabelledDrawing& labelling, ColourConstraints& constraints, std::uint8_t a, std::uint8_t b) {
  if (a == b || a == kUnknown || b == kUnknown || (!labelling.is_link(a) && !labelling.is_link(b))) return;
  constraints.differ[a][b] = constraints.differ[b][a] = true;
}

void add_touching_constraints(const LabelledDrawing& labelling, const Stacks& stacks, ColourConstraints& constraints) {
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    for (std::size_t y = 0; y < stacks[x].size(); ++y) {
      add_constraint(labelling, constraints, stacks[x][y], label_at(stacks, x, y + 1));
      add_constraint(labelling, constraints, stacks[x][y], label_at(stacks, x + 1, y));
    }
  }
}

// Returns the number of visible cells of the label that are connected with the given one. Clears these cells.
int group_at(Stacks& stacks, std::size_t x, std::size_t y, std::uint8_t label) {
  if (y >= rules::kVisibleRows || label_at(stacks, x, y) != label) return 0;
  stacks[x][y] = 0;
  int size = 1 + group_at(stacks, x, y + 1, label) + group_at(stacks, x + 1, y, label);
  if (y > 0) size += group_at(stacks, x, y - 1, label);
  if (x > 0) size += group_at(stacks, x - 1, y, label);
  return size;
}

struct Groups {
  int cells = 0;
  int largest = 0;
};

Groups groups_of(Stacks stacks, std::uint8_t label) {
  Groups groups;
  for (const Column& column : stacks) groups.cells += static_cast<int>(std::count(column.begin(), column.end(), label));
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    for (std::size_t y = 0; y < stacks[x].size(); ++y) {
      groups.largest = std::max(groups.largest, group_at(stacks, x, y, label));
    }
  }
  return groups;
}

// Returns the rows of the highest links of a column, from the top. The pair that is put down last is among them.
std::vector<std::size_t> open_rows(const LabelledDrawing& labelling, const Column& column, std::size_t most) {
  std::vector<std::size_t> rows;
  for (std::size_t y = column.size(); y-- > 0 && rows.size() < most;) {
    if (labelling.is_link(column[y])) rows.push_back(y);
  }
  return rows;
}

// Returns true if the last pair can complete the first link: without one or both puyos of the pair it does not fire.
bool can_fire(const LabelledDrawing& labelling, const Stacks& stacks) {
  constexpr std::uint8_t kFirst = 1;
  const auto fires_without = [&](std::size_t x, std::size_t rows, std::size_t beside) {
    Stacks without = stacks;
    for (std::size_t at = x; at <= x + beside; ++at) {
      const std::vector<std::size_t> open = open_rows(labelling, stacks[at], rows);
      if (open.size() < rows) return false;
      for (const std::size_t y : open) {
        if (stacks[at][y] != kFirst) return false;
        without[at][y] = kUnknown;
      }
    }
    return groups_of(without, kFirst).largest < kGroup;
  };
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    if (fires_without(x, 1, 0) || fires_without(x, 2, 0) || (x < rules::kColumns && fires_without(x, 1, 1)))
      return true;
  }
  return false;
}

// Adds the faults at the moment when the link `firing` shall vanish. With 0, no link shall vanish.
void find_faults(const LabelledDrawing& labelling, const Stacks& stacks, int firing, std::vector<std::string>& faults) {
  const std::string when =
      firing <= 1 ? std::string("at the start") : "when " + label_name(labelling, firing - 1) + " is gone";
  for (int link = std::max(firing, 1); link <= labelling.links; ++link) {
    const Groups groups = groups_of(stacks, static_cast<std::uint8_t>(link));
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
  Stacks stacks = stacks_of(labelling);
  if (kind == Drawing::Kind::stands) {
    add_touching_constraints(labelling, stacks, result.constraints);
    find_faults(labelling, stacks, 0, result.faults);
    return result;
  }
  if (!can_fire(labelling, stacks)) {
    result.faults.emplace_back("A cannot be completed last: all of it lies under others, or it fires before that");
  }
  for (int link = 1; link <= labelling.links; ++link) {
    add_touching_constraints(labelling, stacks, result.constraints);
    find_faults(labelling, stacks, link, result.faults);
    for (Column& column : stacks) std::erase(column, static_cast<std::uint8_t>(link));
  }
  return result;
}

}  // namespace rensa::templates
