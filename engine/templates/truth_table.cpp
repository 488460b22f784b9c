#include "engine/templates/truth_table.h"

#include <algorithm>
#include <cstdint>

namespace rensa::templates {
namespace {

constexpr int kGroup = 4;
constexpr std::uint8_t kUnknown = kMaxLabels + 1;  // holds up what is drawn above it, and asks for nothing

// The labels column by column, from the floor up: what stands above something that vanishes comes down.
using Column = std::vector<std::uint8_t>;
using Stacks = std::array<Column, rules::kColumns + 2>;

Stacks stacks_of(const Labelling& labelling) {
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

// Two that touch must differ, if one of them is a link.
void forbid(const Labelling& labelling, TruthTable& table, std::uint8_t a, std::uint8_t b) {
  if (a == b || a == kUnknown || b == kUnknown || (!labelling.is_link(a) && !labelling.is_link(b))) return;
  table.differ[a][b] = table.differ[b][a] = true;
}

void forbid_touching(const Labelling& labelling, const Stacks& stacks, TruthTable& table) {
  for (std::size_t x = 1; x <= rules::kColumns; ++x) {
    for (std::size_t y = 0; y < stacks[x].size(); ++y) {
      forbid(labelling, table, stacks[x][y], label_at(stacks, x, y + 1));
      forbid(labelling, table, stacks[x][y], label_at(stacks, x + 1, y));
    }
  }
}

// How many of the label's cells hang together with the given one, among those that can vanish. Clears them.
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

// The rows of the highest links of a column, from the top: what is put down last is among them.
std::vector<std::size_t> open_rows(const Labelling& labelling, const Column& column, std::size_t most) {
  std::vector<std::size_t> rows;
  for (std::size_t y = column.size(); y-- > 0 && rows.size() < most;) {
    if (labelling.is_link(column[y])) rows.push_back(y);
  }
  return rows;
}

// Whether the first link can be what is put down last: a puyo of a pair or both complete it, and without them it does
// not fire.
bool can_fire(const Labelling& labelling, const Stacks& stacks) {
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

// What is wrong with the moment at which `firing` is to vanish; 0: none is.
void find_faults(const Labelling& labelling, const Stacks& stacks, int firing, std::vector<std::string>& faults) {
  const std::string when =
      firing <= 1 ? std::string("at the start") : "when " + name_of_label(labelling, firing - 1) + " is gone";
  for (int link = std::max(firing, 1); link <= labelling.links; ++link) {
    const Groups groups = groups_of(stacks, static_cast<std::uint8_t>(link));
    const std::string name = name_of_label(labelling, link);
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

TruthTableResult truth_table_of(const Labelling& labelling, Drawing::Kind kind) {
  TruthTableResult result;
  Stacks stacks = stacks_of(labelling);
  if (kind == Drawing::Kind::stands) {
    forbid_touching(labelling, stacks, result.table);
    find_faults(labelling, stacks, 0, result.faults);
    return result;
  }
  if (!can_fire(labelling, stacks)) {
    result.faults.emplace_back("A cannot be completed last: all of it lies under others, or it fires before that");
  }
  for (int link = 1; link <= labelling.links; ++link) {
    forbid_touching(labelling, stacks, result.table);
    find_faults(labelling, stacks, link, result.faults);
    for (Column& column : stacks) std::erase(column, static_cast<std::uint8_t>(link));
  }
  return result;
}

}  // namespace rensa::templates
