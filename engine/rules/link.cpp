#include "engine/rules/link.h"

#include <cassert>

namespace rensa::rules {

Link count_groups(const Planes& planes, Board groups) {
  Link link{.erased = groups.count()};
  for (const Cell colour : kColours) {
    const Board same = groups & planes.holding(colour);
    if (same.empty()) continue;
    ++link.colours;
    link.bonus += group_bonuses(same);
  }
  link.bonus += colour_bonus(link.colours);
  return link;
}

Link erase_groups(Field& field) {
  Planes& planes = field.planes();
  const Board groups = groups_of_four(planes);
  if (groups.empty()) return {};
  Link link = count_groups(planes, groups);
  const Board garbage = neighbours(groups) & planes.garbage() & kVisibleCells;
  link.garbage = garbage.count();
  planes.remove(groups | garbage);
  return link;
}

bool fall_one_row(Field& field) {
  Planes& planes = field.planes();
  const Board gaps = lowest_gaps(planes.occupied());
  if (gaps.empty()) return false;
  for (Board& plane : planes.bits) plane = with_gaps_closed(plane, gaps);
  assert(field.is_consistent());
  return true;
}

int settle(Field& field) {
  int rows = 0;
  while (fall_one_row(field)) ++rows;
  return rows;
}

int link_score(const Link& link, int number) {
  return 10 * link.erased * std::clamp(chain_bonus(number) + link.bonus, kMinBonus, kMaxBonus);
}

}  // namespace rensa::rules
