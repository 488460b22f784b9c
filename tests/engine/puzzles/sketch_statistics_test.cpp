#include <gtest/gtest.h>

#include "engine/puzzles/sketch.h"

namespace rensa::puzzles {
namespace {

TEST(SketchStatistics, CountsEverySketchOnce) {
  const SketchStatistics statistics = random_sketch_statistics({.rows = 5}, 300, 1);
  std::int64_t sum = 0;
  for (const auto& [links, by_puyos] : statistics.counts) {
    sum += statistics.count_with_links(links);
    for (const auto& [puyos, count] : by_puyos) EXPECT_LE(puyos, 30);
  }
  EXPECT_EQ(sum, 300);
  EXPECT_EQ(statistics.sketches, 300);
  EXPECT_EQ(statistics.count_with_links(19), 0);
}

TEST(SketchStatistics, FindsTheIntendedChainInMostBackwardSketches) {
  const SketchStatistics statistics = backward_sketch_statistics({.links = 3, .hands = 2}, 500, 1);
  EXPECT_GT(statistics.count_with_links(3), 350);
  EXPECT_LT(statistics.count_with_links(3), 500) << "sketches are not checked";
}

TEST(SketchStatistics, IsTheSameForASeed) {
  EXPECT_EQ(backward_sketch_statistics({}, 50, 4).counts, backward_sketch_statistics({}, 50, 4).counts);
  EXPECT_NE(backward_sketch_statistics({}, 50, 4).counts, backward_sketch_statistics({}, 50, 5).counts);
}

}  // namespace
}  // namespace rensa::puzzles
