#include "engine/research/nplayer/assignment.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace rensa::nplayer {

namespace {

constexpr std::size_t kNobody = 0;  // rows and columns count from 1 here; column 0 is where a new row waits

// Rows get columns one after another; each may push others along a path of least cost. Potentials keep all costs that
// are left at zero or more, and zero along what is assigned.
struct Assigning {
  std::array<int, kMostAssigned + 1> row_potential{};
  std::array<int, kMostAssigned + 1> column_potential{};
  std::array<std::size_t, kMostAssigned + 1> row_of{};  // by column
  std::array<std::size_t, kMostAssigned + 1> from{};    // by column: the column before it on the path
};

void add_row(const CostMatrix& costs, std::size_t size, std::size_t row, Assigning& state) {
  std::array<int, kMostAssigned + 1> slack{};
  std::array<bool, kMostAssigned + 1> is_reached{};
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
  } while (state.row_of[column] != kNobody);
  while (column != 0) {
    state.row_of[column] = state.row_of[state.from[column]];
    column = state.from[column];
  }
}

}  // namespace

int least_cost(const CostMatrix& costs, std::size_t size) {
  assert(size <= kMostAssigned);
  Assigning state;
  for (std::size_t row = 1; row <= size; ++row) add_row(costs, size, row, state);
  return -state.column_potential[0];
}

}  // namespace rensa::nplayer
