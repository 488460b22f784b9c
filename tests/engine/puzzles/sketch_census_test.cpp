#include "engine/puzzles/sketch_census.h"

#include <gtest/gtest.h>

namespace rensa::puzzles {
namespace {

TEST(SketchCensus, CountsEverySketchOnce) {
  const SketchCensus census = random_census({.rows = 5}, 300, 1);
  std::int64_t sum = 0;
  for (const auto& [links, by_puyos] : census.counts) {
    sum += census.of_links(links);
    for (const auto& [puyos, count] : by_puyos) EXPECT_LE(puyos, 30);
  }
  EXPECT_EQ(sum, 300);
  EXPECT_EQ(census.sketches, 300);
  EXPECT_EQ(census.of_links(19), 0);
}

TEST(SketchCensus, FindsMostBackwardOnesToBeWhatTheyAreMeantToBe) {
  const SketchCensus census = backward_census({.links = 3, .hands = 2}, 500, 1);
  EXPECT_GT(census.of_links(3), 350);
  EXPECT_LT(census.of_links(3), 500) << "nobody has looked at them yet";
}

TEST(SketchCensus, IsTheSameForASeed) {
  EXPECT_EQ(backward_census({}, 50, 4).counts, backward_census({}, 50, 4).counts);
  EXPECT_NE(backward_census({}, 50, 4).counts, backward_census({}, 50, 5).counts);
}

}  // namespace
}  // namespace rensa::puzzles
