#include "engine/bench/perft.h"

#include <bit>

#include "engine/rules/droppable.h"
#include "engine/rules/hash.h"

namespace rensa::bench {

namespace {

constexpr int kPositions = 12;

void count(const rules::Field& field, const Position& position, int ply, int depth, const rules::ChainPath& path,
           Perft& total) {
  const rules::Heights heights = field.heights();
  for (std::uint32_t left = rules::droppable_placements(heights); left != 0; left &= left - 1) {
    const rules::Placement placement = rules::kPlacements[static_cast<std::size_t>(std::countr_zero(left))];
    rules::Field after;
    const rules::Pair pair = position.pairs[static_cast<std::size_t>(ply)];
    total.links += static_cast<std::uint64_t>(path.place_and_simulate(field, heights, pair, placement, after).links);
    if (after.is_choked()) {
      ++total.deaths;
    } else if (ply + 1 < depth) {
      count(after, position, ply + 1, depth, path, total);
    } else {
      ++total.leaves;
      total.digest += digest_of(after);
    }
  }
}

}  // namespace

std::uint64_t digest_of(const rules::Field& field) {
  rules::Hash hash;
  for (const rules::Board& plane : field.planes().bits) hash.add(plane.low).add(plane.high);
  return hash.value();
}

Perft perft(const Position& position, int depth, const rules::ChainPath& path) {
  Perft total;
  count(position.field, position, 0, depth, path, total);
  return total;
}

Perft perft_of_fixed_positions(int depth, const rules::ChainPath& path) {
  Perft sum;
  for (const Position& position : fixed_positions(kPositions)) {
    const Perft one = perft(position, depth, path);
    sum.leaves += one.leaves;
    sum.links += one.links;
    sum.deaths += one.deaths;
    sum.digest += one.digest;
  }
  return sum;
}

}  // namespace rensa::bench
