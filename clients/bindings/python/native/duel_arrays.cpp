#include "clients/bindings/python/native/duel_arrays.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "clients/bindings/python/native/cells.h"
#include "engine/rules/pair.h"

namespace rensa::python {

namespace {

using CellSpan = std::span<std::uint8_t, kCellCount>;

// Returns the entry of the other seat in the same game: the entries of a game are an even number and the next one.
std::size_t opponent_entry(std::size_t entry) { return entry % 2 == 0 ? entry + 1 : entry - 1; }

CellSpan cells_at(std::uint8_t* cells, std::size_t entry) { return CellSpan(cells + entry * kCellCount, kCellCount); }

void write_pairs(const duel::SideView& side, int visible_pairs, std::uint8_t* pairs) {
  for (int i = 0; i < visible_pairs; ++i) {
    const rules::Pair pair = i < side.pairs_shown ? side.pairs[static_cast<std::size_t>(i)] : rules::Pair{};
    *pairs++ = static_cast<std::uint8_t>(pair.axis);
    *pairs++ = static_cast<std::uint8_t>(pair.child);
  }
}

// An opponent sees rows 1..12.
void write_visible_cells(const std::uint8_t* cells, std::uint8_t* to) {
  std::copy_n(cells, kVisibleCellCount, to);
  std::fill_n(to + kVisibleCellCount, kCellCount - kVisibleCellCount, std::uint8_t{0});
}

std::uint32_t placements_of(const duel::View& view, movement::ReachMemo& reach) {
  if (!view.decision_due) return 0;
  if (view.pacing == rules::Pacing::turns) return duel::possible_placements(view);
  return reach.reachable_placements(movement::ObstacleMap(view.own.field), *view.own.falling);
}

std::uint32_t write_seat(const duel::View& view, std::size_t entry, const DuelArrays& to, movement::ReachMemo& reach) {
  const CellSpan own = cells_at(to.own, entry);
  write_cells(view.own.field, own);
  write_visible_cells(own.data(), cells_at(to.opponent, opponent_entry(entry)).data());
  write_pairs(view.own, to.visible_pairs, to.pairs + entry * 2 * static_cast<std::size_t>(to.visible_pairs));
  to.garbage[2 * entry] = view.own.waiting.total();
  to.garbage[2 * entry + 1] = view.opponent.waiting.total();
  to.scores[2 * entry] = view.own.score;
  to.scores[2 * entry + 1] = view.opponent.score;
  to.is_due[entry] = view.decision_due;
  const std::uint32_t placements = placements_of(view, reach);
  std::int8_t* mask = to.action_mask + entry * rules::kPlacementCount;
  for (int i = 0; i < rules::kPlacementCount; ++i) mask[i] = static_cast<std::int8_t>(placements >> i & 1U);
  return placements;
}

}  // namespace

std::array<std::uint32_t, 2> write_game(const duel::Game& game, std::size_t index, const DuelArrays& arrays,
                                        movement::ReachMemo& reach) {
  const std::optional<duel::Outcome>& outcome = game.outcome();
  std::array<std::uint32_t, 2> placements{};
  for (const duel::Seat seat : duel::kSeats) {
    const std::size_t entry = 2 * index + duel::index_of(seat);
    placements[duel::index_of(seat)] = write_seat(duel::view_for_seat(game, seat), entry, arrays, reach);
    const bool has_winner = outcome && outcome->winner;
    arrays.rewards[entry] = !has_winner ? 0.0F : *outcome->winner == seat ? 1.0F : -1.0F;
  }
  arrays.terminations[index] = outcome && outcome->cause != duel::Cause::limit;
  arrays.truncations[index] = outcome && outcome->cause == duel::Cause::limit;
  arrays.clocks[index] = game.clock();
  return placements;
}

}  // namespace rensa::python
