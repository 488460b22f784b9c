#include "engine/bench/self_check.h"

#include <gtest/gtest.h>

#include "engine/bench/benches.h"
#include "engine/rules/drop.h"
#include "tests/tools/naive_chain.h"

namespace rensa::bench {
namespace {

// The same with every compiler, build and kernel. A change of behaviour on purpose changes these, and its commit says
// so.
TEST(SelfCheck, PerftIsPinned) {
  const Perft expected{.leaves = 82695, .links = 8535, .deaths = 1739, .digest = 0x12f6deba51c2c084};
  for (const rules::ChainKernel& path : rules::chain_kernels()) {
    EXPECT_EQ(perft_of_fixed_positions(3, path), expected) << path.name;
  }
}

TEST(SelfCheck, SignaturesArePinned) {
  for (const rules::ChainKernel& path : rules::chain_kernels()) {
    EXPECT_EQ(chain_signature(path), 0x5b757881c6c8de3c) << path.name;
  }
  EXPECT_EQ(route_signature(), 0xa7048bd1b4a156e0);
  EXPECT_EQ(duel_signature(), 0x5d59dc2f0bb61295);
  EXPECT_EQ(search_signature(), 0x2fce50156dfd35dc);
}

// Two plies from every fixed position; each node is compared with the naive rules.
TEST(SelfCheck, EveryNodeEqualsTheNaiveTwin) {
  const rules::ChainKernel& path = rules::fastest_chain_kernel();
  for (const Position& position : fixed_positions(12)) {
    std::vector<rules::Field> open = {position.field};
    for (std::size_t ply = 0; ply < 2; ++ply) {
      std::vector<rules::Field> next;
      for (const rules::Field& field : open) {
        const rules::Heights heights = field.heights();
        const std::uint32_t placements = rules::droppable_placements(heights);
        for (std::size_t i = 0; i < rules::kPlacements.size(); ++i) {
          if ((placements >> i & 1U) == 0) continue;
          rules::Field dropped = field;
          rules::drop_pair(dropped, position.pairs[ply], rules::kPlacements[i]);
          naive::Cells cells = naive::cells_of(dropped);
          const rules::ChainResult expected = naive::simulate(cells);
          rules::Field after;
          const rules::ChainResult got =
              path.place_and_simulate(field, heights, position.pairs[ply], rules::kPlacements[i], after);
          ASSERT_EQ(got, expected);
          ASSERT_EQ(naive::cells_of(after), cells);
          if (!after.is_choked()) next.push_back(after);
        }
      }
      open = next;
    }
  }
}

}  // namespace
}  // namespace rensa::bench
