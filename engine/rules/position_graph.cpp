#include "engine/rules/position_graph.h"

#include <cassert>

namespace rensa::rules {

FallingPair PositionGraph::pair_at(std::size_t index) {
  FallingPair pair;
  pair.x = static_cast<std::int8_t>(index / 64 + 1);
  pair.y = static_cast<std::int8_t>(index / 4 % 16);
  pair.r = static_cast<Rotation>(index % 4);
  return pair;
}

void PositionGraph::visit(Position& from, FallingPair pair) {
  const std::size_t to = index(pair);
  if (to == from.index) return;
  assert(from.exits < kMostExits);
  from.to[from.exits++] = static_cast<std::uint16_t>(to);
  if (seen_[to]) return;
  seen_[to] = true;
  reached_placements_ |= 1U << placement_bit({pair.x, pair.r});
  positions_[count_++] = {static_cast<std::uint16_t>(to), 0, {}};
}

PositionGraph::PositionGraph(const Shaft& shaft, const FallingPair& start) {
  Position nowhere{kPositions, 0, {}};
  visit(nowhere, start);
  for (std::size_t next = 0; next < count_; ++next) {
    Position& from = positions_[next];
    // The rules themselves make the moves; the counters are set so that nothing else happens in the frame.
    const FallingPair here = pair_at(from.index);
    for (const Keys keys : {Keys::left, Keys::right, Keys::turn_a, Keys::turn_b}) {
      FallingPair pair = here;
      pair.quick_turn_window = 2;
      move_one_frame(pair, shaft, keys);
      visit(from, pair);
    }
    FallingPair falling = here;
    falling.fall_counter = 0;
    if (!move_one_frame(falling, shaft, Keys::none).locked) visit(from, falling);
  }
}

bool PositionGraph::leads_to(const RouteTarget& target) {
  useful_.reset();
  for (std::size_t i = 0; i < count_; ++i) {
    if (target.accepts(pair_at(positions_[i].index))) useful_[positions_[i].index] = true;
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (std::size_t i = count_; i-- > 0;) {
      const Position& position = positions_[i];
      if (useful_[position.index]) continue;
      for (int exit = 0; exit < position.exits; ++exit) {
        if (!useful_[position.to[static_cast<std::size_t>(exit)]]) continue;
        useful_[position.index] = grown = true;
        break;
      }
    }
  }
  return useful_[positions_[0].index];
}

}  // namespace rensa::rules
