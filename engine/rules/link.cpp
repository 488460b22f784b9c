#include "engine/rules/link.h"

#include <cassert>

#include "engine/rules/gravity.h"
#include "engine/rules/groups.h"
#include "engine/rules/score.h"

namespace rensa::rules {

Link erase_groups(Field& field) {
  Link link;
  Board erased;
  for (int index = 0; index < kMaxColours; ++index) {
    const Board cells = field.boards()[static_cast<std::size_t>(index)] & kVisibleCells;
    const Board groups = groups_of_four(cells);
    if (groups.empty()) continue;
    erased = erased | groups;
    link.erased += groups.count();
    link.group_bonus += group_bonuses(groups);
    ++link.colours;
  }
  if (link.erased == 0) return link;

  const Board cleared = neighbours(erased) & field.board(Cell::garbage) & kVisibleCells;
  link.garbage = cleared.count();
  erased = erased | cleared;
  for (Board& board : field.boards()) board = board.without(erased);
  return link;
}

bool fall_one_row(Field& field) {
  const Board gaps = lowest_gaps(field.occupied());
  if (gaps.empty()) return false;
  for (Board& board : field.boards()) board = closed_over(board, gaps);
  assert(field.is_consistent());
  return true;
}

int settle(Field& field) {
  int rows = 0;
  while (fall_one_row(field)) ++rows;
  return rows;
}

int link_score(const Link& link, int number) {
  return link_points(link.erased, chain_bonus(number) + link.group_bonus + colour_bonus(link.colours));
}

}  // namespace rensa::rules
