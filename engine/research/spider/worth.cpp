#include "engine/research/spider/worth.h"

namespace rensa::spider {

int worth_of_column(const Table& table, int column, const Worth& worth) {
  const auto cards = table.column(column);
  if (cards.empty()) return worth.empty;
  const auto hidden = static_cast<std::size_t>(table.hidden(column));
  int sum = 0;
  if (hidden > 0) {
    sum -= worth.hidden * table.hidden(column) + worth.covered + worth.tear;
  } else if (rank_of(cards[0]) == kRanks) {
    sum += worth.king_at_bottom;
  }
  for (std::size_t i = hidden + 1; i < cards.size(); ++i) {
    if (joins(cards[i], cards[i - 1])) {
      sum += worth.join;
    } else if (fits(cards[i], cards[i - 1])) {
      sum += worth.fit;
    } else {
      sum -= worth.tear;
    }
  }
  return sum;
}

int worth_of(const Table& table, const Worth& worth) {
  int sum = worth.removed * table.removed();
  for (int c = 0; c < kColumns; ++c) sum += worth_of_column(table, c, worth);
  return sum;
}

}  // namespace rensa::spider
