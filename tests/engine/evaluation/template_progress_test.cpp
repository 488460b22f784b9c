#include "engine/evaluation/template_progress.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>

#include "tests/tools/field_picture.h"

namespace rensa::evaluation {
namespace {

using tests::field_from_picture;

int left(const std::string& drawing, const std::string& picture) {
  const templates::Template form(templates::parse_trusted_drawings(drawing).front());
  return estimate_hands_left(form, FieldSummary(field_from_picture(picture)));
}

const std::string kTwoGroups = "groups stands\nAAABBB\n";

TEST(EstimatedHandsLeft, DecreaseWithEachPlacedPuyo) {
  EXPECT_GT(left(kTwoGroups, "......"), left(kTwoGroups, "R....."));
  EXPECT_GT(left(kTwoGroups, "R....."), left(kTwoGroups, "RR...."));
  EXPECT_GT(left(kTwoGroups, "RRR..."), left(kTwoGroups, "RRRB.."));
}

TEST(EstimatedHandsLeft, IncreaseIfOneColourIsNeededTwice) {
  const std::string apart = "apart stands\nAA.BB.\n";
  EXPECT_GT(left(apart, "R..R.."), left(apart, "R..B.."));
}

TEST(EstimatedHandsLeft, IncreaseIfAWallColumnIsEnclosed) {
  const std::string wall =
      "wall stands\n"
      "AB....\n"
      "AB....\n";
  EXPECT_GT(left(wall, "R....."), left(wall, "RB....")) << "beside an open column any puyo may come along";
  EXPECT_GT(left(wall,
                 "..R...\n"
                 "..B...\n"
                 "RBYG.."),
            left(wall,
                 ".B....\n"
                 "RBYG.."))
      << "what stands elsewhere is no help";
}

TEST(EstimatedHandsLeft, IncreaseIfTheFirstLinkHasToWait) {
  const std::string rows =
      "B.....\n"
      "AAAA..\n"
      "BBB...\n";
  const std::string picture =
      "RRR...\n"
      "BBBY..";
  EXPECT_GT(left("chain fires\n" + rows, picture), left("form stands\n" + rows, picture))
      << "the fourth red would fire alone";
}

// Tries every pair again, and caches results only.
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

TEST(ExpectedHands, AreTheMeanOverAllPairs) {
  EXPECT_EQ(evaluation::expected_hands_for({0, 0, 0, 0}), 0);
  EXPECT_EQ(evaluation::expected_hands_for({0, 1, 0, 0}), 2286) << "seven pairs of sixteen have the colour";
  for (int a = 0; a <= 4; ++a) {
    for (int b = 0; b <= 4; ++b) {
      for (int c = 0; c <= 3; ++c) {
        for (int d = 0; d <= 3; ++d)
          EXPECT_NEAR(evaluation::expected_hands_for({a, b, c, d}), 1000 * naive({a, b, c, d}), 0.6);
      }
    }
  }
}

TEST(ExpectedHands, DoNotIncreaseBeyondTheMaximum) {
  EXPECT_EQ(evaluation::expected_hands_for({evaluation::kMaxWantedPuyos + 5, 0, 3, 0}),
            evaluation::expected_hands_for({evaluation::kMaxWantedPuyos, 0, 3, 0}));
}

}  // namespace
}  // namespace rensa::evaluation
