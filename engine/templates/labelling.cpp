#include "engine/templates/labelling.h"

#include <array>
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

rules::Board Labelling::cells(int label) const {
  rules::Board cells;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= rules::kHiddenRow; ++y) {
      if (labels.at(x, y) == label) cells = cells | rules::Board::cell(x, y);
    }
  }
  return cells;
}

Labelling labelling_of(const Drawing& drawing) {
  Labelling labelling{.labels = drawing.links, .links = drawing.link_count, .count = drawing.link_count};
  for (int y = rules::kHiddenRow; y >= 1; --y) {
    for (int x = 1; x <= rules::kColumns; ++x) {
      if (drawing.links.at(x, y) != 0 || !touches_link(drawing, x, y)) continue;
      labelling.labels.set(x, y, static_cast<std::uint8_t>(++labelling.count));
    }
  }
  return labelling;
}

std::string name_of_label(const Labelling& labelling, int label) {
  if (label == 0) return ".";
  if (labelling.is_link(label)) return std::string(1, static_cast<char>('A' + label - 1));
  const int border = label - labelling.links - 1;
  return std::string(static_cast<std::size_t>(border / 26 + 1), static_cast<char>('a' + border % 26));
}

}  // namespace rensa::templates
