#include "engine/search/colour_hands.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace rensa::search {
namespace {

// Every pair is tried anew; only what was asked before is remembered.
double naive(std::array<int, 4> wanted) {
  static std::map<std::array<int, 4>, double> known;
  if (*std::max_element(wanted.begin(), wanted.end()) == 0) return 0;
  if (const auto found = known.find(wanted); found != known.end()) return found->second;
  double useless = 0;
  double sum = 1;
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      std::array<int, 4> left = wanted;
      if (left[a] > 0) --left[a];
      if (left[b] > 0) --left[b];
      if (left == wanted) {
        useless += 1.0 / 16;
      } else {
        sum += naive(left) / 16;
      }
    }
  }
  return known[wanted] = sum / (1 - useless);
}

TEST(ColourHands, AreTheMeanOverAllPairs) {
  EXPECT_EQ(colour_hands({0, 0, 0, 0}), 0);
  EXPECT_EQ(colour_hands({0, 1, 0, 0}), 2286) << "seven pairs of sixteen have the colour";
  for (int a = 0; a <= 4; ++a) {
    for (int b = 0; b <= 4; ++b) {
      for (int c = 0; c <= 3; ++c) {
        for (int d = 0; d <= 3; ++d) EXPECT_NEAR(colour_hands({a, b, c, d}), 1000 * naive({a, b, c, d}), 0.6);
      }
    }
  }
}

TEST(ColourHands, DoNotGrowAboveTheMostThatIsCounted) {
  EXPECT_EQ(colour_hands({kMostWanted + 5, 0, 3, 0}), colour_hands({kMostWanted, 0, 3, 0}));
}

}  // namespace
}  // namespace rensa::search
