#include "engine/players/random.h"

#include <array>
#include <bit>
#include <gtest/gtest.h>

#include "engine/players/choices.h"
#include "tests/engine/players/given_view.h"

namespace rensa::players {
namespace {

using rules::Pacing;

constexpr std::string_view kCrowded =
    "O.....\n"
    "OO....\n"
    "OO...O\n"
    "OO...O\n"
    "OO.O.O\n"
    "OOOO.O\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO\n"
    "OOOOOO";

void expect_uniform(std::string_view picture, Pacing pacing, bool all) {
  constexpr int kDraws = 10'000;
  const duel::View view = test::given_view(picture, "RB", pacing);
  const std::uint32_t possible = possible_placements(view);
  ASSERT_GE(std::popcount(possible), 3);
  EXPECT_EQ(possible == (1U << rules::kPlacementCount) - 1, all);
  Random random({.ruleset = *rules::find_ruleset("tsu-1"), .seed = 5});
  std::array<int, rules::kPlacementCount> drawn{};
  for (int i = 0; i < kDraws; ++i) {
    const rules::Placement placement = random.choose(view);
    std::size_t index = 0;
    while (!(rules::kPlacements[index] == placement)) ++index;
    ++drawn[index];
  }
  const int expected = kDraws / std::popcount(possible);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if ((possible >> i & 1U) == 0) {
      EXPECT_EQ(drawn[i], 0) << i;
    } else {
      EXPECT_NEAR(drawn[i], expected, expected / 5) << i;
    }
  }
}

TEST(Random, ReachesEveryPlacementEquallyOften) { expect_uniform("RBYG..", Pacing::frames, true); }
TEST(Random, ReachesWhatACrowdedFieldAllowsEquallyOften) { expect_uniform(kCrowded, Pacing::frames, false); }
TEST(Random, ReachesWhatATurnGameAllowsEquallyOften) { expect_uniform(kCrowded, Pacing::turns, false); }

TEST(Random, IsAFunctionOfItsSeed) {
  const rules::Ruleset& ruleset = *rules::find_ruleset("tsu-1");
  const duel::View view = test::given_view("......", "RB", Pacing::frames);
  Random one({.ruleset = ruleset, .seed = 1});
  Random same({.ruleset = ruleset, .seed = 1});
  Random other({.ruleset = ruleset, .seed = 2});
  int different = 0;
  for (int i = 0; i < 100; ++i) {
    const rules::Placement placement = one.choose(view);
    EXPECT_EQ(same.choose(view), placement);
    if (!(other.choose(view) == placement)) ++different;
  }
  EXPECT_GT(different, 50);
}

}  // namespace
}  // namespace rensa::players
