#include "engine/research/spider/moves.h"

namespace rensa::spider {

Moves::Moves(const Table& table) {
  int first_empty = kColumns;
  std::array<int, kColumns> goal{};  // the rank of what may go there; 0: nothing
  for (int c = kColumns - 1; c >= 0; --c) {
    if (table.is_empty(c)) {
      first_empty = c;
    } else {
      goal[static_cast<std::size_t>(c)] = rank_of(table.top(c)) - 1;
    }
  }
  for (int from = 0; from < kColumns; ++from) {
    const int run = table.run(from);
    if (run == 0) continue;
    const int least = rank_of(table.top(from));
    for (int to = 0; to < kColumns; ++to) {
      const int rank = goal[static_cast<std::size_t>(to)];
      if (to == from || rank < least || rank >= least + run) continue;
      moves_[size_++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                         static_cast<std::uint8_t>(rank - least + 1)};
    }
    if (first_empty == kColumns) continue;
    for (int count = 1; count <= run; ++count) {
      moves_[size_++] = {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(first_empty),
                         static_cast<std::uint8_t>(count)};
    }
  }
}

}  // namespace rensa::spider
