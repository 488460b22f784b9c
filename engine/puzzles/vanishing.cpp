#include "engine/puzzles/vanishing.h"

#include <algorithm>

#include "engine/rules/groups.h"
#include "engine/rules/link.h"

namespace rensa::puzzles {

namespace {

VanishedLink describe(const rules::Planes& planes, rules::Board erased) {
  VanishedLink link;
  for (std::size_t colour = 0; colour < rules::kColours.size(); ++colour) {
    rules::Board left = erased & planes.holding(rules::kColours[colour]);
    link.cells[colour] = left.count();
    while (!left.empty()) {
      const rules::Board group = rules::group_around(rules::any_cell(left), left);
      ++link.groups[colour];
      link.largest[colour] = std::max(link.largest[colour], group.count());
      left = left.without(group);
    }
  }
  return link;
}

}  // namespace

int VanishedLink::colours() const {
  return static_cast<int>(std::count_if(cells.begin(), cells.end(), [](int count) { return count > 0; }));
}

std::vector<VanishedLink> vanish(rules::Field& field) {
  std::vector<VanishedLink> links;
  for (;;) {
    const rules::Planes before = field.planes();
    const rules::Board erased = rules::groups_of_four(before);
    if (erased.empty()) return links;
    links.push_back(describe(before, erased));
    links.back().garbage = rules::erase_groups(field).garbage;
    rules::settle(field);
  }
}

Contents contents_of(const rules::Field& field) {
  Contents contents;
  for (std::size_t colour = 0; colour < rules::kColours.size(); ++colour) {
    contents.cells[colour] = field.planes().holding(rules::kColours[colour]).count();
  }
  contents.garbage = field.planes().garbage().count();
  return contents;
}

}  // namespace rensa::puzzles
