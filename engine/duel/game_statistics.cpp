#include "engine/duel/game_statistics.h"

#include <algorithm>

namespace rensa::duel {

void add_game(GameStatistics& total, const GameStatistics& game) {
  const std::int64_t longest = std::max(total.longest_chain, game.longest_chain);
  for (const StatisticField& field : kStatisticFields) total.*field.count += game.*field.count;
  total.longest_chain = longest;
}

void StatisticsCounter::after_step(const Game& game, const Events& events) {
  for (const Event& event : events) count(event, game.clock());
  for (const Seat seat : kSeats) statistics_[index_of(seat)].score = game.score(seat);
}

void StatisticsCounter::count(const Event& event, int clock) {
  GameStatistics& statistics = statistics_[index_of(event.seat)];
  int& control_since = control_since_[index_of(event.seat)];
  switch (event.kind) {
    case EventKind::controllable:
      control_since = clock;
      break;
    case EventKind::locked:
      ++statistics.hands;
      statistics.clock = clock;
      statistics.control += clock - control_since;
      break;
    case EventKind::link_started:
      if (event.number == 1) ++statistics.chains;
      ++statistics.links;
      statistics.longest_chain = std::max<std::int64_t>(statistics.longest_chain, event.number);
      break;
    case EventKind::all_clear:
      ++statistics.all_clears;
      break;
    case EventKind::garbage_sent:
      statistics.garbage_sent += event.amount;
      statistics.garbage_cancelled += event.cancelled;
      break;
    case EventKind::garbage_fell:
      statistics.garbage_fell += event.amount;
      break;
    case EventKind::preparation_started:
    case EventKind::next_next_revealed:
    case EventKind::garbage_fixed:
    case EventKind::placement_accepted:
    case EventKind::placement_refused:
    case EventKind::died:
    case EventKind::game_over:
      break;
  }
}

}  // namespace rensa::duel
