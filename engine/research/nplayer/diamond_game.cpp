#include "engine/research/nplayer/diamond_game.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <limits>
#include <utility>

#include "engine/rules/hash.h"
#include "engine/rules/rng.h"

namespace rensa::nplayer {

namespace {

// Three coordinates with the sum 0: the distances of a cell from the middle of the board towards the points of the star
// where this player, the next player and the player after that one start.
using CubeCoordinates = std::array<int, 3>;

constexpr std::array<CubeCoordinates, DiamondBoard::kDirections> kOffsets = {
    {{-1, 1, 0}, {-1, 0, 1}, {0, 1, -1}, {0, -1, 1}, {1, -1, 0}, {1, 0, -1}}};

// The star consists of two triangles, one of them upside down.
bool is_on_board(const CubeCoordinates& coordinates, int point) {
  const auto [least, most] = std::minmax_element(coordinates.begin(), coordinates.end());
  return *least >= -point || *most <= point;
}

std::vector<CubeCoordinates> all_coordinates(int point) {
  std::vector<CubeCoordinates> cells;
  for (int x = 2 * point; x >= -2 * point; --x) {
    for (int y = -2 * point; y <= 2 * point; ++y) {
      if (const CubeCoordinates coordinates{x, y, -x - y}; is_on_board(coordinates, point))
        cells.push_back(coordinates);
    }
  }
  return cells;
}

}  // namespace

DiamondBoard::DiamondBoard(const DiamondSize& size) {
  assert(size.point >= 1 && size.point <= 4 && size.camp_rows >= 1 && size.camp_rows <= size.point + 1);
  const std::vector<CubeCoordinates> cells = all_coordinates(size.point);
  const auto number_of = [&](const CubeCoordinates& coordinates) {
    const auto found = std::find(cells.begin(), cells.end(), coordinates);
    return found == cells.end() ? kOutside : static_cast<std::uint8_t>(found - cells.begin());
  };
  count_ = cells.size();
  const int first_row = 2 * size.point - size.camp_rows + 1;
  for (auto& row : neighbours_) row.fill(kOutside);
  for (std::size_t cell = 0; cell < count_; ++cell) {
    const auto& [x, y, z] = cells[cell];
    const auto [least, most] = std::minmax_element(cells[cell].begin(), cells[cell].end());
    const bool is_in_point = *least < -size.point || *most > size.point;
    // A camp or a goal may be larger than its point of the star. It then still has no cells of the neighbouring points.
    if (x >= first_row && *least >= -size.point) camp_.add(cell);
    if (x <= -first_row && *most <= size.point) goal_.add(cell);
    if (!is_in_point || std::abs(x) > size.point) open_.add(cell);
    rotated_[0][cell] = static_cast<std::uint8_t>(cell);
    rotated_[1][cell] = number_of({z, x, y});
    rotated_[2][cell] = number_of({y, z, x});
    for (std::size_t direction = 0; direction < kDirections; ++direction) {
      neighbours_[cell][direction] =
          number_of({x + kOffsets[direction][0], y + kOffsets[direction][1], z + kOffsets[direction][2]});
    }
  }
  for (std::size_t cell = 0; cell < count_; ++cell) measure_from(cell);
}

void DiamondBoard::measure_from(std::size_t start) {
  std::vector<std::size_t> reached{start};
  CellSet seen;
  seen.add(start);
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const std::uint8_t next : neighbours_[reached[i]]) {
      if (next == kOutside || seen.has(next)) continue;
      seen.add(next);
      steps_[start][next] = static_cast<std::uint8_t>(steps_[start][reached[i]] + 1);
      reached.push_back(next);
    }
  }
}

namespace {

constexpr std::size_t kUnassigned = 0;  // rows and columns count from 1 here; column 0 holds the row that is added

// The state of the Hungarian algorithm. Each row in turn gets a column; the rows before it may have to change their
// columns along a path of least cost. The potentials keep all reduced costs at zero or more, and at zero for assigned
// columns.
struct AssignmentState {
  std::array<int, kMaxAssigned + 1> row_potential{};
  std::array<int, kMaxAssigned + 1> column_potential{};
  std::array<std::size_t, kMaxAssigned + 1> row_of{};  // by column
  std::array<std::size_t, kMaxAssigned + 1> from{};    // by column: the column before it on the path
};

void assign_row(const CostMatrix& costs, std::size_t size, std::size_t row, AssignmentState& state) {
  std::array<int, kMaxAssigned + 1> slack{};
  std::array<bool, kMaxAssigned + 1> is_reached{};
  slack.fill(std::numeric_limits<int>::max());
  state.row_of[0] = row;
  std::size_t column = 0;
  do {
    is_reached[column] = true;
    const std::size_t at = state.row_of[column];
    int least = std::numeric_limits<int>::max();
    std::size_t next = 0;
    for (std::size_t j = 1; j <= size; ++j) {
      if (is_reached[j]) continue;
      const int cost = costs[at - 1][j - 1] - state.row_potential[at] - state.column_potential[j];
      if (cost < slack[j]) {
        slack[j] = cost;
        state.from[j] = column;
      }
      if (slack[j] < least) {
        least = slack[j];
        next = j;
      }
    }
    for (std::size_t j = 0; j <= size; ++j) {
      if (is_reached[j]) {
        state.row_potential[state.row_of[j]] += least;
        state.column_potential[j] -= least;
      } else {
        slack[j] -= least;
      }
    }
    column = next;
  } while (state.row_of[column] != kUnassigned);
  while (column != 0) {
    state.row_of[column] = state.row_of[state.from[column]];
    column = state.from[column];
  }
}

}  // namespace

int min_assignment_cost(const CostMatrix& costs, std::size_t size) {
  assert(size <= kMaxAssigned);
  AssignmentState state;
  for (std::size_t row = 1; row <= size; ++row) assign_row(costs, size, row, state);
  return -state.column_potential[0];
}

namespace {

constexpr int kCacheBits = 17;

std::size_t cache_index(const CellSet& pieces) {
  const std::uint64_t mixed =
      (pieces.words[0] ^ std::rotl(pieces.words[1] * 0xFF51'AFD7'ED55'8CCDULL, 32)) * 0x9E37'79B9'7F4A'7C15ULL;
  return static_cast<std::size_t>(mixed >> (64 - kCacheBits));
}

}  // namespace

DiamondGame::DiamondGame(const DiamondRules& rules)
    : board_(rules.size),
      jumps_(rules.jumps),
      directions_(rules.retreat == RetreatRule::forbidden ? DiamondBoard::kForwardDirections
                                                          : DiamondBoard::kDirections),
      max_plies_(rules.max_plies),
      cached_distances_(std::size_t{1} << kCacheBits) {}

DiamondGame::Position DiamondGame::start() {
  Position position;
  position.pieces.fill(board_.camp());
  position.steps_to_goal.fill(steps_to_goal(board_.camp()));
  return position;
}

void DiamondGame::list_moves(const Position& position, std::vector<Move>& moves) const {
  moves.clear();
  const std::size_t mover = player(position);
  const CellSet taken = position.pieces[mover] | board_.rotated(position.pieces[(mover + 1) % kPlayers], 1) |
                        board_.rotated(position.pieces[(mover + 2) % kPlayers], 2);
  const CellSet free = board_.open() - taken;
  position.pieces[mover].for_each([&](std::size_t from) {
    CellSet left = free;  // cells that the piece has not reached yet
    const std::size_t first = moves.size();
    const auto take = [&](std::uint8_t to) {
      left.remove(to);
      moves.push_back({static_cast<std::uint8_t>(from), to});
    };
    const auto jump_from = [&](std::size_t cell) {
      for (std::size_t direction = 0; direction < directions_; ++direction) {
        const std::uint8_t over = board_.neighbour(cell, direction);
        const std::uint8_t to = board_.neighbour(over, direction);
        if (taken.has(over) && over != from && left.has(to)) take(to);
      }
    };
    jump_from(from);
    if (jumps_ == JumpRule::in_chains) {
      for (std::size_t i = first; i < moves.size(); ++i) jump_from(moves[i].to);
    }
    for (std::size_t direction = 0; direction < directions_; ++direction) {
      const std::uint8_t to = board_.neighbour(from, direction);
      if (left.has(to)) take(to);
    }
  });
  if (moves.empty()) moves.push_back({});
  if (shuffle_seed_) shuffle(position, moves);
}

void DiamondGame::shuffle(const Position& position, std::vector<Move>& moves) const {
  rules::Hash hash(*shuffle_seed_);
  hash.add(position.ply);
  for (const CellSet& pieces : position.pieces) {
    for (const std::uint64_t word : pieces.words) hash.add(word);
  }
  rules::Rng rng(hash.value());
  for (std::size_t left = moves.size(); left > 1; --left) {
    std::swap(moves[left - 1], moves[rng.below(static_cast<std::uint32_t>(left))]);
  }
}

DiamondGame::Position DiamondGame::after(const Position& position, Move move) {
  Position next = position;
  ++next.ply;
  if (move.from == move.to) return next;
  const std::size_t mover = player(position);
  next.pieces[mover].remove(move.from);
  next.pieces[mover].add(move.to);
  next.steps_to_goal[mover] = steps_to_goal(next.pieces[mover]);
  return next;
}

Values<DiamondGame::kPlayers> DiamondGame::values(const Position& position) const {
  const auto& [a, b, c] = position.steps_to_goal;
  if (is_over(position)) {
    Values<kPlayers> values{};
    const auto winner = std::find(position.steps_to_goal.begin(), position.steps_to_goal.end(), 0);
    if (winner == position.steps_to_goal.end()) return values;
    values.fill(position.ply - kWinValue);
    values[static_cast<std::size_t>(winner - position.steps_to_goal.begin())] = kWinValue - position.ply;
    return values;
  }
  return {std::min(b, c) - a, std::min(a, c) - b, std::min(a, b) - c};
}

std::int16_t DiamondGame::steps_to_goal(const CellSet& pieces) {
  CachedDistance& known = cached_distances_[cache_index(pieces)];
  if (known.pieces != pieces) known = {pieces, compute_steps_to_goal(pieces)};
  return known.steps_to_goal;
}

std::int16_t DiamondGame::compute_steps_to_goal(const CellSet& pieces) const {
  const CellSet out = pieces - board_.goal();
  const CellSet open = board_.goal() - pieces;
  CostMatrix costs;
  std::size_t row = 0;
  out.for_each([&](std::size_t from) {
    std::size_t column = 0;
    open.for_each([&](std::size_t to) { costs[row][column++] = board_.steps(from, to); });
    ++row;
  });
  return static_cast<std::int16_t>(min_assignment_cost(costs, row));
}

}  // namespace rensa::nplayer
