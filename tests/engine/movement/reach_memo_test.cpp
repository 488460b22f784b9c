#include "engine/movement/reach_memo.h"

#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "engine/movement/route.h"
#include "tests/tools/drawn_field.h"
#include "tests/tools/long_tests.h"

namespace rensa::movement {
namespace {

using tests::field_of_heights;

constexpr FallingPair kJustCome{.fall_counter = 15};

using Heights = std::array<int, rules::kColumns>;

rules::Field field_with(const Heights& heights) {
  rules::Field field;
  for (int x = 1; x <= rules::kColumns; ++x) {
    for (int y = 1; y <= heights[static_cast<std::size_t>(x - 1)]; ++y) field.put(x, y, rules::Cell::garbage);
  }
  return field;
}

// Calls `visit` with all fields of these heights on which a pair can appear.
template <typename Visit>
void for_each_field(const std::vector<int>& heights, const Visit& visit) {
  std::array<std::size_t, rules::kColumns> chosen{};
  for (std::size_t x = 0; x < chosen.size();) {
    Heights field{};
    for (std::size_t i = 0; i < chosen.size(); ++i) field[i] = heights[chosen[i]];
    if (field[rules::kSpawnColumn - 1] < rules::kVisibleRows) visit(field);
    for (x = 0; x < chosen.size() && ++chosen[x] == heights.size(); ++x) chosen[x] = 0;
  }
}

TEST(ReachMemo, FindsWhatTheSearchFindsOnAllFields) {
  const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
  const std::vector<int> few{2, 10, 11, 12, 13};
  ReachMemo memo;
  for_each_field(tests::long_tests() ? all : few, [&](const Heights& heights) {
    const ObstacleMap obstacles{field_with(heights)};
    ASSERT_EQ(memo.reachable_placements(obstacles, kJustCome), reachable_placements(obstacles, kJustCome))
        << testing::PrintToString(heights);
  });
}

TEST(ReachMemo, AsksTheSearchAboutAllOtherPairs) {
  ReachMemo memo;
  const ObstacleMap obstacles{field_of_heights({11, 11, 4, 11, 11, 11})};
  memo.reachable_placements(obstacles, kJustCome);
  FallingPair low = kJustCome;
  low.y = 5;
  EXPECT_EQ(memo.reachable_placements(obstacles, low), reachable_placements(obstacles, low));
  EXPECT_NE(memo.reachable_placements(obstacles, low), memo.reachable_placements(obstacles, kJustCome));
}

TEST(ReachMemo, KnowsCellsInTheTrapRow) {
  ReachMemo memo;
  rules::Field field = field_of_heights({12, 13, 11, 5, 5, 5});
  const ObstacleMap without{field};
  memo.reachable_placements(without, kJustCome);
  field.put(1, rules::kTrapRow, rules::Cell::garbage);
  const ObstacleMap with{field};
  EXPECT_EQ(memo.reachable_placements(with, kJustCome), reachable_placements(with, kJustCome));
}

TEST(ReachMemo, KnowsCellsThatHangInTheAir) {
  ReachMemo memo;
  rules::Field field = field_of_heights({5, 5, 5, 5, 5, 5});
  memo.reachable_placements(ObstacleMap{field}, kJustCome);
  for (const int x : {4, 5}) field.put(x, 12, rules::Cell::garbage);
  const ObstacleMap obstacles{field};
  EXPECT_EQ(memo.reachable_placements(obstacles, kJustCome), reachable_placements(obstacles, kJustCome));
}

}  // namespace
}  // namespace rensa::movement
